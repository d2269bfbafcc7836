/**
 * Interpreters for scripts on this machine (CONTRACT §3): `uv run` if uv is installed, else the machine's Python, else
 * the embedded one; Node for .js and .mjs, ours if the machine has none; bash for .sh. Detected by running them: on
 * macOS and Windows a `python3` on PATH may be a stub that only offers to install one.
 */

import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { packageFolder } from '../lib/app-files.ts';
import { readSmallJson, replaceFile } from '../lib/files.ts';
import { AS_NODE, asNodeWords, findProgram, ownNodeFiles } from '../lib/processes.ts';
import { embeddedPythonEntry } from './python/python-entry.ts';
import { PACKAGE_VARIABLE, SNAPSHOT_VARIABLE, snapshotFile } from './python/python-snapshot-file.ts';
import type { SnapshotMaker } from './python/warm-python.ts';

const PLAIN = /^[A-Za-z0-9_@%+=:,./-]+$/;

/** One word as a POSIX shell reads it back; untouched where nothing in it means anything to a shell. */
export const posixWord = (word: string): string =>
  PLAIN.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;

/** One word for `cmd.exe`, where paths hold backslashes and a path cannot hold a double quote. */
const windowsWord = (word: string): string => (/^[A-Za-z0-9_@+=:,.\\/-]+$/.test(word) ? word : `"${word}"`);

/**
 * Interpreters that answered before, kept in the data folder: trying them takes a third of a command's time. A changed file
 * is tried again, and every file after a day: the launcher of a version manager stays the same when what it starts is removed.
 */
const KEPT_MS = 24 * 60 * 60 * 1000;

/** Keyed by absolute path. */
const answersSchema = z.record(z.string(), z.object({ stamp: z.string(), at: z.int() }));

type KnownPrograms = ReturnType<typeof knownPrograms>;

/** @param home where it does not exist, nothing is kept. */
export function knownPrograms(home: string, now: () => number = Date.now) {
  const file = path.join(home, 'cache', 'programs.json');
  const read = answersSchema.safeParse(readSmallJson(file));
  const fresh = Object.entries(read.data ?? {}).filter(([, { at }]) => Math.abs(now() - at) < KEPT_MS);
  const known = new Map(fresh);
  let changed = false;
  return {
    /** Tries the program unless it answered before. @param answers starts it. */
    async answers(program: string, answers: () => Promise<boolean>): Promise<boolean> {
      const stamp = stampOf(program);
      if (stamp !== undefined && known.get(program)?.stamp === stamp) return true;
      const itDoes = await answers();
      if (itDoes && stamp !== undefined) {
        known.set(program, { stamp, at: now() });
        changed = true;
      }
      return itDoes;
    },
    /** Never throws: without the file the next start only takes longer. */
    save(): void {
      if (!changed || !existsSync(home)) return;
      try {
        mkdirSync(path.dirname(file), { recursive: true });
        replaceFile(file, JSON.stringify(Object.fromEntries(known)), 0o600);
      } catch {
        // A full or read-only disk.
      }
    },
  };
}

/** Stamp of the file itself, wherever a link leads. */
function stampOf(file: string): string | undefined {
  const info = statSync(file, { throwIfNoEntry: false });
  return info === undefined ? undefined : `${info.mtimeMs}.${info.size}.${info.ino}`;
}

export const EMBEDDED_PYTHON = 'skilldeck-python';

type Environment = Readonly<Record<string, string | undefined>>;

/** Absolute paths of what was found and answered. */
export type FoundPrograms = Readonly<
  Partial<Record<Exclude<PythonKind, 'embedded'> | 'node' | 'bash', string | undefined>>
>;

type PythonKind = 'uv' | 'python3' | 'python' | 'py' | 'embedded';

