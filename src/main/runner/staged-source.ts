/** What a skill's folder holds, by content: read whole once, and again only where a file's stamp differs. */
import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { type FileHandle, realpath } from 'node:fs/promises';
import { sha256 } from '../lib/sha256.ts';
import { openInside } from './open-inside.ts';
import { walkFiles } from './walk-files.ts';

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
  /** Over names, modes and bytes. */
  readonly hash: string;
  readonly files: readonly SourceFile[];
}

/** Content by stamp. `ctime` is among it, which no program can set. */
export interface StampedHashes {
  /** Of an open file. */
  hashOf(key: string, handle: FileHandle, info: Stats): Promise<string>;
  forget(prefix: string): void;
}

export function stampedHashes(): StampedHashes {
  const known = new Map<string, { readonly stamp: string; readonly sha256: string }>();
  return {
    async hashOf(key, handle, info) {
      const { dev, ino, size, mtimeMs, ctimeMs } = info;
      const stamp = [dev, ino, size, mtimeMs, ctimeMs].join(':');
      const before = known.get(key);
      if (before?.stamp === stamp) return before.sha256;
      const at = Date.now();
      const hash = createHash('sha256');
      for await (const part of handle.createReadStream({ autoClose: false, start: 0 })) hash.update(part);
      const found = hash.digest('hex');
      if (at - ctimeMs > UNCERTAIN_MS) known.set(key, { stamp, sha256: found });
      else known.delete(key);
      return found;
    },
    forget(prefix) {
      for (const key of known.keys()) if (key.startsWith(prefix)) known.delete(key);
    },
  };
}

/** Links count as what they lead to, inside the skill. Undefined where it is too large. */
export async function readSource(skillDir: string, hashes: StampedHashes): Promise<SkillSource | undefined> {
  const dir = await realpath(skillDir);
  const { names, complete } = await walkFiles(dir, { maxEntries: MAX_FILES });
  if (!complete) return undefined;
  const files: SourceFile[] = [];
  let total = 0;
  for (const name of names) {
    const opened = await openInside(dir, name);
    if (opened === undefined) continue;
    try {
      total += opened.bytes;
      if (total > MAX_BYTES) return undefined;
      const info = await opened.handle.stat();
      const content = await hashes.hashOf(`${dir}\0${name}`, opened.handle, info);
      files.push({ name, sha256: content, executable: (info.mode & 0o100) !== 0 });
    } finally {
      await opened.handle.close();
    }
  }
  return { dir, files, hash: sha256(JSON.stringify(files.map((file) => [file.name, file.executable, file.sha256]))) };
}
