/** When backups are made: in the background of a long run, and on the way out. */
import { statSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { entryFile } from '../../lib/app-files.ts';
import type { Db } from '../db.ts';
import type { BackupJob } from './backup-worker.ts';
import { backUp, isBackupDue } from './make-backup.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** Milliseconds after the start: nothing of it is delayed. */
const FIRST_LOOK_MS = 10_000;
/** Bytes up to which closing waits for a backup: a fifth of a second. A larger database gets its next one in the background. */
const MAX_BYTES_AT_CLOSE = 64 * 1024 * 1024;

export interface BackupKeeper {
  /** Makes one if the last is over an hour old; never throws. The database is still open. */
  close(): void;
}

/** @param report receives the reason why a backup failed. */
export function keepBackups(file: string, db: Db, now: () => Date, report: (error: unknown) => void): BackupKeeper {
  const home = path.dirname(file);
  let worker: Worker | undefined;
  const look = (): void => {
    try {
      if (worker !== undefined || !isBackupDue(home, db, DAY_MS, now())) return;
      const job: BackupJob = { file };
      worker = new Worker(entryFile(import.meta.dirname, 'backup-worker'), { workerData: job });
    } catch (error) {
      report(error);
      return;
    }
    worker.unref();
    worker.once('error', report);
    worker.once('exit', () => {
      worker = undefined;
    });
  };
  const first = setTimeout(look, FIRST_LOOK_MS).unref();
  const later = setInterval(look, HOUR_MS).unref();
  return {
    close() {
      clearTimeout(first);
      clearInterval(later);
      try {
        if (worker !== undefined || statSync(file).size > MAX_BYTES_AT_CLOSE) return;
        if (isBackupDue(home, db, HOUR_MS, now())) backUp(home, db, now());
      } catch (error) {
        report(error);
      }
    },
  };
}
