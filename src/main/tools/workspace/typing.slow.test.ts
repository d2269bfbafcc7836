import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { programs } from '../test-kit/programs.ts';
import type { ToolSession } from '../test-kit/tool-session.ts';
import { startTrpcSession } from '../test-kit/trpc-session.ts';
import type { LiveTerminal } from './live-terminals.ts';

// Real programs in real terminals on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let session: ToolSession;
beforeAll(async () => {
  session = await startTrpcSession({ bundled: { 'fly/SKILL.md': '---\nname: fly\ndescription: Flies.\n---\n' } });
});
afterEach(() => session.close());
afterAll(() => session.remove());
const { exec, type, poll } = programs(() => session);

const until = async <T>(look: () => T | undefined): Promise<T> => {
  for (;;) {
    const found = look();
    if (found !== undefined) return found;
    await new Promise(setImmediate);
  }
};
/** Terminal of the newest run. */
function terminal(): { callId: string; terminal: LiveTerminal } | undefined {
  const started = session.events().findLast((event) => event.type === 'script-started');
  if (started?.type !== 'script-started') return undefined;
  const found = session.tools.terminals.find('s', started.callId);
  return found === undefined ? undefined : { callId: started.callId, terminal: found };
}
/** Joins input logged in parts because a busy machine paused between them. */
function said(callId: string): unknown[] {
  const all: unknown[] = [];
  let line: { by: string; text: string; hidden: true | undefined } | undefined;
  for (const event of session.events()) {
    if (!('callId' in event) || event.callId !== callId) continue;
    if (event.type === 'terminal-waiting') {
      line = undefined;
      all.push(event.question);
    } else if (event.type === 'terminal-input') {
      const { by, text, hidden } = event;
      if (line?.by === by && line.hidden === hidden && !line.text.endsWith('\n')) line.text += text;
      else {
        line = { by, text, hidden };
        all.push(line);
      }
    }
  }
  return all;
}
const asked = (prompt: string) =>
  until(() => session.events().find((event) => event.type === 'terminal-waiting' && event.question?.prompt === prompt));

it('lets the user and the agent type into one program; hidden input is not kept', async () => {
  const { session_id } = await exec(
    'read -p "City? " c; read -s -p "Secret: " s; echo; read -p "Sure? " y; echo "$c $(printf %s "$s" | wc -c) $y"',
  );
  const { callId, terminal: person } = await until(terminal);
  // Waits on a question the agent has seen: the user may answer it.
  const answered = poll(session_id);
  await person.type('Os', 'user');
  await person.type('lo\r', 'user');
  expect(await answered).toMatchObject({ output: 'Oslo\nSecret: ', needs_input: true, prompt: 'Secret:' });
  await person.type('hunter2\r', 'user');
  await asked('Sure?');
  expect(await type(session_id, 'yes')).toMatchObject({ status: 'exited', output: '\nSure? yes\nOslo 7 yes\n' });
  expect(said(callId)).toEqual([
    { prompt: 'City?', choices: [], hidden: false },
    { by: 'user', text: 'Oslo\n', hidden: undefined },
    { prompt: 'Secret:', choices: [], hidden: true },
    { by: 'user', text: '', hidden: true },
    { prompt: 'Sure?', choices: [], hidden: false },
    { by: 'agent', text: 'yes\n', hidden: undefined },
  ]);
  expect(JSON.stringify(session.events())).not.toContain('hunter2');
  expect(terminal()).toBe(undefined);
});

it('gives an ordinary run an end of file, and asks the user what its terminal asks', async () => {
  const running = session.call(
    'skill_run',
    {
      skill: 'fly',
      command: 'read x; echo "eof $?"; read -s -p "Password: " p </dev/tty; echo; echo "$p" | tr -d "\n" | wc -c',
    },
    { mode: 'auto' },
  );
  await asked('Password:');
  const { callId, terminal: person } = await until(terminal);
  await person.type('geheim\r', 'user');
  const { result } = await running;
  expect(JSON.parse(result?.content ?? '')).toMatchObject({
    exit_code: 0,
    stdout: expect.stringMatching(/^eof 1\n.*\n6\n$/s),
  });
  expect(said(callId)).toEqual([
    { prompt: 'Password:', choices: [], hidden: true },
    { by: 'user', text: '', hidden: true },
  ]);
});

it('treats a command the user starts and the agent ends as one', async () => {
  const { session_id } = await exec('bash --norc -i');
  const { terminal: person } = await until(terminal);
  await person.type('stty size #', 'user');
  const ended = await type(session_id, ' seen', { yield_ms: 5000 }, { mode: 'ask' });
  expect(ended.need).toMatchObject({ kind: 'ask', detail: { command: 'stty size # seen' } });
  await person.type('\r', 'user');
  expect((await poll(session_id, 5000)).output).toContain('\n30 120\n');
});
