/**
 * A Python for machines that have none: a separate program, run by the shim `skilldeck-python`, and called like
 * `python3 [-c CODE | -m MODULE | - | SCRIPT] ARGS`. Pyodide in this process, under Node's `--permission`: the script
 * sees only the folders of its run, and none of the host's JavaScript.
 */
import childProcess from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import tty from 'node:tty';
import type { PyodideAPI, PyodideConfig } from 'pyodide';
import { loadPyodide, version } from './load-pyodide.ts';
import { MAKE_VARIABLE, SNAPSHOT_VARIABLE, snapshotFile } from './python-snapshot-file.ts';

// Snapshot of the started embedded Python, as a file: loading it takes a fifth of a start. One of our processes, which
// runs no script, creates it, and every run loads a fresh copy: no state passes between runs.

/** Set for every run: it affects how the interpreter starts, so it is part of the snapshot. */
const BAKED: Readonly<Record<string, string>> = {
  PYTHONDONTWRITEBYTECODE: '1',
  PYTHONUNBUFFERED: '1',
  PYTHONUTF8: '1',
};

/** Modules that scripts often import. Every run reseeds those that draw random numbers. */
const WARM = `
import abc, argparse, atexit, base64, bisect, calendar, collections, contextlib, copy, csv, dataclasses, datetime, decimal
import enum, fnmatch, functools, glob, hashlib, html, io, itertools, json, locale, math, operator, os, pathlib, re, runpy
import shutil, string, sys, textwrap, time, traceback, types, typing, unicodedata, urllib.parse, warnings`;

const BEGIN = `
def begin(names):
    import os, sys, time
    os.environ.update(names)
    for place in reversed(names.get('PYTHONPATH', '').split(':')):
        if place and place not in sys.path:
            sys.path.insert(0, place)
    if hasattr(time, 'tzset'):
        time.tzset()
    if 'random' in sys.modules:
        sys.modules['random'].seed()
    if 'tempfile' in sys.modules:
        sys.modules['tempfile']._name_sequence = None
begin`;

const config = (env: Readonly<Record<string, string>>): PyodideConfig => ({
  // Nothing of the host's JavaScript is within reach.
  jsglobals: Object.create(null),
  env: { ...env },
  args: [],
});

/** @throws where the interpreter does not start or the file cannot be written. */
async function makeSnapshot(file: string): Promise<void> {
  const python = await loadPyodide({ ...config(BAKED), _makeSnapshot: true });
  python.runPython(WARM);
  const make: unknown = Reflect.get(python, 'makeMemorySnapshot');
  if (typeof make !== 'function') throw new Error('This Pyodide makes no snapshots.');
  const bytes: unknown = make.call(python);
  if (!(bytes instanceof Uint8Array)) throw new Error('This Pyodide makes no snapshots.');
  const temporary = `${file}.new`;
  // Contains no user data, and any user of the app must be able to read the build's copy.
  fs.writeFileSync(temporary, bytes, { mode: 0o644 });
  // Atomic: a partial file would start as a broken interpreter.
  fs.renameSync(temporary, file);
}

/** An environment that changes how the interpreter starts needs a full start; folders of packages can be added later. */
const startsAsKept = (env: Readonly<Record<string, string>>): boolean =>
  Object.entries(env).every(
    ([name, value]) => !name.startsWith('PYTHON') || name === 'PYTHONPATH' || BAKED[name] === value,
  ) && Object.keys(BAKED).every((name) => env[name] !== undefined);

function readSnapshot(): Uint8Array | undefined {
  const file = process.env[SNAPSHOT_VARIABLE] ?? '';
  try {
    return file === '' ? undefined : fs.readFileSync(file);
  } catch {
    return undefined; // Not made yet.
  }
}

/** Like `loadPyodide` with this environment, but five times as fast if there is a snapshot. */
async function startPython(env: Readonly<Record<string, string>>): Promise<PyodideAPI> {
  const snapshot = startsAsKept(env) ? readSnapshot() : undefined;
  if (snapshot === undefined) return loadPyodide(config(env));
  let python: PyodideAPI;
  try {
    python = await loadPyodide({ ...config(env), _loadSnapshot: snapshot });
  } catch {
    return loadPyodide(config(env));
  }
  // What it read or drew at its start gives way to this run's values.
  const begin = python.runPython(BEGIN, { globals: python.toPy({}) });
  begin(python.toPy(env));
  return python;
}

type Target =
  | { readonly mode: 'file' | 'code' | 'module'; readonly target: string; readonly argv: readonly string[] }
  | { readonly mode: 'version' }
  | { readonly mode: 'usage'; readonly message: string };

