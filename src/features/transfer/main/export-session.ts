/** A stored session as a file to give away or to keep. */

import { setImmediate as rest } from 'node:timers/promises';
import { oneLine, visible } from '../../../main/lib/text.ts';
import { noCounts, type RedactionCount, totalOf } from '../../../main/redaction/finds.ts';
import {
  isRedacted,
  markRedacted,
  type Redaction,
  ROWS_AT_ONCE,
  redactLine,
  type SessionRedaction,
  sessionRedaction,
} from '../../../main/redaction/preview.ts';
import type { Redactor } from '../../../main/redaction/redactor.ts';
import { fileNameFor, LogFile } from '../../../main/session/export-lines.ts';
import type { LogEnd } from '../../../main/store/chain.ts';
import { type EventRow, toEvent } from '../../../main/store/event-log.ts';
import { foldRow, titleOf } from '../../../main/store/projections/session-list.ts';
import { reviewsLine, reviewTexts } from '../../../main/store/reviews.ts';
import type { Language } from '../../../shared/messages/types.ts';
import { foldEvents } from '../../../shared/reducer.ts';
import type { Review } from '../../../shared/review/reviews.ts';
import type { ExportFormat, RedactionKind, SessionExport, Verification } from '../../../shared/review.ts';
import { ownWords } from '../../../shared/text/program-parts.ts';
import { shorten } from '../../../shared/text/text.ts';
import { type ExportWords, exported as en } from '../words.en.ts';
import { exported as zh } from '../words.zh.ts';
import { conversationOf, toAtif, toOpenai, toOtlp } from './interchange.ts';
import {
  type ExportHead,
  outcomeText,
  redactionLine,
  requestTable,
  requestText,
  requestTexts,
  type SentRequest,
  type Transcript,
  type TranscriptItem,
  transcriptOf,
} from './transcript.ts';

export interface ExportOptions extends Redaction {
  /** `pdf` gives the page that is to be printed. */
  readonly format: ExportFormat;
  readonly redact: boolean;
  readonly language: Language;
  /** Includes reasoning in a page; JSON Lines always have it. */
  readonly reasoning?: boolean | undefined;
  /** Version of this app, for formats that name the program. */
  readonly version?: string;
  /** People's reviews, for JSON Lines. */
  readonly reviews?: readonly Review[];
  readonly end?: LogEnd | undefined;
  /** For a page. */
  readonly verification?: Verification | undefined;
  readonly now?: Date;
}

const MIME: Readonly<Record<ExportFormat, string>> = {
  jsonl: 'application/jsonl',
  md: 'text/markdown',
  html: 'text/html',
  pdf: 'application/pdf',
  atif: 'application/json',
  openai: 'application/json',
  otlp: 'application/json',
};

/**
 * JSON Lines are the stored rows, byte for byte, unless redacted: then their first line says so.
 * @throws SkilldeckError `bad-input` for a pattern of the person's that is none, or that takes too long; `not-redacted`
 * where a found value is also in a place that cannot be replaced.
 */
export async function exportSession(
  session: string,
  stored: readonly EventRow[],
  options: ExportOptions,
): Promise<SessionExport> {
  const { redact, format } = options;
  const { reviews = [] } = format === 'jsonl' ? options : {};
  const redaction = redact ? await sessionRedaction(stored, { ...options, texts: reviewTexts(reviews) }) : undefined;
  const redactor = redaction?.redactor();
  const rows =
    redactor === undefined || redaction === undefined ? stored : await redactRows(stored, redactor, redaction);
  const count = redactor?.count;
  const [first, ...rest] = rows.map((row) => row.raw);
  const marked = first === undefined || count === undefined ? first : markRedacted(first, count);
  const other = await otherFormat(session, rows, options);
  const text =
    other !== undefined
      ? other.text
      : format === 'jsonl'
        ? linesOf(session, stored, [marked ?? '', ...rest], { ...options, said: reviewsLine(reviews, redactor) })
        : await page(session, rows, options, count ?? countIn(first));
  const fileName = fileNameFor(titleOf(foldRow(rows.map(toEvent))), session, stored[0]?.at ?? '', format);
  redaction?.lastLook.page(format === 'jsonl' ? fileName : `${fileName}\n${text}`);
  return {
    text,
    mime: MIME[format],
    fileName,
    events: rows.length,
    ...(other === undefined ? {} : { leftOut: other.leftOut }),
    ...(count === undefined ? {} : { redacted: { total: totalOf(count), ...count } }),
  };
}

