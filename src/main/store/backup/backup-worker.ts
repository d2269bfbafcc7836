/** Backs up a database in a worker thread. A separate entry point in the build (`backup-worker.js`). */
import '../../../shared/messages/all-words.ts';
import path from 'node:path';
import { workerData } from 'node:worker_threads';
import { openForReading } from '../db.ts';
import { backUp } from './make-backup.ts';

export interface BackupJob {
  /** Absolute: the database. */
  readonly file: string;
}

const { file } = workerData as BackupJob;
const db = openForReading(file);
try {
  backUp(path.dirname(file), db, new Date());
} finally {
  db.close();
}
