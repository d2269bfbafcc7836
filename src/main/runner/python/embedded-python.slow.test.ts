import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tempFolder } from '../../lib/test-kit/temp-folder.ts';
import type { RunRequest } from '../run-request.ts';
import { createRunner, type Runner } from '../runner.ts';
import { temporaryHome } from '../test-kit/home.ts';

const home = tempFolder();
const outside = temporaryHome();
let runner: Runner;
let work = '';
beforeAll(async () => {
  runner = createRunner({ home, environment: { ...process.env, SKILLDECK_PYTHON: 'embedded' } });
  work = (await runner.workspace('s')).work;
});
afterAll(() => {
  outside.remove();
});

let calls = 0;
function run(command: string, more: Partial<RunRequest> = {}) {
  calls += 1;
  return runner.run({
    sessionId: 's',
    callId: `c${calls}`,
    command,
    timeoutSeconds: 60,
    signal: new AbortController().signal,
    ...more,
  });
}
function script(name: string, source: string, dir = work): Promise<string> {
  writeFileSync(path.join(dir, name), source);
  return runner.runWith(path.join(dir, name));
}

it('replaces python3: arguments, status, streams, input, environment, folder and files', async () => {
  const command = await script(
    'all in one.py',
    `import os, sys
from helper import word
print(sys.argv[1:], os.getcwd() == os.environ['WORK_DIR'], os.environ['SKILL_NAME'], os.environ['CITY'], __name__, word)
print('to stderr', file=sys.stderr)
print(sys.stdin.read())
open(os.environ['OUTPUT_DIR'] + '/票.txt', 'w').write('一')
open(os.environ['SKILL_DATA_DIR'] + '/store', 'w').write('kept')
os.mkdir('work/new'); os.rename('work/new', 'work/newer')
sys.exit(7)`,
  );
  await script('helper.py', "word = 'imported'");
  expect(command).toMatch(/^skilldeck-python '.*all in one\.py'$/);
  const skill = { id: 'book', dir: work, data: 'home' as const };
  const both = `echo 输入 | ${command} 'a b' --x 2> work/err; code=$?; sed 's/^/E:/' work/err; exit $code`;
  const result = await run(both, { env: { CITY: '北京' }, skill });
  expect(
    result.output
      .trimEnd()
      .split('\n')
      .filter((line) => line !== '')
      .sort(),
  ).toEqual(["['a b', '--x'] True book 北京 __main__ imported", 'E:to stderr', '输入'].sort());
  expect(result).toMatchObject({ exitCode: 7, interpreter: 'bash' });
  expect(result.files).toEqual([expect.objectContaining({ name: '票.txt', bytes: 3, version: 1 })]);
  expect(readFileSync(path.join(home, 'data/book/store'), 'utf8')).toBe('kept');
  expect(existsSync(path.join(work, 'newer'))).toBe(true);
  expect(await run(`${command} </dev/null`, { env: { CITY: 'x' }, skill })).toMatchObject({
    exitCode: 7,
    interpreter: 'embedded Python',
  });
});

it('ends as CPython does', { timeout: 120_000 }, async () => {
  const failing = await run(await script('fails.py', 'def f():\n    raise ValueError("boom")\nf()'));
  expect(failing.exitCode).toBe(1);
  expect(failing.output).toMatch(
    /^Traceback \(most recent call last\):\n {2}File ".*fails\.py", line 3, in <module>\n/,
  );
  expect(failing.output).toMatch(/\nValueError: boom\n$/);
  expect(failing.output).not.toContain('driver');
  expect(await run(await script('message.py', 'import sys; sys.exit("no such city")'))).toMatchObject({
    exitCode: 1,
    output: 'no such city\n',
  });
  expect(await run(await script('syntax.py', 'def'))).toMatchObject({
    exitCode: 1,
    output: expect.stringContaining('SyntaxError'),
  });
  const forms = await run(
    'python3 -c "import sys; print(sys.argv)" a; cd work; echo "print(6*7)" | python3 -; python3 -V; python3 nowhere.py; python3 --bogus',
  );
  expect(forms.output).toMatch(
    /^\['-c', 'a'\]\n42\nPython 3\.\d+\.\d+ \(Pyodide .*\)\nskilldeck-python: can't open file 'nowhere\.py': .*\nskilldeck-python: Unknown option: --bogus\n$/s,
  );
  expect(forms.exitCode).toBe(2);
});

it('exposes the folders of its run and nothing of the host', async () => {
  const skillDir = path.join(outside.home, 'skill');
  mkdirSync(skillDir);
  writeFileSync(path.join(outside.home, 'secret'), 'secret');
  writeFileSync(path.join(skillDir, 'data.txt'), 'readable');
  const attempts = `
import os, sys
def attempt(name, f):
    try: print(name, repr(f())[:300])
    except BaseException as e: print(name, 'refused', type(e).__name__)
def link():
    os.symlink(${JSON.stringify(outside.home)}, os.environ['WORK_DIR'] + '/link')
    return os.listdir(os.environ['WORK_DIR'] + '/link')
def mount():
    import pyodide_js
    pyodide_js.mountNodeFS('/host', '/')
    return os.listdir('/host/etc')
def function():
    from pyodide.ffi import to_js
    return to_js([]).constructor.constructor('return process')()
def globals_():
    import js
    return js.process
def run_js():
    from pyodide.code import run_js
    return run_js('process.version')
def fetch():
    from pyodide.http import open_url
    return open_url('http://127.0.0.1:1/')
def core():
    import _pyodide_core, _pyodide_core as c
    return [n for n in dir(c) if 'module' in n.lower() or 'api' in n.lower() or 'global' in n.lower()]
attempt('own', lambda: open(${JSON.stringify(path.join(skillDir, 'data.txt'))}).read())
attempt('write-skill', lambda: open(${JSON.stringify(path.join(skillDir, 'data.txt'))}, 'w'))
attempt('secret', lambda: open(${JSON.stringify(path.join(outside.home, 'secret'))}).read())
attempt('passwd', lambda: open('/etc/passwd').read())
attempt('proc', lambda: open('/proc/self/environ').read())
attempt('up', lambda: open(os.environ['WORKSPACE_DIR'] + '/../../shims/python3').read())
attempt('link', link)
attempt('js', globals_)
attempt('run_js', run_js)
attempt('mount', mount)
attempt('function', function)
attempt('fetch', fetch)
def system():
    if os.system('id') != 0: raise OSError()
attempt('system', system)
attempt('popen', lambda: __import__('subprocess').check_output('id'))
`;
  writeFileSync(path.join(skillDir, 'attempts.py'), attempts);
  const result = await run(await runner.runWith(path.join(skillDir, 'attempts.py')), {
    skill: { id: 'other', dir: skillDir },
  });
  const lines = Object.fromEntries(
    result.output
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/ (.*)/s).slice(0, 2)),
  );
  const { own, ...others } = lines;
  expect(own).toBe("'readable'");
  expect(Object.entries(others).filter(([, outcome]) => !String(outcome).startsWith('refused'))).toEqual([]);
  expect(Object.keys(others)).toHaveLength(13);
  expect(readFileSync(path.join(skillDir, 'data.txt'), 'utf8')).toBe('readable');
});
