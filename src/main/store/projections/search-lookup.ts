/** Finds texts in the search index, and in the events that it has not reached yet. */

import { isSetAside, setAside } from '../../../shared/history.ts';
import type { SearchHit, SearchResult, SearchRole } from '../../../shared/review.ts';
import type { Db } from '../db.ts';
import { type LogRow, toEvent } from '../event-log.ts';
import { HIDDEN } from '../imports.ts';
import { EVALS } from './facts-table.ts';
import {
  eventOfPiece,
  REASONED,
  reasoningOf,
  SEARCHED_SQL,
  type SearchedText,
  searchedText,
  type TerminalText,
} from './search-texts.ts';
import { findPhrases, matchExpression, mayHave, type Phrase, phrasesOf, type Range } from './search-words.ts';

// A text that has every word, as it is shown: the words around the first, and where they are. Pure.

/** Places given with one text. */
const MOST_PLACES = 200;

export function hitOf(
  of: Pick<SearchHit, 'session' | 'title' | 'seq' | 'at' | 'rewound'>,
  { role, text, callId }: SearchedText,
  phrases: readonly Phrase[],
): SearchHit {
  const places = findPhrases(text, phrases, MOST_PLACES) ?? [];
  const { snippet, hits } = snippetOf(text, places);
  return {
    ...of,
    role,
    ...(callId === undefined ? {} : { callId }),
    snippet,
    hits: hits.map(([from, to]) => [from, to]),
    places: places.slice(0, MOST_PLACES).map(([from, to]) => [from, to]),
  };
}

interface Snippet {
  /** One line; … marks omitted text. */
  readonly snippet: string;
  /** Positions of the hits in it, in UTF-16 code units. */
  readonly hits: readonly Range[];
}

/** UTF-16 code units shown before the first hit, and in all. */
const BEFORE = 40;
const LENGTH = 160;
const CUT = '…';

/** @param hits in order. */
function snippetOf(text: string, hits: readonly Range[]): Snippet {
  const first = hits[0]?.[0] ?? 0;
  const from = wholeCharacter(text, Math.max(0, first - BEFORE));
  const to = wholeCharacter(text, Math.min(text.length, Math.max(from + LENGTH, hits[0]?.[1] ?? 0)));
  const lead = from > 0 ? CUT : '';
  const shown = text.slice(from, to).replace(/\s/g, ' ');
  const shift = lead.length - from;
  return {
    snippet: `${lead}${shown}${to < text.length ? CUT : ''}`,
    hits: hits.filter(([start]) => start < to).map(([start, end]): Range => [start + shift, Math.min(end, to) + shift]),
  };
}

/** Not between the halves of a surrogate pair. */
function wholeCharacter(text: string, index: number): number {
  const code = text.charCodeAt(index);
  return index > 0 && index < text.length && code >= 0xdc00 && code <= 0xdfff ? index - 1 : index;
}

export interface SearchOptions {
  readonly limit: number;
  readonly offset?: number | undefined;
  /** Ids; absent: all that are neither deleted nor evals. */
  readonly sessions?: readonly string[] | undefined;
  readonly roles?: readonly SearchRole[] | undefined;
}

/** Up to so many are put into the order of their times; beyond, the order of writing is near enough and needs no sorting. */
const MOST_SORTED = 2_000;
const SET_ASIDE = `SELECT id FROM session_list WHERE deleted = 1 UNION SELECT session FROM imports WHERE ${HIDDEN} UNION ${EVALS}`;
const IN_LIST = 'FROM events e JOIN session_list l ON l.id = e.session';
const LOGGED = 'e.id, e.session, e.seq, e.at, e.type, e.raw';

interface FoundRow extends LogRow {
  readonly title: string;
}

interface FreshText {
  /** Its row in the index: of its event, or of the reasoning of it. */
  readonly id: number;
  readonly session: string;
  readonly at: string;
  readonly role: SearchRole;
}

