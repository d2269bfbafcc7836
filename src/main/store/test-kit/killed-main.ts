/**
 * A separate process that imports, backs up or repairs, and is killed at its n-th call of SQLite or of the file system:
 * `node killed-main.ts WORK HOME N`. It prints how many calls there were if it survives.
 */
import fs, { readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import Database from 'better-sqlite3';
import { ImportThread } from '../../../features/transfer/main/transfers.ts';
import { dieHere } from '../../lib/test-kit/killed-program.ts';
import { listBackups } from '../backup/backup-list.ts';
import { backUp } from '../backup/make-backup.ts';
import { repairDatabase } from '../backup/repair.ts';
import { openForReading } from '../db.ts';
import { openStore } from '../store.ts';

const [work, home = '', killAt] = process.argv.slice(2);
let calls = 0;

/** @param names methods of `owner`: each call of one may be the last. */
function count<T extends object>(owner: T, names: readonly (keyof T & string)[]): void {
  for (const name of names) {
    const call = owner[name] as (...args: unknown[]) => unknown;
    const counted = function (this: unknown, ...args: unknown[]): unknown {
      calls += 1;
      if (calls === Number(killAt)) dieHere();
      return call.apply(this, args);
    };
    Object.assign(owner, { [name]: counted });
  }
}

const memory = new Database(':memory:');
count(Object.getPrototypeOf(memory.prepare('SELECT 1')), ['run', 'get']);
count(Database.prototype, ['exec', 'pragma', 'close']);
count(fs, ['openSync', 'closeSync', 'fsyncSync', 'renameSync', 'rmSync', 'mkdirSync', 'copyFileSync']);
syncBuiltinESMExports();

if (work === 'import') {
  const store = openStore({ home, access: 'write' });
  const taken = new ImportThread({ store, name: 'log.jsonl', onStored: () => {} });
  await taken.take(readFileSync(path.join(home, 'log.jsonl'), 'utf8'));
  await taken.end();
  taken.close();
  store.close();
} else if (work === 'backup') {
  const db = openForReading(path.join(home, 'skilldeck.db'));
  backUp(home, db, new Date());
  db.close();
} else {
  repairDatabase(home, work === 'restore' ? { restore: listBackups(home)[0]?.name } : {});
}
process.stdout.write(String(calls));
