/** Each event carries `prev`, the SHA-256 of the line before it as stored (CONTRACT §11). Pure. */
import { sha256 } from '../../lib/sha256.ts';
import type { EventRow } from '../event-log.ts';

/** `prev` of a session's first event: the hash of no line. */
export const NO_LINE = sha256('');

/** In place of `prev` where a rewritten line follows one that was altered: a copy never fixes a chain. */
const BROKEN_LINK = '0'.repeat(64);

/** The envelope as this app writes it; other orders are parsed. */
const ENVELOPE = /^\{"v":\d+,"seq":\d+,"at":"[^"\\]*","session":"[^"\\]*",(?:"prev":"(?<prev>[0-9a-f]{64})",)?"type":"/;

function prevOf(raw: string): unknown {
  const prev = ENVELOPE.exec(raw)?.groups?.prev;
  if (prev !== undefined || !raw.includes('"prev"')) return prev;
  return objectOf(raw)?.prev;
}

function objectOf(raw: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const parsed: unknown = JSON.parse(raw);
    return parsed !== null && typeof parsed === 'object' && !Array.isArray(parsed) ? { ...parsed } : undefined;
  } catch {
    return undefined;
  }
}

/** Last event of a log, and the hash of its line. */
export interface LogHead {
  readonly seq: number;
  readonly hash: string;
}

/** The recorded end of a log, apart from its lines. */
export interface LogEnd extends LogHead {
  /** The closing line of the file that it was imported from. */
  readonly closing?: string;
  /** Imported from a file without one: events may be missing after its last. */
  readonly isOpen?: boolean;
}

export interface WalkedChain {
  /** The first event that carries `prev`; those before it were written by an older version. */
  readonly from: number;
  /** The first event that is not the one its successor, or the log's end, was chained to. */
  readonly brokenAt?: number;
  /** Nothing recorded says that its last event is the last one, and as it was written. */
  readonly isOpen?: boolean;
}

/** Follows a chain line by line. */
export class ChainWalk {
  #head: LogHead = { seq: 0, hash: NO_LINE };
  #from: number | undefined;
  #brokenAt: number | undefined;

  /** @returns how the line follows the one before it; `unchained` for a line of an older version. */
  add({ seq, raw }: Pick<EventRow, 'seq' | 'raw'>): 'unchained' | 'linked' | 'broken' {
    const before = this.#head;
    const prev = prevOf(raw);
    this.#head = { seq, hash: sha256(raw) };
    if (prev === undefined && this.#from === undefined) return 'unchained';
    this.#from ??= seq;
    if (prev === before.hash) return 'linked';
    this.#brokenAt ??= prev === undefined ? seq : Math.max(before.seq, 1);
    return 'broken';
  }

  /** Head of the lines so far. */
  get head(): LogHead {
    return this.#head;
  }

  /** @param end recorded apart from the lines. @returns undefined where no event is chained. */
  result(end: LogEnd | undefined): WalkedChain | undefined {
    const { seq, hash } = this.#head;
    if (this.#from === undefined) return undefined;
    const isEnd = end === undefined || (end.seq === seq && end.hash === hash);
    const brokenAt = this.#brokenAt ?? (isEnd ? undefined : seq);
    const isOpen = end === undefined || end.isOpen === true;
    return { from: this.#from, ...(brokenAt === undefined ? {} : { brokenAt }), ...(isOpen ? { isOpen } : {}) };
  }
}

/** Chains lines that are written in place of others, as those were: an altered line stays one. */
export class Relinking {
  readonly #original = new ChainWalk();
  #hash = NO_LINE;

  /** @param raw the line in place of `original`. @returns it with the link to the line before it. */
  next(original: Pick<EventRow, 'seq' | 'raw'>, raw: string): string {
    const link = this.#original.add(original);
    const line = link === 'unchained' ? raw : linked(raw, link === 'linked' ? this.#hash : BROKEN_LINK);
    this.#hash = sha256(line);
    return line;
  }

  /** Hash of the last line; of no line where the original's end was altered. @param end the original's. */
  head(end: LogEnd | undefined): string {
    const { brokenAt } = this.#original.result(end) ?? {};
    return brokenAt === this.#original.head.seq ? BROKEN_LINK : this.#hash;
  }
}

/** A line with its link; one that is no JSON object stays as it is, and breaks the chain. */
function linked(raw: string, prev: string): string {
  const event = objectOf(raw);
  if (event === undefined) return raw;
  const { v, seq, at, session, prev: _before, ...body } = event;
  return JSON.stringify({ v, seq, at, session, prev, ...body });
}

/** Chains the rows of a log that is written as a whole. */
export function chained(rows: readonly EventRow[]): EventRow[] {
  let prev = NO_LINE;
  return rows.map((row) => {
    const raw = linked(row.raw, prev);
    prev = sha256(raw);
    return { ...row, raw };
  });
}
