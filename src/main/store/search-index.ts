/**
 * Full-text search over what was said, what tools answered, and titles. The index follows the log in batches; what it
 * has not reached yet is looked through as it is, so that an answer is complete at any time, in any process.
 */
import type { EventType, SessionEvent } from '../../shared/events.ts';
import type { SearchHit, SearchResult } from '../../shared/review.ts';
import type { Db } from './db.ts';
import { type EventRow, toEvent } from './event-log.ts';
import { findPhrases, indexedText, matchExpression, type Phrase, phrasesOf } from './search-words.ts';
import { snippetOf } from './snippet.ts';

export interface SearchIndex {
  /** Takes in the next events; false where there was nothing left to take in. */
  advance(): boolean;
  /** Drops the index; `advance` builds it anew. */
  clear(): void;
  /** The latest first. */
  search(words: string, limit: number): SearchResult;
}

/** Texts taken in at once: some milliseconds of work. */
const BATCH = 200;

const SEARCHED = [
  'user-message-added',
  'model-responded',
  'tool-finished',
  'session-created',
  'session-renamed',
] as const satisfies readonly EventType[];

function searchedText(event: SessionEvent): Pick<SearchHit, 'role'> & { readonly text: string } {
  switch (event.type) {
    case 'user-message-added':
      return { role: 'user', text: event.text };
    case 'model-responded':
      return { role: 'assistant', text: event.text };
    case 'tool-finished':
      return { role: 'tool', text: event.content };
    case 'session-created':
      return { role: 'title', text: event.title ?? '' };
    case 'session-renamed':
      return { role: 'title', text: event.title };
    default:
      return { role: 'title', text: '' };
  }
}

interface LogRow extends EventRow {
  readonly id: number;
}
interface FoundRow extends LogRow {
  readonly title: string;
}

export function createSearchIndex(db: Db): SearchIndex {
  const types = SEARCHED.map((type) => `'${type}'`).join(', ');
  const progress = db.prepare<[], { last: number }>('SELECT last_event AS last FROM search_progress');
  const setProgress = db.prepare<[number]>('UPDATE search_progress SET last_event = ?');
  const lastEvent = db.prepare<[], { id: number | null }>('SELECT max(id) AS id FROM events');
  const next = db.prepare<[number, number], LogRow>(
    `SELECT id, session, seq, at, type, raw FROM events WHERE id > ? AND type IN (${types}) ORDER BY id LIMIT ?`,
  );
  const putWords = db.prepare<[number, string]>('INSERT INTO search (rowid, text) VALUES (?, ?)');
  const putText = db.prepare<[number, string, string]>('INSERT INTO search_texts (id, session, at) VALUES (?, ?, ?)');
  const fromIndex = `FROM search JOIN search_texts t ON t.id = search.rowid
    WHERE search MATCH ? AND t.session NOT IN (SELECT id FROM session_list WHERE deleted = 1)`;
  const count = db.prepare<[string], { total: number }>(`SELECT count(*) AS total ${fromIndex}`);
  const indexed = db.prepare<[string, number], { id: number }>(
    `SELECT t.id ${fromIndex} ORDER BY t.at DESC, t.id DESC LIMIT ?`,
  );
  const inList = `FROM events e JOIN session_list l ON l.id = e.session AND l.deleted = 0`;
  const found = `e.id, e.session, e.seq, e.at, e.type, e.raw, coalesce(nullif(l.given_title, ''), l.first_words, '') AS title`;
  const one = db.prepare<[number], FoundRow>(`SELECT ${found} ${inList} WHERE e.id = ?`);
  const tail = db.prepare<[number], FoundRow>(
    `SELECT ${found} ${inList} WHERE e.id > ? AND e.type IN (${types}) ORDER BY e.id`,
  );
  const rewinds = db.prepare<[string, number], { raw: string }>(
    `SELECT raw FROM events WHERE session = ? AND seq > ? AND type = 'history-rewound'`,
  );

  const isRewound = (session: string, seq: number): boolean =>
    rewinds.all(session, seq).some(({ raw }) => {
      const event = toEvent({ session, seq, at: '', type: 'history-rewound', raw });
      return event.type === 'history-rewound' && event.toSeq < seq;
    });

  const toHit = (row: FoundRow, phrases: readonly Phrase[]): SearchHit => {
    const { session, seq, at, title } = row;
    const { role, text } = searchedText(toEvent(row));
    const { snippet, hits } = snippetOf(text, findPhrases(text, phrases) ?? []);
    const rewound = role !== 'title' && isRewound(session, seq);
    return { session, title, seq, at, role, rewound, snippet, hits: hits.map(([from, to]) => [from, to]) };
  };

  /** What came after the index's last event and has every phrase. */
  function inTail(phrases: readonly Phrase[]): FoundRow[] {
    const kept: FoundRow[] = [];
    for (const row of tail.iterate(progress.get()?.last ?? 0)) {
      if (findPhrases(searchedText(toEvent(row)).text, phrases) !== undefined) kept.push(row);
    }
    return kept;
  }

  return {
    advance() {
      const from = progress.get()?.last ?? 0;
      const rows = next.all(from, BATCH);
      for (const row of rows) {
        const { text } = searchedText(toEvent(row));
        if (text === '') continue;
        putWords.run(row.id, indexedText(text));
        putText.run(row.id, row.session, row.at);
      }
      const to = rows.length === BATCH ? (rows.at(-1)?.id ?? from) : (lastEvent.get()?.id ?? 0);
      if (to > from) setProgress.run(to);
      return rows.length === BATCH;
    },
    clear() {
      db.exec("INSERT INTO search (search) VALUES ('delete-all')");
      db.exec('DELETE FROM search_texts');
      setProgress.run(0);
    },
    search(words, limit) {
      const phrases = phrasesOf(words);
      if (phrases.length === 0) return { total: 0, results: [] };
      const expression = matchExpression(phrases);
      // One moment of the database for all of it, whatever its writer does meanwhile.
      return db.transaction(() => {
        const fresh = inTail(phrases);
        const known = indexed.all(expression, limit).flatMap(({ id }) => one.get(id) ?? []);
        const latest = [...fresh, ...known]
          .sort((a, b) => (a.at === b.at ? b.id - a.id : a.at < b.at ? 1 : -1))
          .slice(0, limit);
        const total = (count.get(expression)?.total ?? 0) + fresh.length;
        return { total, results: latest.map((row) => toHit(row, phrases)) };
      })();
    },
  };
}
