/**
 * Imports the JSON Lines of an exported session: all of it, byte for byte, or nothing. The file is untrusted: every
 * line is checked before anything is written.
 */
import type { MessagePort } from 'node:worker_threads';
import type { Failure } from '../../../main/lib/errors.ts';
import { isRedacted } from '../../../main/redaction/preview.ts';
import { Relinking, readClosing } from '../../../main/store/chain.ts';
import type { EventRow } from '../../../main/store/event-log.ts';
import {
  type LogSummary,
  MAX_EVENTS,
  MAX_LINE,
  readLogLine,
  refuse,
  withoutKey,
} from '../../../main/store/log-intake.ts';
import { readReviewsLine } from '../../../main/store/reviews.ts';
import {
  type ImportStore,
  MESSAGES,
  STAGED_AT_ONCE,
  type StagedLog,
  type StoredBeside,
} from '../../../main/store/staged-log.ts';
import { parsedJson } from '../../../shared/defined.ts';
import type { Review } from '../../../shared/review/reviews.ts';
import { type ImportFormat, type ImportResult, MAX_TRANSCRIPT } from '../../../shared/review.ts';
import { ABOUT_THE_LIST } from '../../../shared/session-list-events.ts';
import { type ForeignOptions, importForeign, isOwnLog } from './foreign/import-foreign.ts';

/** Messages between an import's thread and the core. */
export interface ImportJob {
  /** Absolute: the database. */
  readonly database: string;
  readonly name: string | undefined;
  readonly format: ImportFormat | undefined;
  readonly preview: boolean;
  /** Brings the answers to `StoreRequest`; a thread that waits for one takes no other message. */
  readonly replies: MessagePort;
  /** One Int32: 1 once there is an answer. */
  readonly gate: SharedArrayBuffer;
}

export type ToThread = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'end' };

/** Each waits for its answer: a `Failure`, or how many were new (0 but for reviews). */
export type StoreRequest =
  | { readonly kind: 'reviews'; readonly reviews: readonly Review[] }
  | { readonly kind: 'begin'; readonly session: string; readonly events: number }
  | { readonly kind: 'slice'; readonly rows: readonly EventRow[] }
  | { readonly kind: 'finish'; readonly summary: LogSummary; readonly closing: string | undefined };

export type FromThread =
  | StoreRequest
  | { readonly kind: 'taken'; readonly events: number }
  | { readonly kind: 'done'; readonly result: ImportResult }
  | { readonly kind: 'failed'; readonly failure: Failure };

type ReviewedStore = Pick<ImportStore, 'stageLog' | 'reviews'>;

/** One log that arrives in pieces; a refused one leaves nothing behind. */
export class SessionImport {
  readonly #staged: StagedLog;
  readonly #store: ReviewedStore;
  readonly #onStored: () => void;
  readonly #reviews: Review[] = [];
  readonly #links = new Relinking();
  #first: EventRow | undefined;
  #waiting: EventRow[] = [];
  /** Pieces of the incomplete last line. */
  #begun: string[] = [];
  #begunLength = 0;
  #line = 0;
  #events = 0;
  #unknown = 0;
  readonly #count = { messages: 0, calls: 0 };
  /** The file's last line, which is no event. */
  #closing: string | undefined;

  /** @param onStored called once it is on the disk; not for a session that was there already. */
  constructor(store: ReviewedStore, onStored: () => void) {
    this.#store = store;
    this.#staged = store.stageLog();
    this.#onStored = onStored;
  }

  /** @throws SkilldeckError `import-refused`: with the line, and what to do. */
  take(text: string): void {
    let from = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', from)) {
      this.#begun.push(text.slice(from, end));
      this.#endLine();
      from = end + 1;
    }
    this.#begun.push(text.slice(from));
    this.#begunLength += text.length - from;
    if (this.#begunLength > MAX_LINE) refuse('event-too-long', { line: this.#line + 1, length: this.#begunLength });
  }

  get events(): number {
    return this.#events;
  }