export interface Interpreters {
  readonly python: PythonKind;
  readonly found: FoundPrograms;
  /** Starts a command line; the arguments before it are `shell.args`. */
  readonly shell: { readonly name: string; readonly file: string };
  /** The command that starts this script, as shown to the model; it works exactly so inside a run. Paths are absolute. */
  runWith(script: string): string;
  /** The words before the script's path by which a script of this kind may be started, the one of `runWith` first; empty for another kind. */
  starters(script: string): readonly (readonly string[])[];
  /** Interpreter that will run this command, judged by its first words; otherwise the shell. */
  nameOf(words: readonly string[]): string;
  /** The shell's own way of writing one word. */
  quote(word: string): string;
}

/** A script of this app's workspace is no download that Windows would refuse; a profile could change what it does. */
const POWERSHELL = ['-NoProfile', '-NonInteractive', '-ExecutionPolicy', 'Bypass', '-File'] as const;

const run = promisify(execFile);
const PROBE_TIMEOUT_MS = 10_000;
/** Oldest Python that skills may count on. */
const PYTHON_PROBE = 'import sys; sys.exit(sys.version_info < (3, 9))';

/** Windows brings a `bash` along that starts another system, or offers to install one: paths and variables are not ours there. */
const isLinuxStub = (file: string | undefined, platform: NodeJS.Platform): boolean =>
  platform === 'win32' && /\\(system32|windowsapps)\\/i.test(file ?? '');

const answers = (file: string, args: readonly string[], env: Environment): Promise<boolean> =>
  run(file, [...args], { timeout: PROBE_TIMEOUT_MS, env: { ...env }, windowsHide: true }).then(
    () => true,
    () => false,
  );

/** Tries each program that PATH names and is not known yet. Takes as long as the slowest, at most ten seconds. */
export async function findPrograms(
  environment: Environment,
  platform = process.platform,
  known?: KnownPrograms,
): Promise<FoundPrograms> {
  const at = (name: string): string | undefined => findProgram([name], environment, platform);
  const working = async (name: string, ...args: string[]): Promise<string | undefined> => {
    const file = at(name);
    if (file === undefined) return undefined;
    const attempt = () => answers(file, args, environment);
    return (await (known?.answers(file, attempt) ?? attempt())) ? file : undefined;
  };
  const [uv, python3, python, py, node] = await Promise.all([
    working('uv', '--version'),
    working('python3', '-c', PYTHON_PROBE),
    working('python', '-c', PYTHON_PROBE),
    platform === 'win32' ? working('py', '-3', '-c', PYTHON_PROBE) : undefined,
    working('node', '--version'),
  ]);
  const bash = at('bash');
  return { uv, python3, python, py, node, bash: isLinuxStub(bash, platform) ? undefined : bash };
}

function choosePython(found: FoundPrograms, platform: NodeJS.Platform): PythonKind {
  if (found.uv !== undefined) return 'uv';
  // On Windows the launcher is what an installation registers; `python` there may be the Store's stub.
  if (platform === 'win32' && found.py !== undefined) return 'py';
  if (found.python3 !== undefined) return 'python3';
  return found.python === undefined ? 'embedded' : 'python';
}

/** Pure: the same choice for the same findings. */
export function chooseInterpreters(found: FoundPrograms, platform: NodeJS.Platform, embedded: boolean): Interpreters {
  const quote = platform === 'win32' ? windowsWord : posixWord;
  const python = embedded ? 'embedded' : choosePython(found, platform);
  const pythonStarter: Readonly<Record<PythonKind, readonly string[]>> = {
    uv: ['uv', 'run'],
    python3: ['python3'],
    python: ['python'],
    py: ['py'],
    embedded: [EMBEDDED_PYTHON],
  };
  const starters = (script: string): readonly (readonly string[])[] => {
    switch (path.extname(script).toLowerCase()) {
      case '.py': {
        const first = pythonStarter[python];
        const others = [['python3'], ['python'], [EMBEDDED_PYTHON]].filter((other) => other[0] !== first[0]);
        return [first, ...others];
      }
      case '.js':
      case '.mjs':
      case '.cjs':
        return [['node']];
      case '.sh':
        // Every machine except Windows has `sh`; anything missing there is reported when it is run.
        return found.bash === undefined && platform !== 'win32' ? [['sh'], ['bash']] : [['bash']];
      case '.bat':
      case '.cmd':
        return platform === 'win32' ? [['call']] : [];
      case '.ps1':
        return [platform === 'win32' ? ['powershell', ...POWERSHELL] : ['pwsh', ...POWERSHELL]];
      default:
        return [];
    }
  };
  const shell =
    platform === 'win32'
      ? { name: 'cmd', file: 'cmd.exe' }
      : found.bash === undefined
        ? { name: 'sh', file: '/bin/sh' }
        : { name: 'bash', file: found.bash };
  return {
    python,
    found,
    shell,
    quote,
    starters,
    runWith: (script) => [...(starters(script)[0] ?? []), quote(script)].join(' '),
    nameOf(words) {
      const first = words[0] ?? '';
      if (first === 'uv' && words[1] === 'run') return 'uv';
      if (first === EMBEDDED_PYTHON || (/^python3?$/.test(first) && python === 'embedded')) return 'embedded Python';
      return ['python', 'python3', 'py', 'node', 'bash', 'sh'].includes(first) ? first : shell.name;
    },
  };
}

