/** Covers reserved names that are missing at the top of a lent folder, so that a run cannot make them. */
import { closeSync, fstatSync, lstatSync, mkdirSync, openSync, rmdirSync, unlinkSync, writeSync } from 'node:fs';
import path from 'node:path';
import type { LentFolder, Mount } from './mounts.ts';
import { GIT_PARTS, isRepository, RESERVED } from './reserved.ts';

interface Placed {
  readonly kind: 'folder' | 'file';
  readonly inode: number;
  readonly bytes: number;
  /** Runs that have it mounted: removing it would take the mount away from the others. */
  users: number;
}

/** Git takes an empty one for damage; this means the repository itself. */
const CONTENT: Readonly<Record<string, string>> = { commondir: '.\n' };
const placed = new Map<string, Placed>();

function place(file: string, kind: Placed['kind']): boolean {
  const known = placed.get(file);
  if (known !== undefined) {
    known.users += 1;
    return true;
  }
  try {
    const text = CONTENT[path.basename(file)] ?? '';
    if (kind === 'folder') {
      mkdirSync(file, { mode: 0o755 });
      placed.set(file, { kind, inode: lstatSync(file).ino, bytes: 0, users: 1 });
    } else {
      const handle = openSync(file, 'wx', 0o644);
      writeSync(handle, text);
      placed.set(file, { kind, inode: fstatSync(handle).ino, bytes: text.length, users: 1 });
      closeSync(handle);
    }
    return true;
  } catch {
    // Where we cannot make it, the run, which is the same user, cannot either; or it was made this moment.
    return false;
  }
}

function release(file: string): void {
  const known = placed.get(file);
  if (known === undefined) return;
  known.users -= 1;
  if (known.users > 0) return;
  placed.delete(file);
  const info = lstatSync(file, { throwIfNoEntry: false });
  if (info?.ino !== known.inode) return;
  try {
    if (known.kind === 'folder') rmdirSync(file);
    else if (info.size === known.bytes) unlinkSync(file);
  } catch {
    // The person put something into it: theirs.
  }
}

const isThere = (file: string): boolean =>
  lstatSync(file, { throwIfNoEntry: false }) !== undefined && !placed.has(file);

function missingIn(at: string, { git }: LentFolder): [string, Placed['kind']][] {
  const inside = git && isRepository(path.basename(at));
  const names = inside ? GIT_PARTS : RESERVED;
  return [...names].flatMap(([name, kind]) => {
    const file = path.join(at, name);
    return isThere(file) ? [] : [[file, kind] as [string, Placed['kind']]];
  });
}

export interface Covers {
  readonly mounts: readonly Mount[];
  /** Removes what was made for the mounts, unless somebody changed it or another run needs it. */
  dispose(): void;
}

/** @param mounts outer ones first: the outermost lent folders and granted repositories are covered. */
export function coverMissing(mounts: readonly Mount[]): Covers {
  const tops = mounts.filter(
    ({ at, lent }) =>
      lent !== undefined &&
      ((lent.git && isRepository(path.basename(at))) ||
        !mounts.some((outer) => outer.lent !== undefined && outer.at !== at && at.startsWith(outer.at + path.sep))),
  );
  const taken = new Set(mounts.map(({ at }) => at));
  const made = tops
    .flatMap(({ at, lent }) => (lent === undefined ? [] : missingIn(at, lent)))
    .filter(([file, kind]) => place(file, kind))
    .map(([file]) => file);
  return {
    mounts: made.filter((at) => !taken.has(at)).map((at): Mount => ({ at, how: 'read' })),
    dispose() {
      for (const file of made) release(file);
    },
  };
}
