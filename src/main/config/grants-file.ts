/** What the person allowed for always: `HOME/grants.json`, theirs to read and to withdraw by deleting an entry or the file. */
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { type Grant, grantSchema } from '../../shared/contract/grants.ts';
import { replaceFile } from '../lib/replace-file.ts';

const fileSchema = z.object({ grants: z.array(z.unknown()) });
/** Of earlier programs: keys alone. */
const oldSchema = z.object({ always: z.array(z.string()) });

export interface GrantsFile {
  list(): readonly Grant[];
  /** Takes the place of one with the same key. */
  add(grant: Grant): void;
  remove(key: string): void;
}

const KINDS: Readonly<Record<string, Grant['what']>> = {
  script: 'script',
  command: 'command',
  'host-folder': 'folder',
  host: 'folder',
};

const fromKey = (key: string): Grant => ({
  ...{ key, label: '', span: 'always' },
  what: KINDS[key.slice(0, key.indexOf(':'))] ?? 'command',
});

/** Read anew at each question, so that what a person deletes counts at once. A file that cannot be read grants nothing. */
export function grantsFile(home: string): GrantsFile {
  const file = path.join(home, 'grants.json');
  const list = (): Grant[] => {
    try {
      const json: unknown = JSON.parse(readFileSync(file, 'utf8'));
      const old = oldSchema.safeParse(json).data?.always.map(fromKey) ?? [];
      // An entry that cannot be read grants nothing, and hides no other.
      const grants = fileSchema
        .safeParse(json)
        .data?.grants.flatMap((entry) => grantSchema.safeParse(entry).data ?? []);
      return [...old, ...(grants ?? [])].map((grant) => ({ ...grant, span: 'always' }));
    } catch {
      return [];
    }
  };
  /** What cannot be read grants nothing; whoever wrote it by hand still finds it. */
  const setAsideUnreadable = (): void => {
    try {
      JSON.parse(readFileSync(file, 'utf8'));
    } catch {
      if (existsSync(file)) renameSync(file, `${file}.unreadable`);
    }
  };
  const write = (grants: readonly Grant[]): void => {
    mkdirSync(home, { recursive: true });
    setAsideUnreadable();
    replaceFile(file, `${JSON.stringify({ grants }, null, 2)}\n`, 0o600);
  };
  const without = (key: string): Grant[] => list().filter((grant) => grant.key !== key);
  return {
    list,
    add: (grant) => write([...without(grant.key), grant]),
    remove: (key) => write(without(key)),
  };
}
