/** The database in `doctor`: its size, and its last backup. */
import { statSync } from 'node:fs';
import path from 'node:path';
import { listBackups } from '../../../main/store/backup/backup-list.ts';
import type { DoctorReport } from '../../../shared/contract.ts';

const MIB = 1024 * 1024;
const size = (bytes: number): string => `${(bytes / MIB).toFixed(1)} MiB`;

export function databaseCheck(home: string): DoctorReport['checks'][number] {
  const id = 'database';
  const file = path.join(home, 'skilldeck.db');
  const info = statSync(file, { throwIfNoEntry: false });
  if (info === undefined) return { id, ok: true, found: 'none yet: the first conversation makes it' };
  const backups = listBackups(home);
  const [latest] = backups;
  const backedUp =
    latest === undefined
      ? 'no backup yet: the first is made when Skilldeck closes'
      : `last of ${backups.length} backups ${latest.at} (${size(latest.bytes)}); skilldeck doctor --repair --restore ${latest.name} brings it back`;
  return { id, ok: true, found: `${file} (${size(info.size)}); ${backedUp}` };
}