/** Options of `python3` that change nothing here; those in the second set take a value. */
const IGNORED = /^-[bBdEiIOPqRsSuvx]+$/;
const WITH_VALUE: ReadonlySet<string> = new Set(['-W', '-X']);

function readArguments(args: readonly string[]): Target {
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? '';
    const rest = args.slice(index + 1);
    if (arg === '-V' || arg === '--version') return { mode: 'version' };
    if (arg === '-c' || arg === '-m') {
      const [target, ...others] = rest;
      if (target === undefined) return { mode: 'usage', message: `Argument expected for the ${arg} option` };
      return { mode: arg === '-c' ? 'code' : 'module', target, argv: [arg, ...others] };
    }
    if (arg === '-') return { mode: 'code', target: fs.readFileSync(0, 'utf8'), argv: ['-', ...rest] };
    if (WITH_VALUE.has(arg)) index += 1;
    else if (!arg.startsWith('-')) return { mode: 'file', target: arg, argv: [arg, ...rest] };
    else if (!IGNORED.test(arg)) return { mode: 'usage', message: `Unknown option: ${arg}` };
  }
  if (tty.isatty(0)) return { mode: 'usage', message: 'The embedded Python has no interactive mode: give it a script' };
  return { mode: 'code', target: fs.readFileSync(0, 'utf8'), argv: [''] };
}

/** Another process that shares the terminal or pipe may set it to non-blocking. */
function writeAll(fd: number, bytes: Uint8Array): void {
  const nap = new Int32Array(new SharedArrayBuffer(4));
  for (let done = 0; done < bytes.length; ) {
    try {
      done += fs.writeSync(fd, bytes, done);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
      Atomics.wait(nap, 0, 0, 1);
    }
  }
}

function readSome(buffer: Uint8Array): number {
  try {
    return fs.readSync(0, buffer);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EOF') return 0;
    throw error;
  }
}

/** `C:\a\b` is `/C/a/b` inside; elsewhere a path is itself. */
function guestPath(hostPath: string): string {
  if (process.platform !== 'win32') return hostPath;
  return hostPath.replace(/^([A-Za-z]):/, '/$1').replaceAll('\\', '/');
}

/** Folders of this run, none inside another; includes writable ones. */
function folders(): string[] {
  const listed = (process.env.SKILLDECK_READABLE ?? '').split('\n').filter((dir) => dir !== '');
  return listed.map((dir) => path.resolve(dir)).filter((dir) => fs.existsSync(dir));
}

/** Contents of the script's `os.environ`. */
function guestEnvironment(env: NodeJS.ProcessEnv, seen: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => {
      if (value === undefined || name.startsWith('SKILLDECK_') || name.startsWith('ELECTRON_')) return [];
      return [[name, seen.some((dir) => value.startsWith(dir)) ? guestPath(value) : value]];
    }),
  );
}

/** Runs what was asked for as `__main__`; returns the exit status that CPython would end with. */
const DRIVER = `
def run(mode, target, argv, seen):
    import importlib, os, sys, types
    # Folders of packages were mounted after the start.
    importlib.invalidate_caches()
    main = types.ModuleType('__main__')
    main.__dict__['__builtins__'] = __builtins__
    main.__dict__['__annotations__'] = {}
    sys.modules['__main__'] = main
    sys.argv = list(argv)
    def report(error):
        import traceback
        trace = error.__traceback__.tb_next if error.__traceback__ else None
        while trace is not None and trace.tb_frame.f_code.co_filename.startswith(('<driver>', '<frozen runpy>')):
            trace = trace.tb_next
        traceback.print_exception(type(error), error, trace)
    status = 0
    try:
        if mode == 'file':
            try:
                with open(target, 'rb') as file:
                    source = file.read()
            except OSError as error:
                print(f"skilldeck-python: can't open file {target!r}: [Errno {error.errno}] {error.strerror}. "
                      f"The embedded Python sees these folders only: {', '.join(seen)}", file=sys.stderr)
                return 2
            sys.path.insert(0, os.path.dirname(os.path.realpath(target)))
            main.__file__ = target
            exec(compile(source, target, 'exec', dont_inherit=True), main.__dict__)
        elif mode == 'module':
            import runpy
            sys.path.insert(0, os.getcwd())
            runpy.run_module(target, run_name='__main__', alter_sys=True)
        else:
            sys.path.insert(0, '')
            exec(compile(target, '<stdin>' if argv[0] in ('', '-') else '<string>', 'exec', dont_inherit=True), main.__dict__)
    except SystemExit as end:
        if end.code is None:
            status = 0
        elif isinstance(end.code, int):
            status = end.code & 255
        else:
            print(end.code, file=sys.stderr)
            status = 1
    except BaseException as error:
        report(error)
        status = 1
    try:
        import atexit
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
    except BaseException:
        status = 120
    return status
run
`;

