/** Streams a session's JSON Lines: reads, redacts and yields its rows in batches. */

import { setImmediate as rest } from 'node:timers/promises';
import type { ExportFormat, SessionExport } from '../../shared/review.ts';
import { type RedactionCount, totalOf } from '../redaction/finds.ts';
import {
  markRedacted,
  type Redaction,
  ROWS_AT_ONCE,
  redactLine,
  type SessionRedaction,
  sessionRedaction,
} from '../redaction/preview.ts';
import {
  ChainWalk,
  closingLine,
  LinesHash,
  type LogEnd,
  Relinking,
  readClosing,
  type WalkedChain,
} from '../store/chain.ts';
import { type EventRow, toEvent } from '../store/event-log.ts';
import { foldRow, titleOf, toListed } from '../store/projections/session-list.ts';
import { reviewsLine, reviewTexts } from '../store/reviews.ts';
import type { Store } from '../store/store.ts';

/** Name of an exported file: the session's title and day, without characters that some system refuses. */
const LENGTH = 60;

const EXTENSIONS: Partial<Record<ExportFormat, string>> = {
  atif: 'atif.json',
  openai: 'openai.json',
  otlp: 'otlp.json',
};

export function fileNameFor(title: string, session: string, startedAt: string, format: ExportFormat): string {
  const words = title
    .normalize('NFC')
    .replace(/[\p{C}\p{Z}\s<>:"/\\|?*.…]+/gu, ' ')
    .trim();
  const name = [...words].slice(0, LENGTH).join('').trim();
  const day = /^\d{4}-\d\d-\d\d/.exec(startedAt)?.[0];
  return `${[name || session, ...(day === undefined ? [] : [day])].join(' ')}.${EXTENSIONS[format] ?? format}`;
}

/** The lines of an exported log: chained like the ones they stand for, and closed by one that is no event. */
export interface LogFileOptions {
  readonly session: string;
  readonly end: LogEnd | undefined;
  /** Its lines are not the stored ones. */
  readonly isRewritten: boolean;
  readonly signingKey: string | undefined;
}

export class LogFile {
  readonly #options: LogFileOptions;
  readonly #stored = new ChainWalk();
  readonly #links: Relinking | undefined;
  readonly #lines: LinesHash | undefined;
  #events = 0;

  constructor(options: LogFileOptions) {
    this.#options = options;
    this.#links = options.isRewritten ? new Relinking() : undefined;
    this.#lines = options.signingKey === undefined ? undefined : new LinesHash();
  }

  /** @param text stands for the stored row. @returns its line in the file. */
  line(row: Pick<EventRow, 'seq' | 'raw'>, text: string): string {
    this.#stored.add(row);
    const line = this.#links?.next(row, text) ?? text;
    this.#lines?.add(line);
    this.#events += 1;
    return line;
  }

  /** Chain of the log in its stored form. */
  get chain(): WalkedChain | undefined {
    return this.#stored.result(this.#options.end);
  }

  /** Undefined where an imported log came without one: no one knows that it ends there. */
  closing(): string | undefined {
    const { session, end, signingKey } = this.#options;
    const events = this.#events;
    if (events === 0) return undefined;
    if (signingKey === undefined) {
      const given = this.#links === undefined ? end?.closing : undefined;
      // The line as it was signed elsewhere.
      if (readClosing(given ?? '')?.events === events) return given;
      if (this.chain?.isOpen === true) return undefined;
    }
    const head = this.#links?.head(end) ?? end?.hash ?? this.#stored.head.hash;
    return closingLine({ session, events, head, lines: this.#lines?.digest() ?? '' }, signingKey);
  }
}

/** Rows that are in memory at once. */
const READ_AT_ONCE = 50;
/** UTF-16 code units after which a piece is yielded. */
const ENOUGH = 1024 * 1024;

export interface LinesOptions extends Redaction {
  readonly redact: boolean;
  readonly signingKey?: string | undefined;
}

type ExportedStore = Pick<Store, 'rows' | 'lastSeq' | 'end'> & { readonly reviews: Pick<Store['reviews'], 'history'> };

type ExportEnd = Pick<SessionExport, 'mime' | 'fileName' | 'events' | 'redacted' | 'brokenAt'>;
export interface ExportPiece {
  readonly text: string;
  readonly end?: ExportEnd;
}

/** Events that its name is made of. */
const NAMING: ReadonlySet<string> = new Set([
  'session-created',
  'session-renamed',
  'history-rewound',
  'user-message-added',
]);

/**
 * Exports the log as it is at the start: events appended in the meantime are left out. A redacted export reads it twice,
 * because its first line states the number of redactions.
 * @throws SkilldeckError `bad-input` for a pattern of the user's that is invalid or takes too long.
 */
export async function* exportLines(
  store: ExportedStore,
  session: string,
  options: LinesOptions,
): AsyncGenerator<ExportPiece> {
  const [last, end] = endOf(store, session);
  const { redact: isRewritten, signingKey } = options;
  const file = new LogFile({ session, end, isRewritten, signingKey });
  const pages = () => pagesOf(store, session, last);
  const reviews = store.reviews.history(session);
  const texts = [...(options.texts ?? []), ...reviewTexts(reviews)];
  const redaction = options.redact ? await sessionRedaction(rowsOf(pages()), { ...options, texts }) : undefined;
  const count = redaction === undefined ? undefined : await counted(redaction, pages());
  const redactor = redaction?.redactor();
  const naming = [];
  let [events, text, createdAt] = [0, '', ''];
  for (const page of pages()) {
    for (const row of page) {
      const own = redactor === undefined ? row.raw : redactLine(row.raw, redactor);
      const line = file.line(row, events === 0 && count !== undefined ? markRedacted(own, count) : own);
      if (events === 0) createdAt = row.at;
      if (NAMING.has(row.type)) naming.push(toListed(toEvent({ ...row, raw: line })));
      text += `${line}\n`;
      events += 1;
      if (redactor !== undefined && events % ROWS_AT_ONCE === 0) await rest();
      if (text.length < ENOUGH) continue;
      yield { text };
      text = '';
    }
  }
  const fileName = fileNameFor(titleOf(foldRow(naming)), session, createdAt, 'jsonl');
  const said = reviewsLine(reviews, redactor);
  redaction?.lastLook.page(`${fileName}\n${said ?? ''}`);
  if (said !== undefined) text += `${said}\n`;
  const closing = file.closing();
  if (closing !== undefined) text += `${closing}\n`;
  const brokenAt = file.chain?.brokenAt;
  yield {
    text,
    end: {
      mime: 'application/jsonl',
      fileName,
      events,
      ...(count === undefined ? {} : { redacted: { total: totalOf(count), ...count } }),
      ...(brokenAt === undefined ? {} : { brokenAt }),
    },
  };
}

/** End of the log at one moment: another process may write in the meantime. */
export function endOf(store: Pick<Store, 'lastSeq' | 'end'>, session: string): readonly [number, LogEnd | undefined] {
  for (;;) {
    const last = store.lastSeq(session);
    const end = store.end(session);
    if (store.lastSeq(session) === last) return [last, end];
  }
}

/** Some at a time: a log can be larger than memory. */
export function* pagesOf(store: Pick<Store, 'rows'>, session: string, last: number): Generator<readonly EventRow[]> {
  // Pages by number: a missing event leaves its page shorter.
  for (let afterSeq = 0; afterSeq < last; afterSeq += READ_AT_ONCE) {
    yield store.rows(session, { afterSeq, toSeq: Math.min(afterSeq + READ_AT_ONCE, last) });
  }
}

function* rowsOf(pages: Iterable<readonly EventRow[]>): Generator<EventRow> {
  for (const page of pages) yield* page;
}

/** @throws SkilldeckError `not-redacted`. */
async function counted(redaction: SessionRedaction, pages: Iterable<readonly EventRow[]>): Promise<RedactionCount> {
  const redactor = redaction.redactor();
  let looked = 0;
  for (const page of pages) {
    for (const { raw } of page) {
      redaction.lastLook.line(redactLine(raw, redactor));
      looked += 1;
      if (looked % ROWS_AT_ONCE === 0) await rest();
    }
  }
  return redactor.count;
}
