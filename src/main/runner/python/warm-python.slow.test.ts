import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, it, vi } from 'vitest';
import { tempFolder } from '../../lib/test-kit/temp-folder.ts';
import { snapshotMaker } from '../interpreters.ts';
import { createRunner, type Runner } from '../runner.ts';
import { warmPython } from './warm-python.ts';

// A start of the interpreter takes seconds of a core.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const home = tempFolder();
let runner: Runner;
let work = '';
beforeAll(async () => {
  runner = createRunner({ home, environment: { ...process.env, SKILLDECK_PYTHON: 'embedded' } });
  work = (await runner.workspace('s')).work;
});

let calls = 0;
async function run(source: string, env: Record<string, string> = {}) {
  calls += 1;
  const file = path.join(work, `${calls}.py`);
  writeFileSync(file, source);
  return runner.run({
    sessionId: 's',
    callId: `c${calls}`,
    command: await runner.runWith(file),
    timeoutSeconds: 120,
    env,
    signal: new AbortController().signal,
  });
}
/** Prints how the interpreter started, what it sees, and what it leaves behind. */
const LOOK = `import os, sys, json, random
json.left = getattr(json, 'left', 'clean')
print(json.left, 'argparse' in sys.modules, os.environ['CITY'], sys.flags.utf8_mode, os.getcwd() == os.environ['WORK_DIR'])
print('drawn', random.random())
json.left = 'dirty'; os.environ['LEFT'] = 'dirty'; open('/tmp/left', 'w').write('dirty')`;

it('starts the second run from a snapshot, as a separate and equally confined interpreter', async () => {
  const first = await run(LOOK, { CITY: '北京' });
  expect(first).toMatchObject({ exitCode: 0, output: expect.stringMatching(/^clean False 北京 1 True\ndrawn /) });
  // Begun by the first run.
  expect(await warmPython(snapshotMaker(home))).toBe(true);
  const second = await run(LOOK, { CITY: 'Oslo' });
  const third = await run(`${LOOK}\nprint(os.environ.get('LEFTOVER'), os.path.exists('/tmp/elsewhere'))`, {
    CITY: 'Rom',
  });
  expect(second).toMatchObject({ exitCode: 0, output: expect.stringMatching(/^clean True Oslo 1 True\ndrawn /) });
  expect(third.output).toMatch(/^clean True Rom 1 True\ndrawn .*\nNone False\n$/);
  const drawn = [first, second, third].map(({ output }) => /drawn (\S+)/.exec(output)?.[1]);
  expect(new Set(drawn).size).toBe(3);
  const escapes = await run(`import os
for name in ('js', 'pyodide_js'):
    try:
        __import__(name); print('reached', name)
    except ImportError as error:
        print('no', name)
try:
    from pyodide.code import run_js
    print('ran', run_js('process.version'))
except BaseException as error:
    print('no run_js')
print(os.path.exists('${home}/shims'), os.path.exists('/etc/passwd'), os.environ.get('SKILLDECK_PYTHON_SNAPSHOT'))`);
  expect(escapes.output).toBe('no js\nno pyodide_js\nno run_js\nFalse False None\n');
});

it('starts normally with an invalid snapshot or other start options', async () => {
  const [name] = readdirSync(path.join(home, 'shims')).filter((file) => file.endsWith('.snapshot'));
  const file = path.join(home, 'shims', name ?? '');
  expect(readFileSync(file).length).toBeGreaterThan(1_000_000);
  writeFileSync(file, 'no snapshot');
  expect(await run("import sys; print('argparse' in sys.modules)")).toMatchObject({ exitCode: 0, output: 'False\n' });
  rmSync(file);
});
