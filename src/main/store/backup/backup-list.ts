/** The backups that are in `HOME/backups`, by their names. */

import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { DetailCode } from '../../../shared/messages/failure.ts';
import type { Figures } from '../../../shared/messages/format.ts';
import type { BackupInfo } from '../../../shared/window/database-repair.ts';

const NAME = /^skilldeck-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z\.db$/;

export const backupFolder = (home: string): string => path.join(home, 'backups');

/** Latest first. */
export function listBackups(home: string): BackupInfo[] {
  const folder = backupFolder(home);
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return [];
  }
  return names
    .flatMap((name) => {
      const parts = NAME.exec(name);
      const info = parts === null ? undefined : statSync(path.join(folder, name), { throwIfNoEntry: false });
      if (parts === null || info?.isFile() !== true || info.size === 0) return [];
      const [, year, month, day, hour, minute, second, ms] = parts;
      return [{ name, at: `${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`, bytes: info.size }];
    })
    .sort((a, b) => (a.name < b.name ? 1 : -1));
}

const command = (home: string, options: string): string => `skilldeck doctor --repair${options} --home '${home}'`;

/** Figures that name the user's options for an unusable database. @param readable true if some of it may be. */
export function repairChoices(home: string, readable: boolean): { next: DetailCode } & Figures {
  const backups = listBackups(home).slice(0, 3);
  const figures = { save: command(home, ''), fresh: command(home, ' --new') };
  if (backups.length === 0) return { next: readable ? 'repair-save' : 'repair-fresh', ...figures };
  const restore = backups.map(({ name }) => command(home, ` --restore ${name}`)).join('; ');
  return { next: 'repair-restore', restore, ...figures };
}
