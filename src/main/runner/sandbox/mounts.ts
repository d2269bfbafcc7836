/** The machine as a confined run sees it, in bubblewrap's arguments. Everything else is missing. */

import { randomUUID } from 'node:crypto';
import { type Dirent, lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { cp, mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { messageOf } from '../../../shared/errors.ts';
import { codeOf, openUpAt } from '../../lib/held-folder.ts';
import { isInside } from '../workspace/workspace.ts';
import { foldersBetween, isBare, isGitPart, isRepository, isReserved, protectedIn } from './protected.ts';
import type { Bounds } from './sandbox.ts';

/** Parts of /etc for libraries, names, zones, fonts, certificates and programs of documents. No passwords, keys or hosts. */
const ETC = [
  'ld.so.cache ld.so.conf ld.so.conf.d alternatives passwd group nsswitch.conf protocols services localtime',
  'timezone locale.alias locale.conf default/locale mime.types magic os-release debian_version lsb-release',
  'terminfo inputrc fonts papersize python3 perl ssl/certs ssl/openssl.cnf ca-certificates pki/tls/certs',
  'pki/ca-trust crypto-policies libreoffice ImageMagick-6 ImageMagick-7 ghostscript texmf',
  'java-11-openjdk java-17-openjdk java-21-openjdk java-25-openjdk',
].flatMap((line) => line.split(' '));

/** Folders of the system, with its links as links (`/bin` may lead to `usr/bin`). */
export function systemArguments(): string[] {
  const top = ['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'].flatMap((folder) => {
    const info = lstatSync(folder, { throwIfNoEntry: false });
    if (info === undefined) return [];
    return info.isSymbolicLink() ? ['--symlink', readlinkSync(folder), folder] : ['--ro-bind', folder, folder];
  });
  const etc = ETC.flatMap((name) => ['--ro-bind-try', `/etc/${name}`, `/etc/${name}`]);
  const others = ['/nix/store', '/var/lib/texmf'].flatMap((dir) => ['--ro-bind-try', dir, dir]);
  return ['--ro-bind', '/usr', '/usr', ...top, ...others, ...etc];
}

/**
 * The kernel's folders and what is thrown away after the run. As the real root, /proc/sys and more would be writable
 * without any capability, as their files belong to root: all of /proc is read-only.
 */
export function kernelArguments(scratchBytes: number, home: string | undefined): string[] {
  const scratch = (folder: string): string[] => ['--size', String(scratchBytes), '--tmpfs', folder];
  return [
    '--proc',
    '/proc',
    '--ro-bind',
    '/proc/sys',
    '/proc/sys',
    '--remount-ro',
    '/proc',
    '--dev',
    '/dev',
    ...scratch('/dev/shm'),
    '--remount-ro',
    '/dev',
    ...scratch('/tmp'),
    '--symlink',
    '/tmp',
    '/var/tmp',
    ...(home === undefined ? [] : scratch(home)),
  ];
}

export interface Mount {
  readonly at: string;
  /** `hidden`: replaced by an empty folder. */
  readonly how: 'read' | 'write' | 'hidden';
  /** A person's folder, or part of one: reserved names in it are not made either. */
  readonly lent?: LentFolder;
}

export interface LentFolder {
  /** Git was granted: only the parts of a repository that name programs are reserved. */
  readonly git: boolean;
  readonly links: ReadonlyMap<string, string>;
  readonly missing: readonly string[];
}

const depth = (folder: string): number => folder.split('/').length;

/** A folder under the name that it was given by, and where it really is. */
function names(folder: string): string[] {
  try {
    return [...new Set([path.resolve(folder), realpathSync(folder)])];
  } catch {
    return [];
  }
}

/** The app's folders in its data folder, beside its settings, keys and databases. */
const OWN_FOLDERS = 'skills environments bundled staged kept trash shims sandbox electron crashes uploads'.split(' ');

function isOwnData(home: string, at: string): boolean {
  return OWN_FOLDERS.some((name) => isInside(path.join(home, name), at));
}

/** @param held paths that are always read-only. */
async function givenForWriting(
  at: string,
  covered: readonly string[],
  held: readonly string[],
  git: boolean,
): Promise<Mount[]> {
  // Contains keys: not granted at all.
  if (covered.includes(at)) return [];
  if (covered.some((home) => isOwnData(home, at))) return [{ at, how: 'read' }];
  // The workspace's own folders are the scripts': nothing in them is run or read as anybody else's.
  if (covered.some((home) => isInside(home, at))) {
    const own = held.filter((file) => isInside(at, file)).map((file): Mount => ({ at: file, how: 'read' }));
    return [{ at, how: 'write' }, ...own];
  }
  const found = await protectedIn(at, { git });
  const lent: LentFolder = { git, links: found.links, missing: found.missing };
  const fixed = [...new Set([...found.fixed, ...held.filter((folder) => isInside(at, folder))])];
  if (fixed.includes(at) || held.some((folder) => isInside(folder, at))) return [{ at, how: 'read' }];
  const kept = new Set([...found.kept, ...foldersBetween(at, fixed)].filter((dir) => !fixed.includes(dir)));
  const inner = [
    ...[...kept].map((dir): Mount => ({ at: dir, how: 'write', lent })),
    ...fixed.map((file): Mount => ({ at: file, how: 'read' })),
  ];
  return [{ at, how: 'write', lent }, ...inner.filter((mount) => !covered.some((home) => isInside(home, mount.at)))];
}

/**
 * Outer folders first, so that the inner one's word holds. The data folder is covered wherever a given folder holds it
 * (a person may have attached their home): only what is named inside it is seen.
 * @throws Error for a folder that cannot be given.
 */
export async function boundMounts(
  { readable, writable, fixed = [], access }: Bounds,
  hidden: readonly string[],
): Promise<Mount[]> {
  const all = [...readable, ...writable].flatMap(names);
  if (all.includes('/')) throw new Error('The whole disk cannot be given to a confined run; give it a folder.');
  const covered = hidden.flatMap(names);
  const held = fixed.flatMap(names);
  const mounts: Mount[] = [];
  const git = access?.programs?.includes('git') === true;
  for (const at of writable.flatMap(names)) mounts.push(...(await givenForWriting(at, covered, held, git)));
  const add = (mount: Mount): void => {
    if (!mounts.some(({ at }) => at === mount.at)) mounts.push(mount);
  };
  for (const at of readable.flatMap(names)) {
    // Inside a folder that scripts write to, a mount could be led astray by a link of theirs.
    if (!mounts.some((mount) => mount.how === 'write' && isInside(mount.at, at))) add({ at, how: 'read' });
  }
  for (const at of covered) {
    if (all.some((folder) => folder !== at && isInside(folder, at))) add({ at, how: 'hidden' });
  }
  return mounts.toSorted((a, b) => depth(a.at) - depth(b.at));
}

export function mountArguments(mounts: readonly Mount[]): string[] {
  return mounts.flatMap(({ at, how }) => {
    if (how === 'hidden') return ['--tmpfs', at];
    return [how === 'write' ? '--bind' : '--ro-bind-try', at, at];
  });
}

// Reserved names that a run made in a lent folder: moved out of the way, where no program acts on them.

interface FolderScan {
  readonly appeared: readonly string[];
  readonly inner: readonly string[];
}

function scanned(dir: string, entries: readonly Dirent[], lent: LentFolder, known: ReadonlySet<string>): FolderScan {
  const granted = lent.git && isRepository(path.basename(dir));
  const appeared: string[] = [];
  const inner: string[] = [];
  // Without its HEAD it is no repository.
  if (!granted && isBare(entries.map(({ name }) => name)))
    appeared.push(
      ...entries.filter(({ name }) => name.toLowerCase() === 'head').map(({ name }) => path.join(dir, name)),
    );
  for (const entry of entries) {
    const file = path.join(dir, entry.name);
    if (known.has(file)) {
      if (entry.isDirectory()) inner.push(file);
    } else if ((granted ? isGitPart(entry.name) : isReserved(entry.name)) || lent.links.has(file)) {
      const same = entry.isSymbolicLink() && lent.links.get(file) === readlinkSync(file);
      if (!same) appeared.push(file);
    } else if (entry.isDirectory()) inner.push(file);
  }
  return { appeared, inner };
}

/** Finds paths that settings name and that were made, or a link on the way to one. */
function madeFor(top: string, { links, missing }: LentFolder): string[] {
  return missing.flatMap((file) => {
    let at = top;
    for (const name of path.relative(top, file).split(path.sep)) {
      at = path.join(at, name);
      const info = lstatSync(at, { throwIfNoEntry: false });
      if (info === undefined) return [];
      if (info.isSymbolicLink()) return links.get(at) === readlinkSync(at) ? [] : [at];
    }
    return [at];
  });
}

/** All that is in a folder, whatever rights and names a script gave. @throws the system's error. */
async function entriesOf(dir: string): Promise<Dirent[]> {
  const read = () => readdir(dir, { withFileTypes: true });
  const entries = await read().catch(() => openUpAt(dir).then(read));
  const unnamed = entries.some((entry) => entry.isDirectory() && entry.name.includes('\ufffd'));
  if (!unnamed) return entries;
  for (const name of await readdir(dir, { encoding: 'buffer' })) {
    const text = name.toString();
    // A name that is not UTF-8: no path leads there.
    if (!Buffer.from(text).equals(name))
      await rename(Buffer.concat([Buffer.from(`${dir}${path.sep}`), name]), path.join(dir, `${text}-${randomUUID()}`));
  }
  return read();
}

async function appearedIn(top: string, lent: LentFolder, mounts: readonly Mount[]): Promise<string[]> {
  const closed = new Set(mounts.filter(({ how }) => how !== 'write').map(({ at }) => at));
  const foreign = new Set(
    mounts.filter((mount) => mount.how === 'write' && mount.lent === undefined).map(({ at }) => at),
  );
  const known = new Set(mounts.map(({ at }) => at));
  const appeared = madeFor(top, lent);
  const queue = [top];
  for (let dir = queue.pop(); dir !== undefined; dir = queue.pop()) {
    if (closed.has(dir) || foreign.has(dir)) continue;
    const entries = await entriesOf(dir).catch((error: unknown) => {
      // What cannot be looked into goes as a whole.
      if (codeOf(error) !== 'ENOENT') appeared.push(dir);
      return [];
    });
    const found = scanned(dir, entries, lent, known);
    appeared.push(...found.appeared);
    queue.push(...found.inner);
  }
  return [...new Set(appeared)];
}

async function move(file: string, to: string): Promise<void> {
  try {
    await rename(file, to);
  } catch (error) {
    if (codeOf(error) !== 'EXDEV') throw error;
    await cp(file, to, { recursive: true, verbatimSymlinks: true });
    await rm(file, { recursive: true, force: true });
  }
}

/** @param into folder that no run writes to. @returns a line for each, for the reader of the result. Never rejects. */
export async function setAside(mounts: readonly Mount[], into: string): Promise<string[]> {
  const lines: string[] = [];
  const tops = mounts.filter(
    ({ at, lent }) =>
      lent !== undefined &&
      !mounts.some((outer) => outer.lent !== undefined && outer.at !== at && at.startsWith(outer.at + path.sep)),
  );
  for (const { at, lent } of tops) {
    if (lent === undefined) continue;
    for (const file of await appearedIn(at, lent, mounts)) {
      const to = path.join(into, `${lines.length + 1}-${path.basename(file).replace(/^\.+/, '')}`);
      const why = 'Other programs run or obey files of this name by themselves, so no script may make one.';
      try {
        await mkdir(into, { recursive: true, mode: 0o700 });
        await move(file, to).catch(async (error: unknown) => {
          if (codeOf(error) !== 'EACCES') throw error;
          await openUpAt(path.dirname(file));
          await move(file, to);
        });
        lines.push(`Moved ${file} to ${to}. ${why}`);
      } catch (error) {
        if (lstatSync(file, { throwIfNoEntry: false }) !== undefined)
          lines.push(`${file} was made and could not be moved away (${messageOf(error)}): remove it. ${why}`);
      }
    }
  }
  return lines;
}
