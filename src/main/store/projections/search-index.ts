/**
 * Full-text search over messages, tool results, script output and titles. The index follows the log in batches; events
 * not indexed yet are scanned directly, so results are complete at any time, in any process.
 */
import type { Db } from '../db.ts';
import { type LogRow, toEvent } from '../event-log.ts';
import { createSearchLookup } from './search-lookup.ts';
import {
  MAX_PIECES,
  pieceRow,
  piecesOf,
  REASONED,
  reasoningOf,
  SEARCHED_SQL,
  type SearchedText,
  searchedText,
  type TerminalText,
} from './search-texts.ts';
import { indexedPiece, indexedText, PIECE } from './search-words.ts';

export type SearchIndex = ReturnType<typeof createSearchIndex>;

export function createSearchIndex(db: Db, terminal: TerminalText) {
  return { ...createSearchIndexing(db, terminal), ...createSearchLookup(db, terminal) };
}

interface IndexedText extends SearchedText {
  readonly reasoning: string | undefined;
}

/** Texts indexed in one turn: some milliseconds of work. */
const BATCH = 200;
/** UTF-16 code units of events read in one turn, except where one event is longer. */
const LENGTH_A_TURN = 2 * PIECE;

function createSearchIndexing(db: Db, terminal: TerminalText) {
  const progress = db.prepare<[], number>('SELECT last_event FROM search_progress').pluck();
  const setProgress = db.prepare<[number]>('UPDATE search_progress SET last_event = ?');
  const lastEvent = db.prepare<[], number | null>('SELECT max(id) FROM events').pluck();
  const next = db
    .prepare<[number, number], number>(
      `SELECT id FROM events WHERE id > ? AND type IN (${SEARCHED_SQL}) ORDER BY id LIMIT ?`,
    )
    .pluck();
  const logged = db.prepare<[number], LogRow>('SELECT id, session, seq, at, type, raw FROM events WHERE id = ?');
  const putWords = db.prepare<[number, string]>('INSERT INTO search (rowid, text) VALUES (?, ?)');
  const putText = db.prepare<[number, string, string, string]>(
    'INSERT INTO search_texts (id, session, at, role) VALUES (?, ?, ?, ?)',
  );
  const dropWords = db.prepare<[number, string]>("INSERT INTO search (search, rowid, text) VALUES ('delete', ?, ?)");
  const dropText = db.prepare<[number]>('DELETE FROM search_texts WHERE id = ?');
  const countPieces = db
    .prepare<[number, number], number>('SELECT count(*) FROM search_texts WHERE id BETWEEN ? AND ?')
    .pluck();

  /** A text indexed over many turns is parsed once. */
  let parsed: ({ readonly id: number } & IndexedText) | undefined;
  const textOf = (row: LogRow): IndexedText => {
    if (parsed?.id === row.id) return parsed;
    const event = toEvent(row);
    const text = { ...searchedText(event, terminal), reasoning: reasoningOf(event)?.text };
    parsed = text.text.length > PIECE ? { id: row.id, ...text } : undefined;
    return text;
  };
  const storedPieces = (event: number): number =>
    countPieces.get(pieceRow(event, MAX_PIECES - 1), pieceRow(event, 0)) ?? 0;

  /** @returns false if the text has more pieces to come. */
  const put = (row: LogRow, { role, text, reasoning }: IndexedText): boolean => {
    if (reasoning !== undefined && storedPieces(row.id) === 0) {
      putWords.run(row.id + REASONED, indexedText(reasoning));
      putText.run(row.id + REASONED, row.session, row.at, 'reasoning');
    }
    if (text === '') return true;
    const isLong = text.length > PIECE;
    const piece = isLong ? storedPieces(row.id) : 0;
    const id = isLong ? pieceRow(row.id, piece) : row.id;
    putWords.run(id, indexedPiece(text, piece));
    putText.run(id, row.session, row.at, role);
    return piece + 1 >= piecesOf(text);
  };

  /** @returns false if the text has more pieces to remove. */
  const take = (row: LogRow): boolean => {
    const { reasoning } = textOf(row);
    if (reasoning !== undefined && dropText.run(row.id + REASONED).changes > 0)
      dropWords.run(row.id + REASONED, indexedText(reasoning));
    // `content=''` keeps no text: to take one out, it has to be given again.
    if (dropText.run(row.id).changes > 0) dropWords.run(row.id, indexedText(textOf(row).text));
    const left = storedPieces(row.id) - 1;
    if (left < 0) return true;
    const { text } = textOf(row);
    dropText.run(pieceRow(row.id, left));
    dropWords.run(pieceRow(row.id, left), indexedPiece(text, left));
    return left === 0;
  };

  return {
    /** Indexes the next events; false if none were left. */
    advance() {
      const from = progress.get() ?? 0;
      const ids = next.all(from, BATCH);
      let to = from;
      let left = LENGTH_A_TURN;
      for (const id of ids) {
        const row = logged.get(id);
        if (left <= 0 || row === undefined || !put(row, textOf(row))) break;
        left -= row.raw.length;
        to = id;
      }
      const isDone = ids.length < BATCH && to === (ids.at(-1) ?? from);
      if (isDone) to = lastEvent.get() ?? 0;
      if (to > from) setProgress.run(to);
      return !isDone;
    },
    /** Removes the texts of events, then calls `remove`; false if a long text has more to remove first. In a transaction. */
    forget(rows: readonly LogRow[], remove: () => void) {
      const known = progress.get() ?? 0;
      // The text after the last that is known may be in the index in part.
      for (const row of rows) if (!take(row)) return false;
      parsed = undefined;
      remove();
      const end = lastEvent.get() ?? 0;
      if (end < known) setProgress.run(end);
      return true;
    },
    /** Drops the index; `advance` rebuilds it. */
    clear() {
      db.exec("INSERT INTO search (search) VALUES ('delete-all')");
      db.exec('DELETE FROM search_texts');
      setProgress.run(0);
      parsed = undefined;
    },
  };
}
