import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { isAlive, programs } from '../test-kit/programs.ts';
import type { ToolSession } from '../test-kit/tool-session.ts';
import { startTrpcSession } from '../test-kit/trpc-session.ts';

const bundled = { 'fly/SKILL.md': '---\nname: fly\ndescription: Flies.\n---\n' };
let session: ToolSession;
/** A separate session: on a busy machine a program is soon idle for a second. */
let impatient: ToolSession;
beforeAll(async () => {
  session = await startTrpcSession({ bundled });
  impatient = await startTrpcSession({ bundled, idleSeconds: 1 });
});
afterEach(() => Promise.all([session.close(), impatient.close()]));
afterAll(() => {
  session.remove();
  impatient.remove();
});

const { exec, kill } = programs(() => session);
const short = programs(() => impatient);

// Rules: 002.32
it('is killed with all it started: on request, when idle, at its time limit', async () => {
  const family = 'setsid sleep 300 & echo pid $!; (trap "" TERM HUP; sleep 301) & echo pid $!; read x';
  const started = await exec(family);
  const pids = [...started.output.matchAll(/pid (\d+)/g)].map((match) => Number(match[1]));
  expect(pids.map(isAlive)).toEqual([true, true]);
  const killed = await kill(started.session_id);
  expect(killed).toMatchObject({ ok: true, status: 'exited', exit_code: -1, notes: ['ended by skill_kill_session'] });
  expect(pids.map(isAlive)).toEqual([false, false]);
  expect(session.events().at(-1)).toMatchObject({ type: 'script-finished', exitCode: null, timedOut: false });
  expect(session.events().at(-1)).not.toHaveProperty('stopped');

  const idle = await short.exec('read x');
  let look = await short.poll(idle.session_id, 10);
  while (look.status === 'running') look = await short.poll(idle.session_id, 1000);
  expect(look).toMatchObject({
    ok: false,
    timed_out: true,
    notes: ['ended, as nothing was printed or typed for too long'],
  });
  const late = await exec('while :; do echo .; sleep 0.1; done', { timeout: 1 });
  expect(late).toMatchObject({ status: 'exited', timed_out: true });
});