export function createSearchLookup(db: Db, terminal: TerminalText) {
  const progress = db.prepare<[], number>('SELECT last_event FROM search_progress').pluck();
  const setAsideSessions = db.prepare<[], string>(SET_ASIDE).pluck();
  const matching = db
    .prepare<[string], [session: string, texts: number]>(
      `SELECT t.session, count(*) FROM search JOIN search_texts t ON t.id = search.rowid
       WHERE search MATCH ? AND search.rowid > 0 GROUP BY t.session`,
    )
    .raw();
  const matchingPieces = db
    .prepare<[string], number>('SELECT rowid FROM search WHERE search MATCH ? AND rowid < 0')
    .pluck();
  const one = db.prepare<[number], FoundRow>(
    `SELECT ${LOGGED}, coalesce(nullif(l.givenTitle, ''), l.firstWords, '') AS title ${IN_LIST} WHERE e.id = ?`,
  );
  const timed = db.prepare<[number], Pick<FoundRow, 'id' | 'at'>>('SELECT id, at FROM events WHERE id = ?');
  const onePiece = db.prepare<[number], Omit<FreshText, 'id'>>(
    'SELECT t.session, t.at, t.role FROM search_texts t JOIN session_list l ON l.id = t.session WHERE t.id = ?',
  );
  const tail = db.prepare<[number], LogRow>(
    `SELECT ${LOGGED} ${IN_LIST} WHERE e.id > ? AND e.type IN (${SEARCHED_SQL}) ORDER BY e.id`,
  );
  const rewinds = db.prepare<[string, number], { seq: number; raw: string }>(
    `SELECT seq, raw FROM events WHERE session = ? AND seq > ? AND type = 'history-rewound' ORDER BY seq`,
  );

  const isRewound = (session: string, seq: number): boolean =>
    isSetAside(
      seq,
      setAside(rewinds.all(session, seq).map((row) => toEvent({ session, at: '', type: 'history-rewound', ...row }))),
    );

  const toHit = (text: number, phrases: readonly Phrase[]): SearchHit[] => {
    const row = one.get(text % REASONED);
    if (row === undefined) return [];
    const { session, seq, at, title } = row;
    const event = toEvent(row);
    const found = (text >= REASONED ? reasoningOf(event) : undefined) ?? searchedText(event, terminal);
    const rewound = found.role !== 'title' && isRewound(session, seq);
    return [hitOf({ session, title, seq, at, rewound }, found, phrases)];
  };

  /** Texts that have every phrase and no separate row: those after the index's last event, and long ones. */
  function* besideRows(phrases: readonly Phrase[]): Generator<FreshText> {
    const last = progress.get() ?? 0;
    for (const row of tail.iterate(last)) {
      if (!mayMatch(row, phrases)) continue;
      const event = toEvent(row);
      const { text, role } = searchedText(event, terminal);
      if (findPhrases(text, phrases, 1) !== undefined) yield { ...row, role };
      const thought = reasoningOf(event);
      if (thought !== undefined && findPhrases(thought.text, phrases, 1) !== undefined)
        yield { ...row, ...thought, id: row.id + REASONED };
    }
    const found = phrases.map(
      (phrase) => new Map(matchingPieces.all(matchExpression([phrase])).map((row) => [eventOfPiece(row), row])),
    );
    for (const [id, row] of found[0] ?? []) {
      if (id > last || !found.every((pieces) => pieces.has(id))) continue;
      const piece = onePiece.get(row);
      if (piece !== undefined) yield { id, ...piece };
    }
  }

  return {
    /** The latest first; of very many, those written last. */
    search(words: string, options: SearchOptions): SearchResult {
      const phrases = phrasesOf(words);
      if (phrases.length === 0) return { total: 0, results: [] };
      const { limit, offset = 0, sessions, roles } = options;
      const wanted = sessions === undefined ? undefined : new Set(sessions);
      // Reads one snapshot of the database, regardless of concurrent writes.
      return db.transaction(() => {
        const aside = new Set(wanted === undefined ? setAsideSessions.all() : []);
        const { bare, joined, values } = narrowed(matchExpression(phrases), options, aside.size > 0);
        const fresh: Pick<FoundRow, 'id' | 'at'>[] = [];
        for (const { id, at, session, role } of besideRows(phrases)) {
          const isWanted = wanted === undefined ? !aside.has(session) : wanted.has(session);
          if (isWanted && roles?.includes(role) !== false) fresh.push({ id, at });
        }
        const count = db.prepare<string[], { total: number }>(`SELECT count(*) AS total ${bare}`).get(...values);
        const total = count?.total ?? 0;
        const [from, order] =
          total <= MOST_SORTED ? [joined, 't.at DESC, search.rowid DESC'] : [bare, 'search.rowid DESC'];
        const known = db
          .prepare<(string | number)[], { id: number }>(`SELECT search.rowid AS id ${from} ORDER BY ${order} LIMIT ?`)
          .all(...values, offset + limit)
          .flatMap(({ id }) => {
            const event = timed.get(id % REASONED);
            return event === undefined ? [] : [{ id, at: event.at }];
          });
        const latest = [...fresh, ...known]
          .sort((a, b) => (a.at === b.at ? b.id - a.id : a.at < b.at ? 1 : -1))
          .slice(offset, offset + limit);
        // One event at a time: a result may have megabytes.
        return { total: total + fresh.length, results: latest.flatMap(({ id }) => toHit(id, phrases)) };
      })();
    },
    /** Number of matching texts by session, including deleted ones. Undefined if `words` contains no word. */
    hits(words: string): ReadonlyMap<string, number> | undefined {
      const phrases = phrasesOf(words);
      if (phrases.length === 0) return undefined;
      return db.transaction(() => {
        const counts = new Map(matching.all(matchExpression(phrases)));
        for (const { session } of besideRows(phrases)) counts.set(session, (counts.get(session) ?? 0) + 1);
        return counts;
      })();
    },
  };
}

/** The matches in the index that the options leave, and what they need to be found. */
function narrowed(expression: string, { sessions, roles }: SearchOptions, anySetAside: boolean) {
  const conditions: string[] = [];
  const values: string[] = [expression];
  if (sessions !== undefined) {
    conditions.push('t.session IN (SELECT value FROM json_each(?))');
    values.push(JSON.stringify(sessions));
  } else if (anySetAside) {
    conditions.push(`t.session NOT IN (${SET_ASIDE})`);
  }
  if (roles !== undefined) {
    conditions.push('t.role IN (SELECT value FROM json_each(?))');
    values.push(JSON.stringify(roles));
  }
  const join = 'JOIN search_texts t ON t.id = search.rowid';
  const where = ['search MATCH ?', 'search.rowid > 0', ...conditions].join(' AND ');
  // Without conditions the texts' table is not joined: for a common word the join takes most of the time.
  return {
    bare: `FROM search ${conditions.length === 0 ? '' : join} WHERE ${where}`,
    joined: `FROM search ${join} WHERE ${where}`,
    values,
  };
}

/** Telling apart the words of a large import takes seconds, this a fraction of one. What scripts print is not in the log. */
const mayMatch = ({ type, raw }: LogRow, phrases: readonly Phrase[]): boolean =>
  type === 'script-finished' || raw.includes('\\u') || mayHave(raw, phrases);
