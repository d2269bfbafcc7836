/** The read model of the library, kept in the transaction of each append. */

import { parseCard } from '../../../shared/cards/registry.ts';
import type { EventOf, SessionEvent } from '../../../shared/events.ts';
import { correctionFrom, isPlausible, LEARNED_FROM, sentRatio } from '../../../shared/review/correction.ts';
import type { Db } from '../db.ts';
import { type EventRow, storedJson, toEvent } from '../event-log.ts';
import { advanceFacts, FACT_TYPES, NO_FACTS, type SessionFacts } from './session-facts.ts';

export type FactsTable = ReturnType<typeof createFactsTable>;

/** Sessions of evals and trials, as a query: they count in no figure and no search over all sessions. */
export const EVALS = `SELECT session FROM session_facts WHERE CASE WHEN json_valid(facts) THEN facts ->> '$.kind' END = 'eval'`;

const LOOKED_AT: ReadonlySet<string> = new Set(FACT_TYPES);
const TYPES = FACT_TYPES.map((type) => `'${type}'`).join(', ');

export function createFactsTable(db: Db) {
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
    /** @param events continue what was applied before. */
    apply(session: string, events: readonly SessionEvent[]) {
      if (!events.some(({ type }) => LOOKED_AT.has(type))) return;
      const before = get.get(session);
      store(session, events.reduce(advanceFacts, before === undefined ? NO_FACTS : read(before.facts)));
    },
    /** For a log that was stored without `apply`. */
    put: store,
    remove: (session: string) => void remove.run(session),
    all: () => new Map(all.all().map(({ session, facts }) => [session, read(facts)])),
    /** Last copied event of each branch. */
    copied: () => new Map(copied.all().map(({ session, seq }) => [session, seq])),
    /** Drops everything and folds the log again. */
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

/** The read model behind the correction of estimates: the provider's figure of each answered request against ours. */
export type AnswerRatios = ReturnType<typeof createAnswerRatios>;

export function createAnswerRatios(db: Db) {
  const insert = db.prepare<[number, string, number]>(
    'INSERT INTO answer_ratios (event, model, ratio) VALUES (?, ?, ?)',
  );
  const request = db.prepare<[string, number], EventRow>(
    `SELECT session, seq, at, type, raw FROM events WHERE session = ? AND seq < ? AND type = 'request-sent'
     ORDER BY seq DESC LIMIT 1`,
  );
  const answers = db.prepare<[], EventRow & { readonly id: number }>(
    `SELECT id, session, seq, at, type, raw FROM events
     WHERE type = 'model-responded' AND session NOT IN (SELECT session FROM imports) ORDER BY id`,
  );
  const latest = db.prepare<[string, number], { readonly ratio: number }>(
    'SELECT ratio FROM answer_ratios WHERE model = ? ORDER BY event DESC LIMIT ?',
  );

  const add = (event: number, { session, seq, usage }: EventOf<'model-responded'>): void => {
    if (usage === undefined) return;
    const row = request.get(session, seq);
    const sent = row === undefined ? undefined : toEvent(row);
    if (sent?.type !== 'request-sent') return;
    const ratio = sentRatio(sent.tokens.total, usage);
    if (isPlausible(ratio)) insert.run(event, sent.model, ratio);
  };

  return {
    /** Call once the answer's row and its request's are in the log. @param event row id of the answer. */
    add,
    /** Based on the latest answers of all sessions in this data folder; ignores imported ones. */
    correction: (model: string) => correctionFrom(latest.all(model, LEARNED_FROM).map(({ ratio }) => ratio)),
    /** Drops everything and rereads the log. */
    rebuild() {
      db.exec('DELETE FROM answer_ratios');
      const copied = createFactsTable(db).copied();
      for (const row of answers.all()) {
        const event = toEvent(row);
        // Copied events were already counted in the original session.
        if (event.seq <= (copied.get(event.session) ?? 0)) continue;
        if (event.type === 'model-responded') add(row.id, event);
      }
    },
  };
}

/** The read model of which events show which record of a skill's store, kept in the transaction of each append. */
export interface ShownCard {
  readonly session: string;
  readonly seq: number;
  readonly at: string;
  readonly key: string;
  /** The skill whose trusted script left it; null in events of earlier versions and of scripts that nothing vouches for. */
  readonly owner: string | null;
}

export type CardRecords = ReturnType<typeof createCardRecords>;

interface Row extends ShownCard {
  readonly kind: string;
}

function rowsOf(event: SessionEvent): Row[] {
  if (event.type !== 'tool-finished' || event.data === undefined) return [];
  const { session, seq, at, dataOf: owner = null } = event;
  return (parseCard(event.data)?.records ?? []).map(({ kind, key }) => ({ kind, key, session, seq, at, owner }));
}

export function createCardRecords(db: Db) {
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
    /** @param events none of an imported session, none that was copied into a branch. */
    apply: (events: readonly SessionEvent[]) => events.flatMap(rowsOf).forEach(add),
    of: (kind: string) => of.all(kind),
    /** Drops everything and folds the log again. */
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
