import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startToolSession, type ToolSession } from '../test-kit/tool-session.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const HELLO = 'echo "hello $*"\n';
let session: ToolSession;
let hi: string;
beforeAll(async () => {
  session = await startToolSession({
    bundled: {
      'greet/SKILL.md': '---\nname: greet\ndescription: Greets.\nmetadata:\n  confirm: scripts/pay.sh\n---\nx',
      'greet/scripts/hello.sh': HELLO,
      'greet/scripts/pay.sh': 'echo "paid $*"\n',
      'greet/scripts/twice.sh': HELLO,
      'other/SKILL.md': '---\nname: other\ndescription: Other.\n---\nx',
      'other/scripts/twice.sh': 'echo other\n',
      'later/SKILL.md': '---\nname: later\ndescription: Later.\n---\nx',
      'later/scripts/unloaded.sh': 'echo unloaded\n',
    },
    user: {
      'stranger/SKILL.md': '---\nname: stranger\ndescription: From elsewhere.\n---\nx',
      'stranger/scripts/strange.sh': 'echo strange\n',
    },
  });
  for (const name of ['greet', 'other', 'stranger']) await session.call('load_skill', { name });
  hi = path.join(session.bundledRoot, 'greet');
  await session.call('write_file', { path: 'scripts/mine.sh', content: 'echo mine\n' }, { decide: 'once' });
  await session.call('write_file', { path: 'greet/scripts/hello.sh', content: 'echo fake\n' }, { decide: 'once' });
});
afterAll(() => session.remove());

const run = (command: string, cwd?: string, decide?: 'once') =>
  session.call(
    'run_command',
    { command, ...(cwd === undefined ? {} : { cwd }) },
    decide === undefined ? {} : { decide },
  );

describe('a loaded skill’s script by the names that its text uses', () => {
  it.each([
    ['hello.sh'],
    ['./hello.sh'],
    ['scripts/hello.sh'],
    ['./scripts/hello.sh'],
    ['bash scripts/hello.sh'],
    ['sh scripts/hello.sh'],
    ['skills/greet/scripts/hello.sh'],
    ['bash skills/greet/scripts/hello.sh'],
    ['uv run scripts/hello.sh'],
  ])('%s runs unasked from the work folder and from the skill’s', async (name) => {
    for (const cwd of [undefined, hi, path.join(hi, 'scripts')]) {
      const { need, result } = await run(`${name} "a b" 'O'\\''Brien'`, cwd);
      expect({ need, content: result?.content.split('\n')[0] }, cwd).toEqual({
        need: { kind: 'allowed' },
        content: "hello a b O'Brien",
      });
    }
  });

  it('keeps every question that the full command has', async () => {
    expect((await run('pay.sh 5')).need).toMatchObject({
      kind: 'ask',
      action: 'run-script',
      detail: { needsPerson: true },
    });
    expect((await run('strange.sh')).need).toMatchObject({ kind: 'ask', action: 'run-script' });
    expect((await run('hello.sh | cat')).need?.kind).toBe('ask');
  });

  it('leaves files of the work folder what they are', async () => {
    for (const command of ['bash scripts/mine.sh', 'bash greet/scripts/hello.sh', 'bash ../work/scripts/mine.sh'])
      expect((await run(command)).need?.kind, command).toBe('ask');
    expect((await run('bash greet/scripts/hello.sh', undefined, 'once')).result?.content).toContain('fake');
  });

  it('answers what is not found with the command that works, and asks nobody', async () => {
    const command = `bash ${hi}/scripts/hello.sh`;
    for (const wrong of ['helo.sh', 'scripts/hello_script.sh', 'bash /skills/greet/scripts/hello.sh'])
      expect((await run(wrong)).result, wrong).toMatchObject({ ok: false, content: expect.stringContaining(command) });
    expect((await run('twice.sh')).result?.content).toMatch(/- greet: bash .*twice\.sh\n- other: bash .*twice\.sh$/);
    expect((await run('unloaded.sh')).result?.content).toContain('It is a script of the skill later: load that first.');
    const piped = await run('hello.sh | cat; exit 3', undefined, 'once');
    expect(piped.result?.content).toContain(`- greet: ${command}`);
  });
});
