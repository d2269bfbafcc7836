/** The backups that are in `HOME/backups`, by their names. */
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
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