/**
 * Small folder, first on the PATH of runs: the embedded Python under its own name, and under `python3`, `python` and
 * `node` if the machine has none.
 */
const NODE = process.execPath;
const EXPORT_AS_NODE = Object.keys(AS_NODE).length === 0 ? '' : `export ${asNodeWords().join(' ')}\n`;

interface PythonFiles {
  readonly entry: string;
  readonly packageDir: string;
}

const pythonFiles = (): PythonFiles => ({ entry: embeddedPythonEntry(), packageDir: packageFolder('pyodide') });

/** The interpreter's own code is ours: what of it is never called need not be checked, which is a tenth of a start. */
const NODE_FLAGS = ['--no-warnings', '--disallow-code-generation-from-strings', '--wasm-lazy-validation'];

/**
 * If Node supports it, the process itself may access only the run's folders. Code from strings is disabled, so that any
 * JavaScript reached from Python cannot create more.
 */
function permissionFlags(files: PythonFiles, snapshot: string): string[] {
  const flags = [...NODE_FLAGS];
  if (!process.allowedNodeEnvironmentFlags.has('--permission')) return flags;
  const readable = [path.dirname(files.entry), files.packageDir, snapshot];
  return [...flags, '--permission', ...readable.map((dir) => `--allow-fs-read=${dir}`)];
}

/**
 * The run must not control what Node itself reads from the environment. Flags are inserted before the program's file
 * one by one, since only the environment names a run's folders.
 */
function posixPython(files: PythonFiles, snapshot: string): string {
  const flags = permissionFlags(files, snapshot);
  const folders = flags.includes('--permission')
    ? `set -f
IFS='
'
for folder in $SKILLDECK_READABLE; do set -- "--allow-fs-read=$folder" "$@"; done
for folder in $SKILLDECK_WRITABLE; do set -- "--allow-fs-write=$folder" "$@"; done
`
    : '';
  return `#!/bin/sh
set -- ${posixWord(files.entry)} "$@"
${folders}unset NODE_OPTIONS NODE_COMPILE_CACHE NODE_V8_COVERAGE NODE_EXTRA_CA_CERTS OPENSSL_CONF OPENSSL_MODULES
${EXPORT_AS_NODE}export ${SNAPSHOT_VARIABLE}=${posixWord(snapshot)} ${PACKAGE_VARIABLE}=${posixWord(files.packageDir)}
exec ${posixWord(NODE)} ${flags.map(posixWord).join(' ')} "$@"
`;
}

const posixNode = (): string => `#!/bin/sh\n${EXPORT_AS_NODE}exec ${posixWord(NODE)} "$@"\n`;