  /** @throws SkilldeckError `import-refused`: with the line, and what to do. */
  end(): ImportResult {
    const result = this.preview();
    if (!result.alreadyThere) {
      this.#staged.commit(result.session, this.#closingLine());
      this.#onStored();
    }
    // After the log, and also to one that was there: a file may bring no more than what others said of it.
    if (this.#reviews.length === 0) return result;
    return { ...result, reviews: this.#store.reviews.merge(this.#reviews) };
  }

  /** The file's last line; without its signature where lines were rewritten that it covered. */
  #closingLine(): string | undefined {
    const closing = readClosing(this.#closing ?? '');
    if (!this.#links.differs || closing === undefined) return this.#closing;
    return JSON.stringify({
      type: closing.type,
      events: closing.events,
      head: this.#links.head({ seq: this.#events, hash: closing.head }),
    });
  }

  /** Result that `end` would store. Takes no more text after it. @throws SkilldeckError `import-refused`. */
  preview(): ImportResult {
    this.#endLine();
    this.#stage();
    const first = this.#first ?? refuse('no-events');
    const { session } = first;
    const closing = readClosing(this.#closing ?? '');
    if (closing !== undefined && closing.events !== this.#events) {
      refuse('event-count', { events: this.#events, closing: closing.events });
    }
    const beside = this.#staged.compared(session);
    const alreadyThere = beside.stored > 0;
    if (alreadyThere) refuseOther(session, beside, this.#events);
    const [events, unknownEvents] = [this.#events, this.#unknown];
    return { session, events, ...this.#count, alreadyThere, unknownEvents, redacted: isRedacted(first.raw) };
  }

  /** Safe to call twice. */
  close(): void {
    this.#staged.drop();
  }

  #endLine(): void {
    const line = this.#begun.join('');
    this.#begun = [];
    this.#begunLength = 0;
    this.#line += 1;
    const raw = line.endsWith('\r') ? line.slice(0, -1) : line;
    if (raw.trim() === '') return;
    if (this.#closing !== undefined) refuse('after-end', { line: this.#line });
    if (this.#events > 0 && readClosing(raw) !== undefined) {
      this.#closing = raw;
      return;
    }
    const reviews = this.#events > 0 ? readReviewsLine(raw, this.#line) : undefined;
    if (reviews !== undefined) {
      const other = reviews.find(({ session }) => session !== this.#first?.session);
      if (other !== undefined) refuse('review-other', { line: this.#line, session: other.session });
      for (const review of reviews) this.#reviews.push(review);
      return;
    }
    if (this.#reviews.length > 0) refuse('after-reviews', { line: this.#line });
    if (this.#events >= MAX_EVENTS) refuse('too-many-events', { most: MAX_EVENTS });
    const { row: given, isUnknown } = readLogLine(raw, this.#line, this.#first, this.#events + 1);
    // An address loses its key, and the lines after it are linked to what is stored.
    const row = { ...given, raw: this.#links.next(given, withoutKey(given.raw)) };
    if (isUnknown) this.#unknown += 1;
    if (MESSAGES.has(row.type)) this.#count.messages += 1;
    if (row.type === 'model-responded') this.#count.calls += 1;
    this.#first ??= row;
    this.#events += 1;
    this.#waiting.push(row);
    if (this.#waiting.length >= STAGED_AT_ONCE) this.#stage();
  }

  #stage(): void {
    this.#staged.add(this.#waiting);
    this.#waiting = [];
  }
}

function refuseOther(session: string, { stored, differs, beyond }: StoredBeside, given: number): void {
  if (differs !== undefined) refuse('stored-differs', { session, at: differs });
  // Marks and notes that were made here are no other content.
  if (stored >= given && beyond.every((type) => ABOUT_THE_LIST.has(type))) return;
  refuse('stored-shorter', { session, stored, given });
}

// A file that comes in pieces: this app's own log, or another program's transcript. Which it is, its first line says.

interface ImportOptions extends Omit<ForeignOptions, 'store' | 'format'> {
  readonly store: ImportStore;
  /** Read as this format; default: by content. */
  readonly format?: ImportFormat | undefined;
}

export class ImportInPieces {
  readonly #options: ImportOptions;
  #own: SessionImport | undefined;
  /** Text before the first complete line; for another program's file, all of it. */
  #held: string[] = [];
  #length = 0;
  #isForeign = false;
  /** Something else than blanks has come. */
  #begun = false;

  constructor(options: ImportOptions) {
    this.#options = options;
  }

  /** @throws SkilldeckError `import-refused`: with the line, and what to do. */
  take(given: string): void {
    const text = this.#length === 0 ? given.replace(/^\uFEFF/, '') : given;
    this.#length += given.length;
    if (this.#own !== undefined) {
      this.#own.take(text);
      return;
    }
    this.#held.push(text);
    if (!this.#isForeign && this.#endsFirstLine(text)) this.#decide();
    if (this.#own === undefined && this.#length > MAX_TRANSCRIPT) {
      refuse('transcript-too-long', { most: MAX_TRANSCRIPT });
    }
  }

  /** @throws SkilldeckError `import-refused`: with the line, and what to do. */
  end(): ImportResult {
    if (this.#own === undefined && !this.#isForeign) this.#decide();
    const { store, name, format, preview, onStored, keepFile } = this.#options;
    if (this.#own !== undefined) return preview === true ? this.#own.preview() : this.#own.end();
    const printed = this.#isPrinted() ? textOfExport(this.#held.join('')) : undefined;
    if (printed !== undefined) return importText(this.#options, printed);
    return importForeign({ store, name, format: named(format), preview, onStored, keepFile }, () => this.#take());
  }

  /** `sessions export --json`: the file is a field of the answer. */
  #isPrinted(): boolean {
    return /^\s*\{\s*"session":/.test(this.#held.slice(0, 2).join('').slice(0, 200));
  }

  #take(): string {
    const text = this.#held.join('');
    this.#held = [];
    return text;
  }

  /** Read so far; 0 for another program's file, which is read as a whole. */
  get events(): number {
    return this.#own?.events ?? 0;
  }

  /** Safe to call twice. */
  close(): void {
    this.#own?.close();
    this.#held = [];
  }

  /** Looks at each character once: another program's file may be one line of many megabytes. */
  #endsFirstLine(text: string): boolean {
    const begin = this.#begun ? 0 : text.search(/\S/);
    if (begin === -1) return false;
    this.#begun = true;
    return text.includes('\n', begin);
  }

  #decide(): void {
    const text = this.#held.join('');
    const { format } = this.#options;
    if (format === undefined ? !isOwnLog(text) : format !== 'skilldeck') {
      this.#isForeign = true;
      return;
    }
    this.#held = [];
    const { store, onStored } = this.#options;
    this.#own = new SessionImport(store, onStored);
    this.#own.take(text);
  }
}

function textOfExport(given: string): string | undefined {
  const { text, format }: { text?: unknown; format?: unknown } = Object(parsedJson(given));
  return typeof text === 'string' && format !== undefined ? text : undefined;
}

const named = (format: ImportFormat | undefined) => (format === 'skilldeck' ? undefined : format);

/** Imports a complete text. @throws SkilldeckError `import-refused`. */
export function importText(options: ImportOptions, text: string): ImportResult {
  const taken = new ImportInPieces(options);
  try {
    taken.take(text);
    return taken.end();
  } finally {
    taken.close();
  }
}
