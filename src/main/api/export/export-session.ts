/** A stored session as a file to give away or to keep. */
import { foldEvents } from '../../../shared/reducer.ts';
import type { ExportFormat, SessionExport } from '../../../shared/review.ts';
import { type EventRow, toEvent } from '../../store/event-log.ts';
import { createRedactor, isRedacted, markRedacted, type RedactionCount, redactLine, totalOf } from './redact.ts';
import { toHtml } from './to-html.ts';
import { toMarkdown } from './to-markdown.ts';
import { transcriptOf } from './transcript.ts';
import { EXPORT_WORDS } from './words.ts';

export interface ExportOptions {
  readonly format: ExportFormat;
  readonly redact: boolean;
  readonly language: keyof typeof EXPORT_WORDS;
  /** Folders that are taken out as home folders. */
  readonly folders: readonly string[];
}

/** JSON Lines are the stored rows, byte for byte, unless redacted: then their first line says so. */
export function exportSession(session: string, stored: readonly EventRow[], options: ExportOptions): SessionExport {
  const redactor = createRedactor(options.folders);
  const rows = options.redact ? stored.map((row) => ({ ...row, raw: redactLine(row.raw, redactor) })) : stored;
  const count = options.redact ? redactor.count : undefined;
  const [first, ...rest] = rows.map((row) => row.raw);
  const said = first === undefined || count === undefined ? first : markRedacted(first, count);
  const text =
    options.format === 'jsonl'
      ? [said, ...rest].map((line) => `${line}\n`).join('')
      : page(session, rows, options, count ?? countIn(first));
  return {
    text,
    mime: 'text/plain',
    fileName: `${session}.${options.format}`,
    events: rows.length,
    ...(count === undefined ? {} : { redacted: { total: totalOf(count), ...count } }),
  };
}

function page(
  session: string,
  rows: readonly EventRow[],
  { format, language }: ExportOptions,
  redacted: RedactionCount | undefined,
): string {
  const words = EXPORT_WORDS[language];
  const events = rows.map(toEvent);
  const { title, model, createdAt } = foldEvents(session, events);
  const firstWords = events.find((event) => event.type === 'user-message-added')?.text.slice(0, 60) ?? '';
  const head = { session, title: title || firstWords, model, createdAt, events: events.length, redacted };
  const transcript = transcriptOf(events, words);
  return format === 'html' ? toHtml(head, transcript, words) : toMarkdown(head, transcript, words);
}

/** Of a session that came here redacted: how often is no longer known for certain, that it was is. */
function countIn(first: string | undefined): RedactionCount | undefined {
  if (!isRedacted(first)) return undefined;
  const { redacted } = JSON.parse(first ?? '') as { redacted: unknown };
  const given = (redacted ?? {}) as Record<string, unknown>;
  const number = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : 0);
  return {
    key: number(given.key),
    email: number(given.email),
    phone: number(given.phone),
    card: number(given.card),
    home: number(given.home),
  };
}
