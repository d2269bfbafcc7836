import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { simpleWords } from '../../../shared/text/simple-command.ts';
import { tempFolder } from '../../lib/test-kit/temp-folder.ts';
import { snapshotMaker } from '../interpreters.ts';
import type { RunRequest } from '../run-request.ts';
import { createRunner } from '../runner.ts';
import { warmPython } from './warm-python.ts';

// A start of the interpreter takes seconds of a core.
vi.setConfig({ testTimeout: 240_000 });

/** Prints whose it is, any state left by another run, and its location. */
const LOOK = `import json, os, sys
json.left = getattr(json, 'left', 'clean')
print(json.left, os.environ.get('FIRST'), os.environ.get('SECOND'), os.environ['RUN_DIR'].rpartition('/')[2], os.path.basename(os.getcwd()), sys.argv[1:])
print('there', os.path.exists('/tmp/left'), [name for name in os.environ if 'STANDBY' in name])
print('told', file=sys.stderr)
json.left = 'dirty'; open('/tmp/left', 'w').write('x')
sys.exit(3)`;

const home = tempFolder();
const waiting = (): string[] => (existsSync(path.join(home, 'standby')) ? readdirSync(path.join(home, 'standby')) : []);
/** Another than the one that waited before. */
const nextAfter = (before: string | undefined): Promise<string | undefined> =>
  vi.waitUntil(() => (waiting().length === 1 && waiting()[0] !== before ? waiting()[0] : undefined), {
    timeout: 120_000,
  });

it('gives a run of the same folders a fresh waiting interpreter, and no other run', async () => {
  const environment = { ...process.env, SKILLDECK_PYTHON: 'embedded' };
  const runner = createRunner({ home, environment, sandbox: 'auto', standby: true });
  let calls = 0;
  const run = (sessionId: string, command: string, more: Partial<RunRequest> = {}) => {
    calls += 1;
    const signal = new AbortController().signal;
    return runner.run({ sessionId, callId: `c${calls}`, command, timeoutSeconds: 120, signal, ...more });
  };
  const { work } = await runner.workspace('a');
  const other = (await runner.workspace('b')).work;
  writeFileSync(path.join(other, 'look.py'), LOOK);
  // The first run creates the snapshot's folder.
  await run('a', 'true');
  await warmPython(snapshotMaker(home));
  await run('a', `python3 -c 'open("work/made", "w")'`, { env: { FIRST: '1' } });
  const ofFirst = await nextAfter(undefined);

  // In another setting it serves no run, and is replaced.
  const command = `${await runner.runWith(path.join(other, 'look.py'))} 'a b'`;
  const seen = `python3 -c 'import os; print(os.path.exists("${work}/made"), os.path.exists("work/look.py"))'`;
  expect((await run('b', seen, { env: { FIRST: '1' } })).output).toBe('False True\n');
  const ofOther = await nextAfter(ofFirst);
  await runner.rested();

  const second = await run('b', command, { env: { SECOND: '2' }, cwd: other, separateStderr: true, writable: [other] });
  expect(second).toMatchObject({ exitCode: 3, stderr: 'told\n', interpreter: 'embedded Python' });
  expect(second.output).toBe(`clean None 2 c${calls} work ['a b']\nthere False []\n`);
  const third = await nextAfter(ofOther);

  const stop = new AbortController();
  const printed = (data: string): void => {
    if (data.includes('going')) stop.abort();
  };
  const endless = `python3 -c 'print("going"); import time; time.sleep(100)'`;
  expect(await run('b', endless, { signal: stop.signal, onData: printed })).toMatchObject({ stopped: true });
  await nextAfter(third);
  expect(await run('b', endless, { timeoutSeconds: 1 })).toMatchObject({ timedOut: true, limit: 'time' });
  await runner.close();
  expect(waiting()).toEqual([]);
});

it('recognises the words of one simple command, and leaves the rest to a shell', () => {
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
    'a\nb',
    'a # b',
    'a (b)',
    'a !b',
    'a & b',
  ]) {
    expect(simpleWords(other), other).toBeUndefined();
  }
});
