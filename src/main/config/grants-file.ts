/** What the person allowed for always: `HOME/grants.json`, theirs to read and to withdraw by deleting a line or the file. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const grantsSchema = z.object({ always: z.array(z.string()) });

export interface GrantsFile {
  has(key: string): boolean;
  add(key: string): void;
}

/** Read anew at each question, so that a withdrawn grant counts at once. A file that cannot be read grants nothing. */
export function grantsFile(home: string): GrantsFile {
  const file = path.join(home, 'grants.json');
  const read = (): string[] => {
    try {
      return grantsSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).always;
    } catch {
      return [];
    }
  };
  return {
    has: (key) => read().includes(key),
    add(key) {
      const always = read();
      if (always.includes(key)) return;
      mkdirSync(home, { recursive: true });
      writeFileSync(`${file}.new`, `${JSON.stringify({ always: [...always, key] }, null, 2)}\n`, { mode: 0o600 });
      renameSync(`${file}.new`, file);
    },
  };
}
