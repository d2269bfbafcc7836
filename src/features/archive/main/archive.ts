/** The port of an archive of sessions: a place that a team writes to and no one overwrites. */

import type { Database, Row } from '../../../main/databases/database.ts';
import { damagedExport, ImportRefusal } from '../../../main/skills/import/names.ts';
import { reviewHash } from '../../../main/store/reviews.ts';
import { parsedJson } from '../../../shared/defined.ts';
import { type Review, reviewSchema } from '../../../shared/review/reviews.ts';

/** One pushed version of a session, as its row says. */
export interface ArchivedLog {
  /** Grows with each version. */
  readonly order: number;
  readonly session: string;
  /** SHA-256 of the export's text, and its key. */
  readonly digest: string;
  readonly by: string;
  /** ISO 8601. */
  readonly at: string;
  readonly bytes: number;
}

/** Facts of a session that need no reading of the export. */
interface PushedFacts {
  readonly title: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly model: string;
  readonly skills: readonly string[];
  readonly outcome: string;
}

/** A person's words beside an event. The newest `at` of a note counts; one that was removed stays as removed. */
export interface SharedNote {
  readonly session: string;
  readonly note: string;
  /** `seq` of the event. */
  readonly on: number;
  readonly text: string;
  readonly by: string;
  /** ISO 8601: when it was written, changed or removed. */
  readonly at: string;
  readonly removed: boolean;
}

interface Push extends Omit<ArchivedLog, 'order'> {
  readonly facts: PushedFacts;
  /** The export, compressed with gzip, in parts of at most `PART_BYTES`. */
  parts(): AsyncIterable<Buffer>;
}

/** Bytes: below what servers take in one statement unless told otherwise (MySQL before 8: 4 MiB). */
export const PART_BYTES = 1024 * 1024;

/**
 * One connection to an archive. Each operation throws `import-refused` with a reason (`ImportRefusal`), and the signal's
 * reason on abort.
 */
export type Archive = ReturnType<typeof tableArchive>;

// An archive in PostgreSQL, MySQL or MariaDB. A version is one row and the parts of its export, written in one
// transaction; the export's digest is the key, so that the same content is never there twice.

const LOGS = 'skilldeck_sessions';
const PARTS = 'skilldeck_session_parts';
const NOTES = 'skilldeck_session_notes';
const REVIEWS = 'skilldeck_session_reviews';

/** Nothing was pushed yet: the first push makes the tables. */
const ifThere = async <T>(read: Promise<T>, otherwise: T): Promise<T> => {
  try {
    return await read;
  } catch (error) {
    if (error instanceof ImportRefusal && error.reason === 'missing') return otherwise;
    throw error;
  }
};