/** A format of other programs; undefined for our own. */
async function otherFormat(
  session: string,
  rows: readonly EventRow[],
  { format, reasoning = false, version = '' }: ExportOptions,
): Promise<{ readonly text: string; readonly leftOut: NonNullable<SessionExport['leftOut']> } | undefined> {
  if (format === 'otlp') {
    const { text, leftOut } = await toOtlp(session, rows.map(toEvent), { reasoning, version });
    return { text, leftOut: leftOut.list() };
  }
  if (format !== 'openai' && format !== 'atif') return undefined;
  const conversation = conversationOf(session, rows.map(toEvent), reasoning);
  const text = format === 'openai' ? toOpenai(conversation) : toAtif(conversation, version);
  return { text, leftOut: conversation.leftOut.list() };
}

function linesOf(
  session: string,
  stored: readonly EventRow[],
  lines: readonly string[],
  { end, redact, said }: ExportOptions & { readonly said: string | undefined },
): string {
  const file = new LogFile({ session, end, isRewritten: redact, signingKey: undefined });
  const written = stored.map((row, index) => file.line(row, lines[index] ?? ''));
  const closing = file.closing();
  const further = [said, closing].flatMap((line) => (line === undefined ? [] : [line]));
  return [...written, ...further].map((line) => `${line}\n`).join('');
}

async function redactRows(
  stored: readonly EventRow[],
  redactor: Redactor,
  { lastLook }: SessionRedaction,
): Promise<EventRow[]> {
  const rows: EventRow[] = [];
  for (const row of stored) {
    const raw = redactLine(row.raw, redactor);
    lastLook.line(raw);
    rows.push({ ...row, raw });
    if (rows.length % ROWS_AT_ONCE === 0) await rest();
  }
  return rows;
}

async function page(
  session: string,
  rows: readonly EventRow[],
  { format, language, reasoning = false, verification, version = '', now = new Date() }: ExportOptions,
  redacted: RedactionCount | undefined,
): Promise<string> {
  const words = { en, zh }[language];
  const events = rows.map(toEvent);
  const { title, model, createdAt } = foldEvents(session, events);
  const first = events.find((event) => event.type === 'user-message-added');
  const firstWords = shorten(ownWords(first?.text ?? ''), 60);
  const about = { session, title: title || firstWords, model, createdAt, events: events.length, redacted };
  const head = { ...about, verification, version, exportedAt: now.toISOString() };
  const transcript = transcriptOf(events, words, reasoning);
  if (format === 'md') return toMarkdown(head, transcript, words);
  const { toHtml } = await import('./to-html.ts');
  return toHtml(head, transcript, words, { isPrint: format === 'pdf' });
}

/** Count of a session that arrived redacted: the number is uncertain, the fact is not. */
function countIn(first: string | undefined): RedactionCount | undefined {
  if (!isRedacted(first)) return undefined;
  const { redacted } = JSON.parse(first ?? '') as { redacted: unknown };
  const given = (redacted ?? {}) as Record<string, unknown>;
  const number = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : 0);
  return Object.fromEntries(Object.keys(noCounts()).map((kind) => [kind, number(given[kind])])) as Record<
    RedactionKind,
    number
  >;
}

/** Characters of a tool's result, and of a call's arguments, that are shown. */
const MAX_RESULT = 2_000;
const MAX_ARGUMENTS = 160;

/** A session as Markdown for people: what was said in full, what was done on one line, results quoted and bounded. */
function toMarkdown(head: ExportHead, transcript: Transcript, words: ExportWords): string {
  const { number } = words;
  const lines = [
    `# ${inLine(head.title || words.untitled)}`,
    '',
    `- ${words.session}: ${code(head.session)}`,
    `- ${words.created}: ${inLine(words.when(head.createdAt))}`,
    `- ${words.model}: ${code(head.model)}`,
    `- ${words.events}: ${number(head.events)}`,
    ...requestTexts(transcript, words).map((text, at) => (at === 0 ? `- ${words.requests}: ${text}` : `- ${text}`)),
  ];
  if (head.redacted !== undefined) lines.push('', `> **${redactionLine(head.redacted, words)}**`);
  for (const item of transcript.items) lines.push('', ...itemLines(item, words));
  if (transcript.requests.length > 0)
    lines.push('', `## ${words.requests}`, '', ...tableLines(transcript.requests, words));
  return `${lines.join('\n')}\n`;
}

