import { readFileSync } from 'node:fs';
import type { Calling, ToolSession } from './tool-session.ts';

/** The interactive tools of dialect `trpc`, their results parsed. Waits are long: they end when there is something. */
export function programs(session: () => ToolSession) {
  const AUTO: Calling = { mode: 'auto' };
  async function tool(name: string, args: object, how = AUTO) {
    const { result, need } = await session().call(name, args, how);
    const text = result?.content ?? '';
    return { need, ok: result?.ok, text, ...(text.startsWith('{') ? JSON.parse(text) : {}) };
  }
  const exec = (command: string, more: object = {}, how?: Calling) =>
    tool('skill_exec', { skill: 'fly', command, yield_ms: 30_000, ...more }, how);
  const type = (session_id: string, chars: string, more: object = {}, how?: Calling) =>
    tool('skill_write_stdin', { session_id, chars, submit: true, yield_ms: 30_000, ...more }, how);
  const poll = (session_id: string, yield_ms = 30_000) => tool('skill_poll_session', { session_id, yield_ms });
  const kill = (session_id: string) => tool('skill_kill_session', { session_id });
  return { exec, type, poll, kill };
}

/** Zombies do not count. */
export const isAlive = (pid: number): boolean => {
  try {
    return !/^\d+ \(.*\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
};
