/**
 * Small folder, first on the PATH of runs: the embedded Python under its own name, and under `python3`, `python` and
 * `node` if the machine has none.
 */
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { packageFolder } from '../../lib/app-files.ts';
import { AS_NODE, asNodeWords, ownNodeFiles } from '../../lib/own-node.ts';
import { embeddedPythonEntry } from '../python/python-entry.ts';
import { PACKAGE_VARIABLE, SNAPSHOT_VARIABLE, snapshotFile } from '../python/python-snapshot-file.ts';
import type { SnapshotMaker } from '../python/warm-python.ts';
import { EMBEDDED_PYTHON, type Interpreters } from './interpreters.ts';
import { posixWord } from './shell-word.ts';

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
  await mkdir(dir, { recursive: true, mode: 0o700 });
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
  ];
  for (const [name, content, present] of wanted) {
    const file = path.join(dir, windows ? `${name}.cmd` : name);
    if (present) await put(file, content);
    else await rm(file, { force: true });
  }
  return dir;
}
