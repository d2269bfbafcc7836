/** The database's file before SQLite sees it: whether there is one, whether there should be, and whether it is still the same. */
import { readdirSync, type Stats, statSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseFinding } from '../../shared/database-repair.ts';
import { type DetailCode, detailed } from '../../shared/messages/detail.ts';
import type { Figures } from '../../shared/messages/format.ts';
import { listBackups } from './backup/backup-list.ts';
import { repairChoices } from './backup/repair-choices.ts';
import { repairedFile } from './backup/replace-database.ts';

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** Evidence that a folder had a database before; undefined for a fresh one. */
function tracesOfUse(home: string): ({ because: DetailCode } & Figures) | undefined {
  const n = namesIn(path.join(home, 'workspaces')).length;
  if (n > 0) return { because: 'used-workspaces', n };
  if (sizeOf(path.join(home, 'skilldeck.db-wal')) > 0) return { because: 'used-log' };
  if (sizeOf(repairedFile(path.join(home, 'skilldeck.db'))) > 0) return { because: 'used-repair' };
  return listBackups(home).length > 0 ? { because: 'used-backups' } : undefined;
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
    throw detailed('home-unusable', 'database-not-regular', { file });
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
  throw detailed('database-damaged', `database-${found}`, {
    file,
    ...tracesOfUse(home),
    ...repairChoices(home, false),
  });
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
      throw detailed('home-unusable', 'database-replaced', { file: name });
    }
  };
}