function itemLines(item: TranscriptItem, words: ExportWords): string[] {
  const aside = item.setAside ? ` *(${words.setAside})*` : '';
  const when = `${words.when(item.at)} · #${item.seq}`;
  switch (item.kind) {
    case 'user':
      return [`## ${words.you} · ${when}${aside}`, '', ...prose(item.text)];
    case 'agent': {
      const { request } = item;
      const tokens = request === undefined ? '' : ` · ${requestText(request, words)}`;
      return [`### ${words.agent} · ${when}${tokens}${aside}`, '', ...prose(item.text)];
    }
    case 'thought': {
      const { text, ms } = item;
      return [
        `*${words.thought(ms === undefined ? undefined : words.seconds(ms))}* · #${item.seq}${aside}`,
        '',
        ...prose(text),
      ];
    }
    case 'call': {
      const { result } = item;
      const given = cut(oneLine(item.arguments), MAX_ARGUMENTS).text;
      const line = `- **${inLine(item.name)}** ${given === '' ? '' : `${code(given)} `}· ${outcomeText(result, words)} · #${item.seq}${aside}`;
      return result === undefined || result.content === '' ? [line] : [line, '', ...quoted(result.content, words)];
    }
    case 'note': {
      const line = `- *${inLine(item.text)}* · #${item.seq}${aside}`;
      return item.detail === undefined ? [line] : [line, '', ...quoted(item.detail, words)];
    }
  }
}

/** Quoted with its own formatting, but without raw HTML, and without pictures that a viewer would fetch. */
function prose(text: string): string[] {
  let fence: string | undefined;
  return visible(text)
    .split('\n')
    .map((line) => {
      const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1];
      const isFence = mark !== undefined && (fence === undefined || mark.startsWith(fence));
      const isCode = fence !== undefined || isFence;
      if (isFence) fence = fence === undefined ? mark : undefined;
      return `> ${isCode ? line : harmless(line)}`.trimEnd();
    });
}

const harmless = (text: string): string => text.replace(/<(?=[a-z/!?])/gi, '&lt;').replaceAll('![', '!\\[');

/** Text of others within a line: none of it is formatting. */
const inLine = (text: string): string => oneLine(text).replace(/[\\`*[\]<>|#]|(?<!\w)_|_(?!\w)/g, '\\$&');

function code(text: string): string {
  const shown = oneLine(text);
  const ticks = '`'.repeat(longestRun(shown) + 1);
  const space = shown.startsWith('`') || shown.endsWith('`') ? ' ' : '';
  return `${ticks}${space}${shown}${space}${ticks}`;
}

function quoted(text: string, words: ExportWords): string[] {
  const { text: shown, left } = cut(visible(text), MAX_RESULT);
  const fence = '`'.repeat(Math.max(3, longestRun(shown) + 1));
  const more = left === 0 ? [] : ['', `  ${words.more(words.number(left))}`];
  return [`  ${fence}text`, ...shown.split('\n').map((line) => `  ${line}`), `  ${fence}`, ...more];
}

const longestRun = (text: string): number =>
  (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);

function cut(text: string, max: number): { readonly text: string; readonly left: number } {
  const characters = [...text];
  if (characters.length <= max) return { text, left: 0 };
  return { text: `${characters.slice(0, max).join('')}…`, left: characters.length - max };
}

function tableLines(requests: readonly SentRequest[], words: ExportWords): string[] {
  const { head, rows } = requestTable(requests, words);
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    row(head),
    `|${head.map(() => '---').join('|')}|`,
    ...rows.map((cells) => row([...cells.slice(0, -1).map(inLine), code((cells.at(-1) ?? '').slice(0, 12))])),
  ];
}
