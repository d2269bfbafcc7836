/** Contents of a skill's folder: read completely once, and again only for files whose stamp differs. */
import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { lstat, realpath } from 'node:fs/promises';
import path from 'node:path';
import { sha256 } from '../../lib/sha256.ts';
import { openInside } from '../workspace/open-inside.ts';
import { walkFiles } from '../workspace/walk-files.ts';

/** A larger skill runs in its own folder: copying and comparing it would take longer than most runs. */
const MAX_FILES = 2000;
const MAX_BYTES = 64 * 1024 * 1024;
/** A file written within this time of its reading may have been written again without another stamp. Milliseconds. */
const UNCERTAIN_MS = 1000;

export interface SourceFile {
  /** Relative, with `/`. */
  readonly name: string;
  readonly sha256: string;
  readonly executable: boolean;
}

export interface SkillSource {
  /** Real path. */
  readonly dir: string;
  /** Hash over names, modes and bytes. */
  readonly hash: string;
  readonly files: readonly SourceFile[];
  readonly bytes: number;
}

interface SeenFile {
  readonly bytes: number;
  /** Permission bits. */
  readonly mode: number;
  readonly sha256: string;
}

/** Contents by stamp. `ctime` is among it, which no program can set. */
export interface StampedHashes {
  /** A file of `folder` (a real path), read only where its stamp is another; undefined for what is none inside it. */
  of(folder: string, name: string): Promise<SeenFile | undefined>;
  /** All that was seen of a folder. */
  forget(folder: string): void;
}

const stampOf = ({ dev, ino, size, mtimeMs, ctimeMs }: Stats): string => [dev, ino, size, mtimeMs, ctimeMs].join(':');

export function stampedHashes(): StampedHashes {
  const known = new Map<string, Map<string, { readonly stamp: string; readonly sha256: string }>>();
  const read = async (folder: string, name: string): Promise<SeenFile | undefined> => {
    const opened = await openInside(folder, name);
    if (opened === undefined) return undefined;
    try {
      const at = Date.now();
      const info = await opened.handle.stat();
      // Exceeds the limit alone, so it is not read.
      if (info.size > MAX_BYTES) return { bytes: info.size, mode: info.mode & 0o777, sha256: '' };
      const hash = createHash('sha256');
      for await (const part of opened.handle.createReadStream({ autoClose: false, start: 0 })) hash.update(part);
      const sha256 = hash.digest('hex');
      const seen = known.get(folder) ?? new Map();
      known.set(folder, seen);
      if (at - info.ctimeMs > UNCERTAIN_MS) seen.set(name, { stamp: stampOf(info), sha256 });
      else seen.delete(name);
      return { bytes: info.size, mode: info.mode & 0o777, sha256 };
    } finally {
      await opened.handle.close();
    }
  };
  return {
    async of(folder, name) {
      // A link is looked behind each time: its own stamp says nothing of what it leads to.
      const info = await lstat(path.join(folder, name)).catch(() => undefined);
      const before = known.get(folder)?.get(name);
      return info?.isFile() === true && before?.stamp === stampOf(info)
        ? { bytes: info.size, mode: info.mode & 0o777, sha256: before.sha256 }
        : read(folder, name);
    },
    forget: (folder) => void known.delete(folder),
  };
}

/** Without `evals/`, which no agent sees. Links count as what they lead to, inside the skill. Undefined where it is too large. */
export async function readSource(skillDir: string, hashes: StampedHashes): Promise<SkillSource | undefined> {
  const dir = await realpath(skillDir);
  const { names, complete } = await walkFiles(dir, { maxEntries: MAX_FILES, enters: (name) => name !== 'evals' });
  if (!complete) return undefined;
  const files: SourceFile[] = [];
  let total = 0;
  for (const name of names) {
    const seen = await hashes.of(dir, name);
    if (seen === undefined) continue;
    total += seen.bytes;
    if (total > MAX_BYTES) return undefined;
    files.push({ name, sha256: seen.sha256, executable: (seen.mode & 0o100) !== 0 });
  }
  return {
    dir,
    files,
    bytes: total,
    hash: sha256(JSON.stringify(files.map((file) => [file.name, file.executable, file.sha256]))),
  };
}
