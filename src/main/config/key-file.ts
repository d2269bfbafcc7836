/** The model's key where the operating system keeps none for us: a file that only its owner can read. */
import { chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readSmallFile } from '../lib/read-small-file.ts';

/** Shape shared with the hosts' own stores (`api/app-handle.ts`). */
export interface KeyKeeper {
  readonly kind: 'os' | 'file' | 'environment';
  get(): Promise<string | undefined>;
  set(key: string | undefined): Promise<void>;
}

/** @param name of the file in the data folder. */
export function keyFile(home: string, name = 'key'): KeyKeeper {
  const file = path.join(home, name);
  return {
    kind: 'file',
    async get() {
      try {
        const key = readSmallFile(file)?.trim() ?? '';
        return key === '' ? undefined : key;
      } catch {
        return undefined;
      }
    },
    async set(key) {
      if (key === undefined) {
        rmSync(file, { force: true });
        return;
      }
      mkdirSync(home, { recursive: true, mode: 0o700 });
      writeFileSync(`${file}.new`, key, { mode: 0o600 });
      chmodSync(`${file}.new`, 0o600);
      renameSync(`${file}.new`, file);
    },
  };
}
