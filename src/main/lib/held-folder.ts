/**
 * A folder held open. Operations on names in it act on this very folder, even if a script renames it or replaces it by
 * a link in the meantime. Node has no `openat`: on Linux `/proc/self/fd/N/NAME` does the same; elsewhere the folder is
 * compared with the one at its path before and after each use.
 */
import { constants, type Stats } from 'node:fs';
import { chmod, type FileHandle, lstat, mkdir, open, readlink, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { SkilldeckError } from '../../shared/errors.ts';
import { detailed } from '../../shared/messages/failure.ts';
import { HAS_DESCRIPTOR_PATHS } from './processes.ts';

const { O_RDONLY, O_NOFOLLOW = 0, O_DIRECTORY = 0, O_NONBLOCK = 0 } = constants;
/** Linux: a descriptor that needs no right to read; Node does not name it. */
const O_PATH = 0o10000000;

export interface HeldFolder {
  /** Path at opening: for messages and comparisons. */
  readonly path: string;
  /** For other programs that work in it while it is held. */
  readonly ownPath: string;
  /** Opens what this leads to, without following a link at its end. @throws SkilldeckError where the folder was replaced. */
  entry(name: string): Promise<string>;
  /** @throws the system's error for a link and for what is no folder. */
  folder(name: string): Promise<HeldFolder>;
  /** The same, made where it is missing. */
  makeFolder(name: string, mode?: number): Promise<HeldFolder>;
  /** No link is followed and no pipe waited for. The caller closes the handle. */
  open(name: string, flags: number, mode?: number): Promise<FileHandle>;
  close(): Promise<void>;
}

export const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

export const replaced = (folder: string): SkilldeckError => detailed('home-unusable', 'folder-replaced', { folder });

const isSame = (a: Stats, b: Stats | undefined): boolean => b !== undefined && a.dev === b.dev && a.ino === b.ino;

const plain = (name: string): boolean =>
  name !== '' && name !== '.' && name !== '..' && !/[/\0]/.test(name) && !(path.sep === '\\' && name.includes('\\'));

function held(handle: FileHandle, at: string, info: Stats): HeldFolder {
  const ownPath = HAS_DESCRIPTOR_PATHS ? `/proc/self/fd/${handle.fd}` : at;
  const confirm = async (): Promise<void> => {
    if (HAS_DESCRIPTOR_PATHS) return;
    if (!isSame(info, await lstat(at).catch(() => undefined))) throw replaced(at);
  };
  const entry = async (name: string): Promise<string> => {
    if (!plain(name)) throw detailed('bad-input', 'folder-entry', { name });
    await confirm();
    return path.join(ownPath, name);
  };
  const folder = async (name: string): Promise<HeldFolder> => {
    const inner = await open(await entry(name), O_RDONLY | O_NOFOLLOW | O_DIRECTORY);
    try {
      const found = await inner.stat();
      // Windows follows a link anyway.
      if (!found.isDirectory() || (!HAS_DESCRIPTOR_PATHS && !isSame(found, await lstat(path.join(at, name)))))
        throw replaced(path.join(at, name));
      await confirm();
      return held(inner, path.join(at, name), found);
    } catch (error) {
      await inner.close();
      throw error;
    }
  };
  return {
    path: at,
    ownPath: HAS_DESCRIPTOR_PATHS ? `/proc/${process.pid}/fd/${handle.fd}` : at,
    entry,
    folder,
    async makeFolder(name, mode = 0o755) {
      await mkdir(await entry(name), mode).catch((error: unknown) => {
        if (codeOf(error) !== 'EEXIST') throw error;
      });
      return folder(name);
    },
    async open(name, flags, mode) {
      const file = await open(await entry(name), flags | O_NOFOLLOW | O_NONBLOCK, mode);
      try {
        await confirm();
        return file;
      } catch (error) {
        await file.close();
        throw error;
      }
    },
    close: () => handle.close(),
  };
}

/** @param real a real path. @throws SkilldeckError where a folder on the way has become a link, the system's error where it is not there. */
export async function holdFolder(real: string): Promise<HeldFolder> {
  const handle = await open(real, O_RDONLY | O_NOFOLLOW | O_DIRECTORY);
  try {
    const info = await handle.stat();
    const at = HAS_DESCRIPTOR_PATHS ? await readlink(`/proc/self/fd/${handle.fd}`) : real;
    if (!info.isDirectory() || at !== real) throw replaced(real);
    const folder = held(handle, real, info);
    return folder;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Holds a folder while `use` runs. */
export async function inFolder<T>(folder: HeldFolder, use: (folder: HeldFolder) => Promise<T>): Promise<T> {
  try {
    return await use(folder);
  } finally {
    await folder.close();
  }
}

/** Down from `base`, which it closes; folders that are missing are made. The caller closes the answer. */
export async function makeFolders(base: HeldFolder, names: readonly string[], mode?: number): Promise<HeldFolder> {
  let folder = base;
  for (const name of names) folder = await inFolder(folder, (outer) => outer.makeFolder(name, mode));
  return folder;
}

/**
 * Writes a file atomically. An existing entry is replaced; a link is replaced, not followed.
 * @param write fills the path `temporary`, which does not exist yet.
 */
export async function putEntry(
  folder: HeldFolder,
  name: string,
  temporaryName: string,
  write: (temporary: string) => Promise<void>,
): Promise<void> {
  const temporary = await folder.entry(temporaryName);
  try {
    await write(temporary);
    await rename(await folder.entry(temporaryName), await folder.entry(name));
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Gives the owner all rights to a folder in `outer`; never to what a link leads to. */
export async function openUp(outer: HeldFolder, name: string): Promise<void> {
  if (!HAS_DESCRIPTOR_PATHS) {
    const file = await outer.entry(name);
    if ((await lstat(file)).isDirectory()) await chmod(file, 0o700);
    return;
  }
  const handle = await open(await outer.entry(name), O_PATH | O_NOFOLLOW | O_DIRECTORY);
  try {
    await chmod(`/proc/self/fd/${handle.fd}`, 0o700);
  } finally {
    await handle.close();
  }
}

/** The same by a real path: its outer folder is held, so that a link in its place is not followed. */
export const openUpAt = async (folder: string): Promise<void> =>
  inFolder(await holdFolder(path.dirname(folder)), (outer) => openUp(outer, path.basename(folder)));
