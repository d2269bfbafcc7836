/**
 * Pictures and PDFs that requests showed to a model, by their hash: `HOME/media/ab/abcd…`. A log contains only the
 * hash, and a script may change the file in the workspace; with these a request can be rebuilt byte for byte.
 */
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';

export interface MediaFiles {
  /** Kept once for all sessions; on the disk when it resolves. */
  keep(bytes: Uint8Array): Promise<void>;
  /** In base64; undefined if the file is gone or does not match its name. */
  read(sha256: string): string | undefined;
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

export function createMediaFiles(home: string): MediaFiles {
  const fileOf = (sha256: string) => path.join(home, 'media', sha256.slice(0, 2), sha256);
  return {
    async keep(bytes) {
      const file = fileOf(hashOf(bytes));
      if (existsSync(file)) return;
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      const partial = `${file}.${randomUUID()}`;
      try {
        const handle = await open(partial, 'wx', 0o600);
        try {
          await handle.writeFile(bytes);
          await handle.sync();
        } finally {
          await handle.close();
        }
        await rename(partial, file);
      } finally {
        await rm(partial, { force: true });
      }
    },
    read(sha256) {
      try {
        // A pipe in its place would be waited for.
        if (!lstatSync(fileOf(sha256)).isFile()) return undefined;
        const bytes = readFileSync(fileOf(sha256));
        return hashOf(bytes) === sha256 ? bytes.toString('base64') : undefined;
      } catch {
        return undefined;
      }
    },
  };
}