/** @param database open, and closed with the archive. */
export function tableArchive(database: Database) {
  const [logs, parts, notes, reviews] = [LOGS, PARTS, NOTES, REVIEWS].map((name) => database.table(name));
  let isMade = false;
  const make = async () => {
    if (isMade) return;
    await makeTables(database);
    isMade = true;
  };
  const writing = async <T>(work: () => Promise<T>): Promise<T> => {
    await make();
    await database.beginWriting();
    try {
      const result = await work();
      await database.end('COMMIT');
      return result;
    } catch (error) {
      await database.end('ROLLBACK').catch(() => {});
      throw error;
    }
  };
  const isThere = async (digest: string) =>
    (await ifThere(database.query(`SELECT 1 AS one FROM ${logs} WHERE digest = ?`, [digest]), [])).length > 0;

  return {
    /** Every version of every session, the oldest first; empty where nothing was ever pushed. */
    async list() {
      const sql = `SELECT id, session, digest, pushed_by, pushed_at, bytes FROM ${logs} ORDER BY id`;
      return (await ifThere(database.query(sql), [])).map(logOf);
    },
    /** The compressed export, in order. */
    async *pull(digest: string): AsyncIterable<Buffer> {
      for (let part = 0; ; part += 1) {
        const [row] = await database.query(`SELECT content FROM ${parts} WHERE digest = ? AND part = ?`, [
          digest,
          part,
        ]);
        if (row === undefined) return;
        if (!Buffer.isBuffer(row.content)) throw damagedExport('export-part', { part, digest });
        yield row.content;
      }
    },
    /** Whole or not at all; content that is there is left as it is. */
    async push({ session, digest, by, at, bytes, facts, parts: partsOf }: Push) {
      if (await isThere(digest)) return 'there';
      try {
        await writing(async () => {
          let part = 0;
          for await (const content of partsOf()) {
            await database.query(`INSERT INTO ${parts} (digest, part, content) VALUES (?, ?, ?)`, [
              digest,
              part,
              content,
            ]);
            part += 1;
          }
          await database.query(
            `INSERT INTO ${logs} (session, digest, pushed_by, pushed_at, bytes, title, created_at, updated_at, model, skills, outcome)` +
              ' VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
            [
              session,
              digest,
              by,
              at,
              bytes,
              facts.title.slice(0, 500),
              facts.createdAt,
              facts.updatedAt,
              facts.model.slice(0, 500),
              JSON.stringify(facts.skills),
              facts.outcome,
            ],
          );
        });
        return 'pushed';
      } catch (error) {
        // Another program of this person pushed it in the meantime.
        if (await isThere(digest).catch(() => false)) return 'there';
        throw error;
      }
    },
    async notes() {
      const sql = `SELECT session, note, on_event, content, written_by, written_at, removed FROM ${notes} ORDER BY id`;
      return (await ifThere(database.query(sql), [])).map(noteOf);
    },
    /** Those that are newer than what is there. */
    async pushNotes(given: readonly SharedNote[]) {
      if (given.length === 0) return;
      await writing(async () => {
        for (const { session, note, on, text, by, at, removed } of given) {
          const sql = `SELECT written_at FROM ${notes} WHERE session = ? AND note = ? FOR UPDATE`;
          const [there] = await database.query(sql, [session, note]);
          if (there === undefined)
            await database.query(
              `INSERT INTO ${notes} (session, note, on_event, content, written_by, written_at, removed) VALUES (?, ?, ?, ?, ?, ?, ?)`,
              [session, note, on, text, by, at, removed ? 1 : 0],
            );
          else if (String(there.written_at) < at)
            await database.query(
              `UPDATE ${notes} SET content = ?, written_at = ?, removed = ? WHERE session = ? AND note = ?`,
              [text, at, removed ? 1 : 0, session, note],
            );
        }
      });
    },
    /** Reviews of all sessions; unreadable ones are left out. */
    async reviews() {
      const rows = await ifThere(database.query(`SELECT review FROM ${reviews} ORDER BY session, hash`), []);
      return rows.flatMap(({ review }) => reviewSchema.safeParse(parsedJson(String(review))).data ?? []);
    },
    /** A set that only grows: those that are there stay. */
    async pushReviews(given: readonly Review[]) {
      if (given.length === 0) return;
      await writing(async () => {
        for (const review of given) {
          const hash = reviewHash(review);
          const where = [review.session, hash];
          const [there] = await database.query(`SELECT 1 AS one FROM ${reviews} WHERE session = ? AND hash = ?`, where);
          if (there === undefined)
            await database.query(`INSERT INTO ${reviews} (session, hash, review) VALUES (?, ?, ?)`, [
              ...where,
              JSON.stringify(review),
            ]);
        }
      });
    },
    close: () => database.close(),
  };
}

const logOf = (row: Row): ArchivedLog => ({
  order: Number(row.id),
  session: String(row.session),
  digest: String(row.digest),
  by: String(row.pushed_by),
  at: String(row.pushed_at),
  bytes: Number(row.bytes),
});

const noteOf = (row: Row): SharedNote => ({
  session: String(row.session),
  note: String(row.note),
  on: Number(row.on_event),
  text: String(row.content),
  by: String(row.written_by),
  at: String(row.written_at),
  removed: Number(row.removed) === 1,
});

/** Those that are there stay as they are. */
async function makeTables(database: Database): Promise<void> {
  const { id, key, text, bytes, after } = database.types;
  const table = (name: string) => database.table(name);
  const all: Readonly<Record<string, string>> = {
    [PARTS]: `digest CHAR(64) NOT NULL, part INT NOT NULL, content ${bytes} NOT NULL, PRIMARY KEY (digest, part)`,
    [NOTES]:
      `id ${id}, session ${key(100)} NOT NULL, note ${key(100)} NOT NULL, on_event BIGINT NOT NULL, content ${text} NOT NULL,` +
      ` written_by ${key(255)} NOT NULL, written_at ${key(40)} NOT NULL, removed SMALLINT NOT NULL, UNIQUE (session, note)`,
    [REVIEWS]: `session ${key(100)} NOT NULL, hash CHAR(64) NOT NULL, review ${text} NOT NULL, PRIMARY KEY (session, hash)`,
    // The last: where it is, all are.
    [LOGS]:
      `id ${id}, session ${key(100)} NOT NULL, digest CHAR(64) NOT NULL UNIQUE, pushed_by ${key(255)} NOT NULL,` +
      ` pushed_at ${key(40)} NOT NULL, bytes BIGINT NOT NULL, title ${key(500)} NOT NULL, created_at ${key(40)} NOT NULL,` +
      ` updated_at ${key(40)} NOT NULL, model ${key(500)} NOT NULL, skills ${text} NOT NULL, outcome ${key(40)} NOT NULL`,
  };
  if ((await database.columns(LOGS)).size > 0) return;
  await database.query(database.container);
  for (const [name, columns] of Object.entries(all))
    await database.query(`CREATE TABLE IF NOT EXISTS ${table(name)} (${columns})${after}`);
}
