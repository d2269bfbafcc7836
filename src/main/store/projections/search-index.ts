/**
 * Full-text search over what was said, what tools answered, what scripts printed, and titles. The index follows the log
 * in batches; what it has not reached yet is looked through as it is, so that an answer is complete at any time, in any
 * process.
 */
import { isSetAside, setAside } from '../../../shared/history.ts';
import type { SearchHit, SearchResult, SearchRole } from '../../../shared/review.ts';
import type { Db } from '../db.ts';
import { type EventRow, toEvent } from '../event-log.ts';
import { HIDDEN } from '../intake/imports.ts';
import { createEventSessions } from './event-sessions.ts';
import { SEARCHED, searchedText, type TerminalText } from './search-texts.ts';
import { findPhrases, indexedText, matchExpression, type Phrase, phrasesOf } from './search-words.ts';
import { snippetOf } from './snippet.ts';

export interface SearchOptions {
  readonly limit: number;
  readonly offset?: number | undefined;
  /** Ids; absent: all that are not deleted. */
  readonly sessions?: readonly string[] | undefined;
  readonly roles?: readonly SearchRole[] | undefined;
}

export interface SearchIndex {
  /** Takes in the next events; false where there was nothing left to take in. */
  advance(): boolean;
  /** Takes the texts of events out, which `remove` then removes. In a transaction. */
  forget(rows: readonly LogRow[], remove: () => void): void;
  /** Drops the index; `advance` builds it anew. */
  clear(): void;
  /** The latest first; of very many, those written last. */
  search(words: string, options: SearchOptions): SearchResult;
  /** Of each session that has such texts, how many; deleted ones too. Undefined for words that are none. */
  hits(words: string): ReadonlyMap<string, number> | undefined;
}

/** Texts taken in at once: some milliseconds of work. */
const BATCH = 200;
/** Up to so many are put into the order of their times; beyond, the order of writing is near enough and needs no sorting. */
const MOST_SORTED = 2_000;
/** Places given with one text. */
const MOST_PLACES = 200;

interface LogRow extends EventRow {
  readonly id: number;
}
interface FoundRow extends LogRow {
  readonly title: string;
}