const FORGET = `
import sys
sys.modules.pop('pyodide_js', None)
vars(sys.modules.get('pyodide._package_loader', sys)).pop('loadedPackages', None)
`;

/**
 * Emscripten's view of Node, before it takes it: constants by a call that `--permission` refuses, a refusal of the
 * permission model as the EACCES that it knows (it takes an unknown code for success), and no shell for `os.system`.
 */
function prepareNode(): void {
  Reflect.set(process, 'binding', (name: string) => {
    if (name === 'constants') return { fs: fs.constants };
    throw new Error(`process.binding('${name}') is not available`);
  });
  for (const [name, original] of Object.entries(fs)) {
    if (!name.endsWith('Sync') || typeof original !== 'function') continue;
    Reflect.set(fs, name, (...args: readonly unknown[]): unknown => {
      try {
        return Reflect.apply(original, fs, args);
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ERR_ACCESS_DENIED')
          throw Object.assign(new Error(error.message), { code: 'EACCES' });
        throw error;
      }
    });
  }
  const refuse = () => ({ status: 127, signal: null });
  for (const name of ['spawnSync', 'execSync', 'execFileSync', 'spawn', 'exec', 'execFile', 'fork']) {
    Reflect.set(childProcess, name, refuse);
  }
}

/** Takes from it what is the host's, and shows it the folders of its run. */
function confine(python: PyodideAPI, seen: readonly string[]): void {
  for (const name of ['js', 'pyodide_js']) python.unregisterJsModule(name);
  // Taken off the list, it is still among the modules that were imported, and the loader of packages holds a part of it.
  python.runPython(FORGET);
  for (const name of ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest']) Reflect.deleteProperty(globalThis, name);
  for (const dir of seen) python.mountNodeFS(guestPath(dir), dir);
}

/** @returns its exit status. */
function drive(python: PyodideAPI, asked: Exclude<Target, { mode: 'usage' }>, seen: readonly string[]): number {
  if (asked.mode === 'version') {
    const text: unknown = python.runPython('import sys; sys.version.split()[0]');
    writeAll(1, Buffer.from(`Python ${String(text)} (Pyodide ${version})\n`));
    return 0;
  }
  const cwd = process.cwd();
  if (seen.some((dir) => cwd === dir || cwd.startsWith(dir + path.sep))) python.FS.chdir(guestPath(cwd));
  python.setStdin({ read: readSome, isatty: tty.isatty(0) });
  const output = (fd: number) => ({
    write: (bytes: Uint8Array) => {
      writeAll(fd, bytes);
      return bytes.length;
    },
    isatty: tty.isatty(fd),
  });
  python.setStdout(output(1));
  python.setStderr(output(2));
  const known = (word: string): string => (seen.some((dir) => word.startsWith(dir)) ? guestPath(word) : word);
  const run = python.runPython(DRIVER, { filename: '<driver>', globals: python.toPy({}) });
  const status: unknown = run(
    asked.mode,
    asked.mode === 'file' ? known(asked.target) : asked.target,
    python.toPy(asked.argv.map(known)),
    python.toPy(seen.map(guestPath)),
  );
  return typeof status === 'number' ? status : 1;
}

/** Imported only by the build: from source, an interpreter's own permissions let it read nothing outside this folder. */
async function fileInBuild(dir: string): Promise<string> {
  const { packageFolder } = await import('../../lib/app-files.ts');
  return snapshotFile(dir, import.meta.filename, packageFolder('pyodide'));
}

async function main(): Promise<number> {
  const { [MAKE_VARIABLE]: snapshot } = process.env;
  if (snapshot !== undefined) {
    prepareNode();
    await makeSnapshot(snapshot.endsWith('/') ? await fileInBuild(snapshot) : snapshot);
    return 0;
  }
  const asked = readArguments(process.argv.slice(2));
  if (asked.mode === 'usage') {
    writeAll(2, Buffer.from(`skilldeck-python: ${asked.message}\n`));
    return 2;
  }
  prepareNode();
  const seen = folders();
  const python = await startPython(guestEnvironment(process.env, seen));
  confine(python, seen);
  return drive(python, asked, seen);
}

try {
  process.exit(await main());
} catch (error) {
  writeAll(
    2,
    Buffer.from(`skilldeck-python: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`),
  );
  process.exit(1);
}