/** Runs a script as `uv run` does where there is no uv; what the script needs was provided, or is on this machine. */
const UV_RUN = `#!/bin/sh
if [ "$1" != run ]; then echo 'There is no uv here: only "uv run SCRIPT" works.' >&2; exit 127; fi
shift
while :; do
  case "$1" in
    --with|--with-requirements|--python|-p|--extra|--index) shift 2 ;;
    python|python3) shift; break ;;
    -*) shift ;;
    *) break ;;
  esac
done
command -v python3 >/dev/null 2>&1 && exec python3 "$@"
exec python "$@"
`;
/** Below the shims, before everything else in runs that have packages: a real uv would fetch them, and runs have no network. */
export const SHIMS_WITH_PACKAGES = 'with-packages';

function windowsStart(args: readonly string[], more = ''): string {
  const setting = `${asNodeWords()
    .map((word) => `@set ${word}\r\n`)
    .join('')}${more}`;
  return `${setting}@"${NODE}" ${args.map((arg) => `"${arg}"`).join(' ')} %*\r\n`;
}

/** Replaced in one step, and only where it differs: a run may be using it. */
async function put(file: string, content: string): Promise<void> {
  if ((await readFile(file, 'utf8').catch(() => undefined)) === content) return;
  const temporary = `${file}.${process.pid}`;
  await writeFile(temporary, content, { mode: 0o755 });
  await rename(temporary, file);
}

/** The one that the build made beside its program, else one of this data folder's own. */
function snapshotFor(folder: string, { entry, packageDir }: PythonFiles): string {
  const built = snapshotFile(path.dirname(entry), entry, packageDir);
  return existsSync(built) ? built : snapshotFile(folder, entry, packageDir);
}

const shimFolder = (home: string): string => path.join(path.resolve(home), 'shims');

/** The folders and files that the shims and what they start are made of. */
export function shimNeeds(home: string): string[] {
  const files = pythonFiles();
  return [shimFolder(home), path.dirname(files.entry), files.packageDir, ownNodeFiles()];
}

/** Describes how to make the embedded Python's snapshot that the shims load. The shims' folder must exist. */
export function snapshotMaker(home: string): SnapshotMaker {
  const files = pythonFiles();
  const folder = shimFolder(home);
  const file = snapshotFor(folder, files);
  const flags = permissionFlags(files, file);
  const writable = flags.includes('--permission') ? [`--allow-fs-read=${folder}`, `--allow-fs-write=${folder}`] : [];
  return {
    args: [...flags, ...writable, files.entry],
    env: { ...AS_NODE, [PACKAGE_VARIABLE]: files.packageDir },
    file,
  };
}

/** Starts our own Node for nothing; for `/bin/sh`. */
export const ownNodeStarts = (): string =>
  ['env', ...asNodeWords(), posixWord(NODE), ...NODE_FLAGS, '-e', '0'].join(' ');

/** @returns the folder's path, which is `HOME/shims`. */
export async function writeShims(home: string, interpreters: Interpreters): Promise<string> {
  const dir = shimFolder(home);
  await mkdir(path.join(dir, SHIMS_WITH_PACKAGES), { recursive: true, mode: 0o700 });
  const files = pythonFiles();
  const snapshot = snapshotFor(dir, files);
  const windows = process.platform === 'win32';
  const python = windows
    ? windowsStart(
        [...NODE_FLAGS, files.entry],
        `@set "${SNAPSHOT_VARIABLE}=${snapshot}"\r\n@set "${PACKAGE_VARIABLE}=${files.packageDir}"\r\n`,
      )
    : posixPython(files, snapshot);
  const node = windows ? windowsStart([]) : posixNode();
  const standIn = interpreters.python === 'embedded';
  const wanted: readonly (readonly [name: string, content: string, present: boolean])[] = [
    [EMBEDDED_PYTHON, python, true],
    ['python3', python, standIn],
    ['python', python, standIn],
    ['node', node, interpreters.found.node === undefined],
    ...(windows
      ? []
      : ([
          ['uv', UV_RUN, interpreters.found.uv === undefined],
          [`${SHIMS_WITH_PACKAGES}/uv`, UV_RUN, true],
        ] as const)),
  ];
  for (const [name, content, present] of wanted) {
    const file = path.join(dir, windows ? `${name}.cmd` : name);
    if (present) await put(file, content);
    else await rm(file, { force: true });
  }
  return dir;
}
