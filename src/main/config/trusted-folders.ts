/** The user's decisions on project folders, in `HOME/trusted-folders.json`. */
import { existsSync, realpathSync, renameSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { defined } from '../../shared/defined.ts';
import { makeFolder } from '../lib/make-folder.ts';
import { readSmallFile } from '../lib/read-small-file.ts';
import { replaceFile } from '../lib/replace-file.ts';

const folderSchema = z.object({
  /** Real. */
  dir: z.string(),
  /** False: the person said no, and is not asked again. */
  trusted: z.boolean(),
  /** ISO 8601. */
  at: z.string(),
  /** Digests of the skills that were trusted, by their names in the folder. Absent in decisions of earlier versions. */
  skills: z.record(z.string(), z.string()).optional(),
});
const fileSchema = z.object({ folders: z.array(z.unknown()) });
type DecidedFolder = z.infer<typeof folderSchema>;

/** A line for each skill of each trusted folder. */
const MAX_BYTES = 64 * 1024 * 1024;

export interface TrustedFolders {
  /** Reads the file each time. An unreadable file trusts nothing. */
  list(): readonly DecidedFolder[];
  decisionOn(dir: string): DecidedFolder | undefined;
  /** `undefined` forgets the decision. */
  decide(dir: string, trusted: boolean | undefined, skills?: Readonly<Record<string, string>>): void;
}

/** Links followed: another folder under the same name is another folder. */
export function realFolder(dir: string): string {
  try {
    return realpathSync.native(dir);
  } catch {
    return path.resolve(dir);
  }
}

export function trustedFolders(home: string): TrustedFolders {
  const file = path.join(home, 'trusted-folders.json');
  /** The last text and its decisions: they are asked for several times before each request. */
  let known: { readonly text: string; readonly folders: readonly DecidedFolder[] } | undefined;
  const read = (): readonly DecidedFolder[] => {
    const text = readSmallFile(file, MAX_BYTES) ?? '{"folders":[]}';
    if (known?.text === text) return known.folders;
    const folders = fileSchema.parse(JSON.parse(text)).folders.flatMap((one) => folderSchema.safeParse(one).data ?? []);
    known = { text, folders };
    return folders;
  };
  const list = (): readonly DecidedFolder[] => {
    try {
      return read();
    } catch {
      return [];
    }
  };
  /** Decisions that cannot be read trust nothing, and are not written over. */
  const setAsideUnreadable = (): void => {
    try {
      read();
    } catch {
      if (existsSync(file)) renameSync(file, `${file}.unreadable`);
    }
  };
  return {
    list,
    decisionOn(given) {
      const dir = realFolder(given);
      return list().find((one) => one.dir === dir);
    },
    decide(given, trusted, skills) {
      const dir = realFolder(given);
      const others = list().filter((one) => one.dir !== dir);
      const decided =
        trusted === undefined ? [] : [{ dir, trusted, at: new Date().toISOString(), ...defined({ skills }) }];
      makeFolder(home, 0o700);
      setAsideUnreadable();
      replaceFile(file, `${JSON.stringify({ folders: [...others, ...decided] }, null, 2)}\n`, 0o600);
    },
  };
}
