/** The database's formats, a step each, in order: `user_version` is the one that a file has. */
import { detailed } from '../../../shared/messages/failure.ts';
import { copyInMemory, type Db, isMismatch, refuseDamaged } from '../db.ts';
import { schema } from './0019-schema.ts';

/** Version that the first step leads to. The formats before it were never released. */
const FIRST_VERSION = 19;

/** A format that was released never changes: its successor is a further step. */
const STEPS: readonly ((db: Db) => void)[] = [schema];

export const SCHEMA_VERSION = FIRST_VERSION + STEPS.length - 1;

const schemaVersion = (db: Db): number => Number(db.pragma('user_version', { simple: true }));

/** @throws SkilldeckError `database-newer`, `database-damaged` for a file of another program. */
export function refuseForeign(db: Db, file: string): void {
  const version = schemaVersion(db);
  if (version > SCHEMA_VERSION) {
    throw detailed('database-newer', 'database-newer', { file, format: version, known: SCHEMA_VERSION });
  }
  if (version < 0) refuseDamaged(file, { because: 'damage-format', format: version });
  const tables = db.prepare<[], { name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  const isOurs = tables.some((table) => table.name === 'events');
  if (version > 0 && !isOurs) refuseDamaged(file, { because: 'damage-tables' });
  if (version === 0 && tables.length > 0) refuseDamaged(file, { because: 'damage-foreign' });
}

/**
 * Runs each step in its own transaction: a crash leaves the version before or after it. A new database takes all of them in
 * one, and so waits for the disk once.
 */
export function migrate(db: Db, file: string): void {
  if (schemaVersion(db) > 0) takeSteps(db, file);
  else db.transaction(() => takeSteps(db, file)).exclusive();
}

function takeSteps(db: Db, file: string): void {
  for (const [index, step] of STEPS.entries()) {
    const version = schemaVersion(db);
    const target = FIRST_VERSION + index;
    if (target <= version) continue;
    try {
      db.transaction(() => {
        step(db);
        db.pragma(`user_version = ${target}`);
      }).exclusive();
    } catch (error) {
      if (isMismatch(error)) refuseDamaged(file, { because: 'damage-other-tables', format: version });
      throw error;
    }
  }
}

/** True if `migrate` would change what an earlier Skilldeck wrote. */
export function isOlder(db: Db): boolean {
  const version = schemaVersion(db);
  return version > 0 && version < SCHEMA_VERSION;
}

/** True if there is something to read: not while the first writer is still creating the database. */
export function isReadable(db: Db, file: string): boolean {
  refuseForeign(db, file);
  return schemaVersion(db) > 0;
}

/**
 * The database in this program's format, for reading. One of an older Skilldeck is not modified: a snapshot of it is
 * migrated in memory.
 */
export function upToDate(db: Db, file: string): Db {
  if (schemaVersion(db) === SCHEMA_VERSION) return db;
  const copy = copyInMemory(db);
  try {
    migrate(copy, file);
    copy.pragma('query_only = ON');
    return copy;
  } catch (error) {
    copy.close();
    throw error;
  }
}
