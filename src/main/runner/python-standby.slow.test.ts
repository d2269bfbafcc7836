import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { findOnPath } from './interpreters.ts';
import { createRunner } from './run-command.ts';
import type { RunRequest } from './run-request.ts';
import { snapshotMaker } from './shims.ts';
import { simpleWords } from './simple-words.ts';
import { temporaryHome } from './test-kit/home.ts';
import { warmPython } from './warm-python.ts';

// A start of the interpreter takes seconds of a core.
vi.setConfig({ testTimeout: 240_000 });

/** Of whom it is, what it could have kept of another, and where it is. */
const LOOK = `import json, os, sys
json.left = getattr(json, 'left', 'clean')
print(json.left, os.environ.get('FIRST'), os.environ.get('SECOND'), os.environ['RUN_DIR'].rpartition('/')[2], os.path.basename(os.getcwd()), sys.argv[1:])
print('there', os.path.exists('/tmp/left'), [name for name in os.environ if 'STANDBY' in name])
print('told', file=sys.stderr)
json.left = 'dirty'; open('/tmp/left', 'w').write('x')
sys.exit(3)`;

const kinds =
  findOnPath('bwrap', process.env, 'linux') === undefined ? (['none'] as const) : (['none', 'bubblewrap'] as const);
describe.each(kinds)('in %s', (sandbox) => {
  const { home, remove } = temporaryHome();
  afterAll(remove);
  const waiting = (): string[] =>
    existsSync(path.join(home, 'standby')) ? readdirSync(path.join(home, 'standby')) : [];

  it('the next run of the same folders finds an interpreter waiting, which has run nothing; no other run does', async () => {
    const environment = { ...process.env, SKILLDECK_PYTHON: 'embedded' };
    const runner = await createRunner({ home, environment, sandbox, standby: true });
    let calls = 0;
    const run = (sessionId: string, command: string, more: Partial<RunRequest> = {}) => {
      calls += 1;
      const signal = new AbortController().signal;
      return runner.run({ sessionId, callId: `c${calls}`, command, timeoutSeconds: 120, signal, ...more });
    };
    const first = await runner.workspace('a');
    const other = await runner.workspace('b');
    for (const { work } of [first, other]) writeFileSync(path.join(work, 'look.py'), LOOK);
    const command = `${runner.runWith(path.join(first.work, 'look.py'))} 'a b'`;
    await run('a', command, { env: { FIRST: '1' } });
    await warmPython(snapshotMaker(home));
    await run('a', command, { env: { FIRST: '1' } });
    const [made] = await vi.waitUntil(() => (waiting().length === 1 ? waiting() : undefined), { timeout: 60_000 });

    // What a shell is needed for, and what happens elsewhere, starts by itself.
    expect((await run('a', `cat work/look.py | ${command}; echo $?`)).output).toMatch(/\n3\n$/);
    expect(waiting()).toEqual([made]);
    const seen = 'import os; print(os.path.exists(os.environ["WORKSPACE_DIR"] + "/../a/work"))';
    expect((await run('b', `python3 -c '${seen}'`)).output).toBe('False\n');
    const [ofOther] = await vi.waitUntil(() => (waiting()[0] === made ? undefined : waiting()), { timeout: 60_000 });
    expect(ofOther).toBeDefined();

    await run('a', command);
    const [next] = await vi.waitUntil(() => (waiting()[0] === ofOther ? undefined : waiting()), { timeout: 60_000 });
    const second = await run('a', command, { env: { SECOND: '2' }, cwd: first.work, separateStderr: true });
    expect(second).toMatchObject({ exitCode: 3, stderr: 'told\n', interpreter: 'embedded Python' });
    expect(second.output).toBe(`clean None 2 c${calls} work ['a b']\nthere False []\n`);
    expect(waiting()).not.toContain(next);

    const stop = new AbortController();
    const printed = (data: string): void => {
      if (data.includes('going')) stop.abort();
    };
    const endless = `python3 -c 'print("going"); import time; time.sleep(100)'`;
    expect(await run('a', endless, { signal: stop.signal, onData: printed })).toMatchObject({ stopped: true });
    expect(await run('a', `python3 -c 'import time; time.sleep(100)'`, { timeoutSeconds: 1 })).toMatchObject({
      timedOut: true,
      limit: 'time',
    });
    await runner.close();
    expect(waiting()).toEqual([]);
  });
});

it('knows the words of one simple command, and leaves all else to a shell', () => {
  expect(simpleWords(`skilldeck-python '/a b/c.py' --to="New York" x''y`)).toEqual([
    'skilldeck-python',
    '/a b/c.py',
    '--to=New York',
    'xy',
  ]);
  for (const other of [
    'a $x',
    'a `b`',
    'a "$x"',
    'a; b',
    'a | b',
    'a > b',
    'a *',
    'a ~/b',
    'a {b,c}',
    "a 'b",
    'a \\b',
    'a\nb',
    'a # b',
    'a (b)',
    'a !b',
    'a & b',
  ]) {
    expect(simpleWords(other), other).toBeUndefined();
  }
});
