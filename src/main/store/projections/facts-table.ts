/** The read model of the library, kept in the transaction of each append. */
import type { SessionEvent } from '../../../shared/events.ts';
import type { Db } from '../db.ts';
import { type EventRow, toEvent } from '../event-log.ts';
import { storedJson } from '../stored-json.ts';
import { advanceFacts, FACT_TYPES, NO_FACTS, type SessionFacts } from './session-facts.ts';

export interface FactsTable {
  /** @param events continue what was applied before. */
  apply(session: string, events: readonly SessionEvent[]): void;
  /** For a log that was stored without `apply`. */
  put(session: string, facts: SessionFacts): void;
  remove(session: string): void;
  all(): ReadonlyMap<string, SessionFacts>;
  /** Last copied event of each branch. */
  copied(): ReadonlyMap<string, number>;
  /** Drops everything and folds the log again. */
  rebuild(): void;
}

const LOOKED_AT: ReadonlySet<string> = new Set(FACT_TYPES);
const TYPES = FACT_TYPES.map((type) => `'${type}'`).join(', ');

export function createFactsTable(db: Db): FactsTable {
  const get = db.prepare<[string], { facts: string }>('SELECT facts FROM session_facts WHERE session = ?');
  const put = db.prepare<[string, string]>('INSERT OR REPLACE INTO session_facts (session, facts) VALUES (?, ?)');
  const all = db.prepare<[], { session: string; facts: string }>('SELECT session, facts FROM session_facts');
  const copied = db.prepare<[], { session: string; seq: number }>(
    `SELECT session, seq FROM
       (SELECT session, CASE WHEN json_valid(facts) THEN facts ->> '$.forkedFrom.seq' END AS seq FROM session_facts)
     WHERE seq > 0`,
  );
  const logged = db.prepare<[], EventRow>(
    `SELECT session, seq, at, type, raw FROM events WHERE type IN (${TYPES}) ORDER BY session, seq`,
  );
  const read = (text: string): SessionFacts => storedJson(text, NO_FACTS);
  const remove = db.prepare<[string]>('DELETE FROM session_facts WHERE session = ?');
  const store = (session: string, facts: SessionFacts): void => void put.run(session, JSON.stringify(facts));

  return {
    apply(session, events) {
      if (!events.some(({ type }) => LOOKED_AT.has(type))) return;
      const before = get.get(session);
      store(session, events.reduce(advanceFacts, before === undefined ? NO_FACTS : read(before.facts)));
    },
    put: store,
    remove: (session) => void remove.run(session),
    all: () => new Map(all.all().map(({ session, facts }) => [session, read(facts)])),
    copied: () => new Map(copied.all().map(({ session, seq }) => [session, seq])),
    rebuild() {
      db.exec('DELETE FROM session_facts');
      // Row by row, as a log may be larger than memory; written afterwards, as nothing is written while rows are read.
      const folded = new Map<string, SessionFacts>();
      for (const row of logged.iterate()) {
        folded.set(row.session, advanceFacts(folded.get(row.session) ?? NO_FACTS, toEvent(row)));
      }
      for (const [session, facts] of folded) store(session, facts);
    },
  };
}
