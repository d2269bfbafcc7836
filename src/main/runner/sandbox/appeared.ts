/** Reserved names that a run made in a lent folder: moved out of the way, where no program acts on them. */
import { type Dirent, lstatSync, readlinkSync } from 'node:fs';
import { cp, mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { messageOf } from '../../../shared/errors.ts';
import type { LentFolder, Mount } from './mounts.ts';
import { isBare, isGitPart, isRepository, isReserved } from './reserved.ts';

interface Found {
  readonly appeared: readonly string[];
  readonly inner: readonly string[];
}

function inFolder(dir: string, entries: readonly Dirent[], lent: LentFolder, known: ReadonlySet<string>): Found {
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
    const entries = await readdir(dir, { withFileTypes: true }).catch(() => []);
    const found = inFolder(dir, entries, lent, known);
    appeared.push(...found.appeared);
    queue.push(...found.inner);
  }
  return [...new Set(appeared)];
}

async function move(file: string, to: string): Promise<void> {
  try {
    await rename(file, to);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error;
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
        await move(file, to);
        lines.push(`Moved ${file} to ${to}. ${why}`);
      } catch (error) {
        if (lstatSync(file, { throwIfNoEntry: false }) !== undefined)
          lines.push(`${file} was made and could not be moved away (${messageOf(error)}): remove it. ${why}`);
      }
    }
  }
  return lines;
}