export function createSearchIndex(db: Db, terminal: TerminalText): SearchIndex {
  const types = SEARCHED.map((type) => `'${type}'`).join(', ');
  const progress = db.prepare<[], { last: number }>('SELECT last_event AS last FROM search_progress');
  const setProgress = db.prepare<[number]>('UPDATE search_progress SET last_event = ?');
  const lastEvent = db.prepare<[], { id: number | null }>('SELECT max(id) AS id FROM events');
  const next = db.prepare<[number, number], LogRow>(
    `SELECT id, session, seq, at, type, raw FROM events WHERE id > ? AND type IN (${types}) ORDER BY id LIMIT ?`,
  );
  const putWords = db.prepare<[number, string]>('INSERT INTO search (rowid, text) VALUES (?, ?)');
  const putText = db.prepare<[number, string, string, string]>(
    'INSERT INTO search_texts (id, session, at, role) VALUES (?, ?, ?, ?)',
  );
  // `content=''` keeps no text: to take one out, it has to be given again.
  const dropWords = db.prepare<[number, string]>("INSERT INTO search (search, rowid, text) VALUES ('delete', ?, ?)");
  const dropText = db.prepare<[number]>('DELETE FROM search_texts WHERE id = ?');
  const setAsideIds = `SELECT id FROM session_list WHERE deleted = 1 UNION SELECT session FROM imports WHERE ${HIDDEN}`;
  const anySetAside = db.prepare<[], unknown>(`${setAsideIds} LIMIT 1`);
  const matching = db.prepare<[string], number>('SELECT rowid FROM search WHERE search MATCH ?').pluck();
  const sessionsOf = createEventSessions(db);
  const found = `e.id, e.session, e.seq, e.at, e.type, e.raw, coalesce(nullif(l.given_title, ''), l.first_words, '') AS title`;
  const inList = `FROM events e JOIN session_list l ON l.id = e.session`;
  const one = db.prepare<[number], FoundRow>(`SELECT ${found} ${inList} WHERE e.id = ?`);
  const tail = db.prepare<[number], FoundRow & { deleted: 0 | 1 }>(
    `SELECT ${found}, l.deleted ${inList} WHERE e.id > ? AND e.type IN (${types}) ORDER BY e.id`,
  );
  const rewinds = db.prepare<[string, number], { seq: number; raw: string }>(
    `SELECT seq, raw FROM events WHERE session = ? AND seq > ? AND type = 'history-rewound' ORDER BY seq`,
  );

  const isRewound = (session: string, seq: number): boolean =>
    isSetAside(
      seq,
      setAside(rewinds.all(session, seq).map((row) => toEvent({ session, at: '', type: 'history-rewound', ...row }))),
    );

  const toHit = (row: FoundRow, phrases: readonly Phrase[]): SearchHit => {
    const { session, seq, at, title } = row;
    const { role, text, callId } = searchedText(toEvent(row), terminal);
    const places = findPhrases(text, phrases) ?? [];
    const { snippet, hits } = snippetOf(text, places);
    return {
      ...{ session, title, seq, at, role },
      ...(callId === undefined ? {} : { callId }),
      rewound: role !== 'title' && isRewound(session, seq),
      snippet,
      hits: hits.map(([from, to]) => [from, to]),
      places: places.slice(0, MOST_PLACES).map(([from, to]) => [from, to]),
    };
  };

  /** What came after the index's last event and has every phrase. */
  function* inTail(phrases: readonly Phrase[]): Generator<FoundRow & { deleted: 0 | 1; role: SearchRole }> {
    for (const row of tail.iterate(progress.get()?.last ?? 0)) {
      const { text, role } = searchedText(toEvent(row), terminal);
      if (findPhrases(text, phrases) !== undefined) yield { ...row, role };
    }
  }

  /** The matches in the index that the options leave, and what they need to be found. */
  function narrowed(expression: string, { sessions, roles }: SearchOptions) {
    const conditions: string[] = [];
    const values: string[] = [expression];
    if (sessions !== undefined) {
      conditions.push('t.session IN (SELECT value FROM json_each(?))');
      values.push(JSON.stringify(sessions));
    } else if (anySetAside.get() !== undefined) {
      conditions.push(`t.session NOT IN (${setAsideIds})`);
    }
    if (roles !== undefined) {
      conditions.push('t.role IN (SELECT value FROM json_each(?))');
      values.push(JSON.stringify(roles));
    }
    const join = 'JOIN search_texts t ON t.id = search.rowid';
    const where = ['search MATCH ?', ...conditions].join(' AND ');
    // Without a condition on them the texts' own table is not looked at: of a common word that is most of the time.
    return {
      bare: `FROM search ${conditions.length === 0 ? '' : join} WHERE ${where}`,
      joined: `FROM search ${join} WHERE ${where}`,
      values,
    };
  }

  return {
    advance() {
      const from = progress.get()?.last ?? 0;
      const rows = next.all(from, BATCH);
      for (const row of rows) {
        const { text, role } = searchedText(toEvent(row), terminal);
        if (text === '') continue;
        putWords.run(row.id, indexedText(text));
        putText.run(row.id, row.session, row.at, role);
      }
      const to = rows.length === BATCH ? (rows.at(-1)?.id ?? from) : (lastEvent.get()?.id ?? 0);
      if (to > from) setProgress.run(to);
      return rows.length === BATCH;
    },
    forget(rows, remove) {
      const known = progress.get()?.last ?? 0;
      for (const row of rows) {
        if (row.id > known) continue;
        const { text } = searchedText(toEvent(row), terminal);
        if (text === '' || dropText.run(row.id).changes === 0) continue;
        dropWords.run(row.id, indexedText(text));
      }
      remove();
      // SQLite assigns the highest ids of a table again once their rows are gone.
      sessionsOf.forgetFrom(Math.min(...rows.map(({ id }) => id)));
      const end = lastEvent.get()?.id ?? 0;
      if (end < known) setProgress.run(end);
    },
    clear() {
      db.exec("INSERT INTO search (search) VALUES ('delete-all')");
      db.exec('DELETE FROM search_texts');
      setProgress.run(0);
    },
    search(words, options) {
      const phrases = phrasesOf(words);
      if (phrases.length === 0) return { total: 0, results: [] };
      const { bare, joined, values } = narrowed(matchExpression(phrases), options);
      const { limit, offset = 0, sessions, roles } = options;
      const wanted = sessions === undefined ? undefined : new Set(sessions);
      // One moment of the database for all of it, whatever its writer does meanwhile.
      return db.transaction(() => {
        const fresh: FoundRow[] = [];
        for (const row of inTail(phrases)) {
          const isWanted = wanted === undefined ? row.deleted === 0 : wanted.has(row.session);
          if (isWanted && roles?.includes(row.role) !== false) fresh.push(row);
        }
        const count = db.prepare<string[], { total: number }>(`SELECT count(*) AS total ${bare}`).get(...values);
        const total = count?.total ?? 0;
        const [from, order] =
          total <= MOST_SORTED ? [joined, 't.at DESC, search.rowid DESC'] : [bare, 'search.rowid DESC'];
        const known = db
          .prepare<(string | number)[], { id: number }>(`SELECT search.rowid AS id ${from} ORDER BY ${order} LIMIT ?`)
          .all(...values, offset + limit)
          .flatMap(({ id }) => one.get(id) ?? []);
        const latest = [...fresh, ...known]
          .sort((a, b) => (a.at === b.at ? b.id - a.id : a.at < b.at ? 1 : -1))
          .slice(offset, offset + limit);
        return { total: total + fresh.length, results: latest.map((row) => toHit(row, phrases)) };
      })();
    },
    hits(words) {
      const phrases = phrasesOf(words);
      if (phrases.length === 0) return undefined;
      return db.transaction(() => {
        const counts = sessionsOf.countBySession(matching.all(matchExpression(phrases)));
        for (const { session } of inTail(phrases)) counts.set(session, (counts.get(session) ?? 0) + 1);
        return counts;
      })();
    },
  };
}
