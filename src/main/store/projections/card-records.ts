/** The read model of which events show which record of a skill's store, kept in the transaction of each append. */
import { parseCard } from '../../../shared/cards/registry.ts';
import type { SessionEvent } from '../../../shared/events.ts';
import type { Db } from '../db.ts';
import { type EventRow, toEvent } from '../event-log.ts';
import { createFactsTable } from './facts-table.ts';

export interface ShownCard {
  readonly session: string;
  readonly seq: number;
  readonly at: string;
  readonly key: string;
  /** The skill whose trusted script left it; null in events of earlier versions and of scripts that nothing vouches for. */
  readonly owner: string | null;
}

export interface CardRecords {
  /** @param events none of an imported session, none that was copied into a branch. */
  apply(events: readonly SessionEvent[]): void;
  of(kind: string): readonly ShownCard[];
  /** Drops everything and folds the log again. */
  rebuild(): void;
}

interface Row extends ShownCard {
  readonly kind: string;
}

function rowsOf(event: SessionEvent): Row[] {
  if (event.type !== 'tool-finished' || event.data === undefined) return [];
  const { session, seq, at, dataOf: owner = null } = event;
  return (parseCard(event.data)?.records ?? []).map(({ kind, key }) => ({ kind, key, session, seq, at, owner }));
}

export function createCardRecords(db: Db): CardRecords {
  const put = db.prepare<[string, string, string, number, string, string | null]>(
    'INSERT OR IGNORE INTO cards (kind, key, session, seq, at, owner) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const of = db.prepare<[string], ShownCard>(
    'SELECT session, seq, at, key, owner FROM cards WHERE kind = ? ORDER BY session, seq, key',
  );
  // Quotes inside a text are escaped: what is found here is the field itself.
  const logged = db.prepare<[], EventRow>(
    `SELECT session, seq, at, type, raw FROM events WHERE type = 'tool-finished' AND instr(raw, '"data":{') > 0
     AND session NOT IN (SELECT session FROM imports) ORDER BY session, seq`,
  );
  const add = ({ kind, session, seq, at, key, owner }: Row): void => void put.run(kind, key, session, seq, at, owner);
  return {
    apply: (events) => events.flatMap(rowsOf).forEach(add),
    of: (kind) => of.all(kind),
    rebuild() {
      db.exec('DELETE FROM cards');
      const copied = createFactsTable(db).copied();
      // Records that a branch copied are shown in the original.
      // Written afterwards, as nothing is written while rows are read.
      const rows: Row[] = [];
      for (const row of logged.iterate()) {
        if (row.seq > (copied.get(row.session) ?? 0)) rows.push(...rowsOf(toEvent(row)));
      }
      rows.forEach(add);
    },
  };
}
