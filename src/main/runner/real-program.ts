/**
 * Programs behind the launchers of version managers (pyenv, nodenv, asdf, mise, volta …). A launcher reads its manager's
 * own files and the person's settings, which a sandbox hides: the manager is asked outside which program it would start.
 */
import { execFile } from 'node:child_process';
import { closeSync, existsSync, openSync, readSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ASK_TIMEOUT_MS = 10_000;
/** Bytes: a launcher has some hundred. */
const LAUNCHER_BYTES = 2048;
/** `exec "/home/me/.pyenv/libexec/pyenv" exec "$program" "$@"`, `exec asdf exec "node" "$@"`. */
const HANDS_ON = /^exec\s+(?:"([^"]+)"|'([^']+)'|([^"'\s]+))\s+exec\s/m;
/** `export PYENV_ROOT="/home/me/.pyenv"`. */
const ROOT = /^export\s+([A-Z]+_ROOT)=(["']?)([^"'\n$]+)\2\s*$/gm;
/** Managers whose launchers are links to a program of theirs. */
const LINKED: Readonly<Record<string, string>> = { mise: 'mise', 'volta-shim': 'volta' };

export interface Manager {
  /** `pyenv` */
  readonly name: string;
  readonly file: string;
  readonly env: Readonly<Record<string, string>>;
}

/** The version manager that a program on PATH is a launcher of; undefined for a program itself. */
export function managerOf(file: string): Manager | undefined {
  const real = realpathSync.native(file);
  const linked = path.basename(file) === path.basename(real) ? undefined : LINKED[path.basename(real)];
  // Its launchers are links to it, or copies of it.
  if (path.basename(real) === 'rye' || file.includes(`${path.sep}.rye${path.sep}shims${path.sep}`))
    return { name: 'rye', file: real, env: {} };
  if (linked !== undefined) return { name: linked, file: path.join(path.dirname(real), linked), env: {} };
  if (path.basename(path.dirname(file)) !== 'shims') return undefined;
  const text = beginningOf(real);
  const [, ...names] = text.startsWith('#!') ? (HANDS_ON.exec(text) ?? []) : [];
  const handsTo = names.find((name) => name !== undefined);
  if (handsTo === undefined) return undefined;
  const env = Object.fromEntries([...text.matchAll(ROOT)].map(([, name = '', , root = '']) => [name, root]));
  return { name: path.basename(handsTo), file: handsTo, env };
}

/**
 * @param how.cwd decides the version, where the manager keeps one for each folder.
 * @returns the file itself where it is no launcher. @throws Error with the manager's words where it would start nothing.
 */
export async function realProgram(
  file: string,
  how: { readonly env: Readonly<Record<string, string | undefined>>; readonly cwd?: string | undefined },
): Promise<string> {
  const manager = managerOf(file);
  if (manager === undefined) return file;
  if (manager.name === 'rye')
    throw new Error(
      'rye does not say which program its launcher starts; name that program by its path, such as .venv/bin/python',
    );
  const options = { timeout: ASK_TIMEOUT_MS, env: { ...how.env, ...manager.env }, windowsHide: true };
  const { stdout } = await run(manager.file, ['which', path.basename(file)], {
    ...options,
    ...(how.cwd === undefined ? {} : { cwd: how.cwd }),
  }).catch((error: unknown) => {
    throw new Error(saidIn(error));
  });
  // Some warn first.
  const real = stdout.trim().split('\n').at(-1) ?? '';
  if (!path.isAbsolute(real) || !existsSync(real)) throw new Error(`it names ${JSON.stringify(real)}`);
  return real;
}

/** The last words of a program that failed, on one line. */
function saidIn(error: unknown): string {
  const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
  return (said === '' ? String(error instanceof Error ? error.message : error) : said)
    .replaceAll(/\s+/g, ' ')
    .slice(-300);
}

function beginningOf(file: string): string {
  const fd = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(LAUNCHER_BYTES);
    return bytes.toString('utf8', 0, readSync(fd, bytes));
  } finally {
    closeSync(fd);
  }
}
