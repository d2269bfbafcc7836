/** The database's file before SQLite sees it: whether there is one, whether there should be, and whether it is still the same. */
import { readdirSync, type Stats, statSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseFinding } from '../../shared/database-repair.ts';
import { SkilldeckError } from '../../shared/errors.ts';
import { listBackups } from './backup/backup-list.ts';
import { repairChoices } from './backup/repair-choices.ts';
import { repairedFile } from './backup/replace-database.ts';

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** Evidence that a folder had a database before; undefined for a fresh one. */
function tracesOfUse(home: string): string | undefined {
  const workspaces = namesIn(path.join(home, 'workspaces')).length;
  if (workspaces > 0) return `it has the files of ${workspaces} ${workspaces === 1 ? 'session' : 'sessions'}`;
  if (sizeOf(path.join(home, 'skilldeck.db-wal')) > 0) return 'its write-ahead log skilldeck.db-wal is still there';
  if (sizeOf(repairedFile(path.join(home, 'skilldeck.db'))) > 0) return 'a repair of it was interrupted';
  return listBackups(home).length > 0 ? 'it has backups' : undefined;
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/**
 * Checks without opening it. `fresh`: no file exists, nor ever did.
 * @throws SkilldeckError `home-unusable` for a pipe, a device or a folder, which SQLite would wait for.
 */
export function findDatabase(file: string): 'present' | 'fresh' | Extract<DatabaseFinding, 'missing' | 'empty'> {
  const info = statSync(file, { throwIfNoEntry: false });
  if (info !== undefined && !info.isFile()) {
    throw new SkilldeckError('home-unusable', `${file} is not a regular file. Move it away, then start again.`);
  }
  if (info !== undefined && info.size > 0) return 'present';
  if (tracesOfUse(path.dirname(file)) === undefined) return 'fresh';
  return info === undefined ? 'missing' : 'empty';
}

/** Never starts over silently. @throws SkilldeckError `database-damaged`, with the exact commands to choose from. */
export function refuseLost(file: string): void {
  const found = findDatabase(file);
  if (found === 'present' || found === 'fresh') return;
  const home = path.dirname(file);
  const why = `The database ${file} is ${found}, but the folder was in use: ${tracesOfUse(home)}. Nothing was changed.`;
  throw new SkilldeckError('database-damaged', `${why} ${repairChoices(home, false)}`);
}

type Identity = Pick<Stats, 'dev' | 'ino' | 'birthtimeMs'>;

const identityOf = (file: string): Identity | undefined => statSync(file, { throwIfNoEntry: false });
const isSame = (one: Identity, other: Identity | undefined): boolean =>
  other !== undefined && one.dev === other.dev && one.ino === other.ino && one.birthtimeMs === other.birthtimeMs;

/**
 * SQLite silently keeps writing to a deleted file.
 * @returns a check to run before each write. It throws SkilldeckError `home-unusable`.
 */
export function watchIdentity(file: string): () => void {
  const names = [file, `${file}-wal`];
  const opened = names.map(identityOf);
  return () => {
    for (const [index, name] of names.entries()) {
      const before = opened[index];
      if (before === undefined || isSame(before, identityOf(name))) continue;
      throw new SkilldeckError(
        'home-unusable',
        `${name} was deleted or replaced while Skilldeck was using it. Nothing more can be stored. Close Skilldeck, put the data folder back, then start again.`,
      );
    }
  };
}
