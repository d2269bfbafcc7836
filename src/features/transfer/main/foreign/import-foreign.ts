/** Imports another program's transcripts, to be viewed like sessions; they cannot be continued. */

import path from 'node:path';
import { type ParseError, parse } from 'jsonc-parser';
import { isJson } from '../../../../main/lib/files.ts';
import { sha256 } from '../../../../main/lib/text.ts';
import { closingLine } from '../../../../main/store/chain.ts';
import type { EventRow } from '../../../../main/store/event-log.ts';
import { refuse } from '../../../../main/store/log-intake.ts';
import { type ImportStore, MESSAGES, STAGED_AT_ONCE } from '../../../../main/store/staged-log.ts';
import { defined } from '../../../../shared/defined.ts';
import { messageOf } from '../../../../shared/errors.ts';
import type { DetailCode } from '../../../../shared/messages/failure.ts';
import type { Figures } from '../../../../shared/messages/format.ts';
import { IMPORT_FORMATS, type ImportResult } from '../../../../shared/review.ts';
import { APPS } from './apps.ts';
import { ASSISTANTS } from './assistants.ts';
import { BENCHMARKS } from './benchmarks.ts';
import { claudeCode } from './claude-code.ts';
import { codex } from './codex.ts';
import { EDITORS } from './editors.ts';
import { beginOf, type ForeignHead, foreignRows, NO_RESULT, withFiles } from './foreign-events.ts';
import type { ForeignMessage, ForeignTranscript, Format, FormatName, ParsedSource } from './format.ts';
import { anthropic, openai, openaiResponses } from './openai.ts';
import { isObject, LeftOut, opened, unreadOf, whole } from './raw.ts';
import { formatOf } from './shape.ts';
import { aiderIn, TASKS } from './tasks.ts';
import { TRACES } from './traces.ts';
import { ATIF, TRAINING } from './trajectories.ts';

// Finds the conversations in a file of another program's, by its content or as the person says.

/** The most particular first: what they have in common is OpenAI's. */
const FORMATS: readonly Format[] = [
  claudeCode,
  codex,
  ...TRACES,
  ...[ATIF, ...ASSISTANTS, ...EDITORS, ...BENCHMARKS, ...TASKS, ...APPS, ...TRAINING].map(formatOf),
  anthropic,
  openaiResponses,
  openai,
];

export interface ForeignFile {
  readonly format: FormatName;
  readonly transcripts: readonly ForeignTranscript[];
  /** Line of the file from which it could not be read. */
  readonly stoppedAt?: number | undefined;
  /** Lines that are broken, among others that are whole. */
  readonly broken?: readonly number[] | undefined;
}

/** True if a file's first line is this app's own; all others are another program's. */
export function isOwnLog(text: string): boolean {
  const first = /^\s*([^\r\n]*)/.exec(text)?.[1] ?? '';
  if (!first.startsWith('{')) return false;
  try {
    const event: unknown = JSON.parse(first);
    return !isObject(event) || ('session' in event ? !('text' in event) : 'v' in event || 'seq' in event);
  } catch {
    // A JSON document over many lines, or a log that was cut in its first one.
    return (
      !/^\{\s*(?:\r?\n|$)/.test(text.trimStart()) &&
      !/"(?:messages|role|choices|message|resourceSpans|conversations|steps)"\s*:/.test(first)
    );
  }
}

/** @param wanted read as this format, whatever it looks like. @throws SkilldeckError `import-refused`, with the line or the message. */
export function readTranscripts(text: string, wanted?: FormatName): ForeignFile {
  const { stoppedAt, broken, ...source } = parsed(text);
  // A name may have several forms.
  const named = FORMATS.filter(({ name }) => wanted === undefined || name === wanted);
  const found = named.find((one) => one.recognises(source));
  // Several conversations, each by a name.
  const [fields] = source.values;
  const apart = { isLines: false, values: isObject(fields) && found === undefined ? Object.values(fields) : [] };
  const inside = named.find((one) => one.recognises(apart));
  const format = found ?? inside ?? (wanted === undefined ? undefined : named.at(-1));
  if (format === undefined) return refuse(...unknownFormat(source));
  const { values } = format === inside ? apart : source;
  const transcripts = format.read({ ...source, values: values.map(opened) });
  if (transcripts.length === 0) return refuse(...unknownFormat(source));
  const isSaid = ({ messages }: ForeignTranscript) =>
    messages.some(({ role }) => role === 'user' || role === 'assistant');
  const said = transcripts.filter(isSaid);
  if (said.length === 0) return refuse('foreign-empty');
  return { format: format.name, transcripts: said, stoppedAt, broken };
}

/** Content of the file in a few words, for a person. */
function unknownFormat({ values: [first] }: ParsedSource): readonly [DetailCode, Figures] {
  const formats = IMPORT_FORMATS.join(', ');
  const fields = isObject(first) ? Object.keys(first).slice(0, 8).join(', ') : '';
  if (fields !== '') return ['foreign-object', { fields, formats }];
  return Array.isArray(first)
    ? ['foreign-list', { formats }]
    : ['foreign-value', { type: first === null ? 'null' : typeof first, formats }];
}

interface ParsedFile extends ParsedSource {
  readonly stoppedAt?: number;
  readonly broken?: readonly number[];
}

/** Characters of a broken file that are read again to say where it breaks. */
const MOST_PLACED = 20_000_000;

/** One document, whole or up to where it was cut off, or one a line. V8 does not always say where it breaks. */
function parsed(text: string): ParsedFile {
  const chats = aiderIn(text);
  if (chats !== undefined) return { values: chats, isLines: false };
  if (text.trim() === '') return refuse('foreign-empty');
  try {
    return { values: [JSON.parse(text)], isLines: false };
  } catch (error) {
    const [firstLine = ''] = text.trimStart().split('\n', 1);
    if (!firstLine.startsWith('[') && isJson(firstLine)) return parsedLines(text);
    const message = messageOf(error);
    const errors: ParseError[] = [];
    const value: unknown = parse(text.slice(0, MOST_PLACED), errors, { disallowComments: true });
    const end = text.trimEnd();
    const isCut =
      /Unexpected end of|Unterminated string/.test(message) ||
      Number(/at position (\d+)/.exec(message)?.[1] ?? -1) >= end.length;
    if (isCut && value !== null && typeof value === 'object' && text.length <= MOST_PLACED)
      return { values: [value], isLines: false, stoppedAt: end.split('\n').length };
    const [first] = errors;
    if (first === undefined) return refuse('foreign-broken', { why: message.slice(0, 200) });
    const before = text.slice(0, first.offset).split('\n');
    const [why = ''] = message.split('\n', 1);
    const column = (before.at(-1) ?? '').length + 1;
    return refuse('foreign-not-json', { line: before.length, column, why: why.slice(0, 100) });
  }
}

/** All lines but broken ones; the last is one where the file was cut off, or is still being written. */
function parsedLines(text: string): ParsedFile {
  const values: unknown[] = [];
  const broken: { readonly line: number; readonly why: string }[] = [];
  let last = 0;
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    last = index + 1;
    try {
      values.push(JSON.parse(line));
    } catch (error) {
      broken.push({ line: last, why: messageOf(error).slice(0, 100) });
    }
    const [first] = broken;
    if (first !== undefined && broken.length > values.length) refuse('foreign-line-not-json', first);
  }
  const stoppedAt = broken.at(-1)?.line === last ? last : undefined;
  const lines = broken.map(({ line }) => line).filter((line) => line !== stoppedAt);
  return { values, isLines: true, broken: lines, ...defined({ stoppedAt }) };
}

export interface ForeignOptions {
  readonly store: Pick<ImportStore, 'stageLog'>;
  /** Name of the file: names a session, where the transcript does not. */
  readonly name: string | undefined;
  /** Default: recognised by content. */
  readonly format?: FormatName | undefined;
  /** Says what an import would bring, and stores nothing. */
  readonly preview?: boolean | undefined;
  readonly onStored: () => void;
  /** Keeps a file of a session's workspace, before the session is stored. Absent: files of messages are left out. */
  readonly keepFile?: ((session: string, path: string, bytes: Uint8Array) => void) | undefined;
}

/**
 * The same text is the same sessions; one that has grown takes the place of its older copy, with the marks, notes and
 * reviews that were made here. @param take gives the text away: it need not be kept while its events are made.
 * @throws SkilldeckError `import-refused`, with where in the file.
 */
export function importForeign(options: ForeignOptions, take: () => string): ImportResult {
  const { store, name: fileName, preview = false, onStored } = options;
  const { hash, format, transcripts, stoppedAt, broken = [] } = readFile(take, options.format);
  const leftOut = new LeftOut();
  const name = fileName === undefined ? '' : path.parse(fileName).name.slice(0, 200);
  const now = new Date().toISOString();
  const sessions: string[] = [];
  let [events, messages, calls] = [0, 0, 0];
  let isKnown = true;
  let replaced: number | undefined;
  const bring = (session: string, transcript: ReadTranscript, parent?: ForeignHead['parent']): void => {
    const { about, leftOut: unread } = transcript.unread;
    const head = { session, format, name, now, parent, about: Object.keys(about).length === 0 ? undefined : about };
    const files: Parameters<Parameters<typeof withFiles>[1]>[] = [];
    const filed = withFiles(transcript, (...file) => files.push(file));
    leftOut.merge(filed.leftOut);
    const rows = foreignRows(head, filed.transcript);
    const keepFiles = (): void => {
      for (const file of files) options.keepFile?.(session, ...file);
    };
    const isDated = beginOf(transcript) !== undefined;
    const written = stored(session, rows, store, isDated, preview ? undefined : keepFiles);
    isKnown &&= written.isKnown;
    if (!written.isKnown && written.added !== undefined) replaced = (replaced ?? 0) + written.added;
    sessions.push(session);
    events += written.events;
    calls += written.calls;
    messages += transcript.messages.filter(isMessage).length;
    leftOut.merge(leftOutOf(transcript, written));
    leftOut.merge(unread);
    for (const [index, { callId, transcript: agent }] of (transcript.agents ?? []).entries()) {
      bring(`${session}-agent-${index + 1}`, agent, { session, ...defined({ callId }) });
    }
  };
  for (const [index, transcript] of transcripts.entries()) {
    const own = idOf(format, transcript);
    const isFree = own !== undefined && !sessions.includes(own);
    bring(isFree ? own : `foreign-${hash}${transcripts.length === 1 ? '' : `-${index + 1}`}`, transcript);
  }
  if (!isKnown && !preview) onStored();
  const [session = ''] = sessions;
  return {
    session,
    ...(sessions.length === 1 ? {} : { sessions }),
    events,
    messages,
    calls,
    alreadyThere: isKnown,
    ...defined({ replaced }),
    unknownEvents: 0,
    redacted: false,
    foreign: { format, leftOut: [...brokenIn(broken), ...leftOut.list()], ...defined({ stoppedAt }) },
  };
}

/** Broken lines that are named. */
const MOST_NAMED = 5;

const brokenIn = (lines: readonly number[]) =>
  lines.length === 0 ? [] : [{ what: 'broken-line', count: lines.length, lines: lines.slice(0, MOST_NAMED) }];

const isMessage = ({ role }: ForeignMessage): boolean => role !== 'rewound' && role !== 'stopped';

interface ReadTranscript extends Omit<ForeignTranscript, 'agents'> {
  readonly unread: ReturnType<typeof unreadOf>;
  readonly agents?: readonly { readonly callId: string | undefined; readonly transcript: ReadTranscript }[];
}

function withoutSource({ source, agents, ...read }: ForeignTranscript): ReadTranscript {
  for (const tool of read.tools ?? []) whole(tool);
  const inner = agents?.map(({ callId, transcript }) => ({ callId, transcript: withoutSource(transcript) }));
  return { ...read, source: [], unread: unreadOf(source), ...defined({ agents: inner }) };
}

/** Its frame ends before events are made: the text and its parsed JSON are not held beside them. */
function readFile(take: () => string, format: FormatName | undefined) {
  const text = take();
  const { transcripts, ...file } = readTranscripts(text, format);
  return { ...file, hash: sha256(text).slice(0, 20), transcripts: transcripts.map(withoutSource) };
}

/** Characters of a source's id below which it may be no more than a number. */
const LEAST_OF_ID = 8;

/** Its id here, made of the source's own and of what never changes as it grows. */
function idOf(format: FormatName, transcript: ForeignTranscript): string | undefined {
  const { id = '', messages } = transcript;
  const asked = messages.find(({ role }) => role === 'user');
  const said = asked !== undefined && 'text' in asked ? asked.text : '';
  if (id.length < LEAST_OF_ID) return undefined;
  return `foreign-${sha256(JSON.stringify([format, id, beginOf(transcript), said])).slice(0, 20)}`;
}

const UNANSWERED = `"content":${JSON.stringify(NO_RESULT)}`;

/**
 * Goes to the disk in batches, and becomes the session's log once it is complete.
 * @param keepFiles called before the log is stored; undefined for a preview.
 * @returns its events, calls of a model, those without a result; new messages, where there is an older copy.
 */
function stored(
  session: string,
  rows: Iterable<EventRow>,
  store: ForeignOptions['store'],
  isDated: boolean,
  keepFiles: (() => void) | undefined,
) {
  const staged = store.stageLog();
  const count = { events: 0, calls: 0, unanswered: 0 };
  let messages = 0;
  let batch: EventRow[] = [];
  let last = '';
  try {
    for (const row of rows) {
      count.events += 1;
      if (MESSAGES.has(row.type)) messages += 1;
      if (row.type === 'model-responded') count.calls += 1;
      if (row.type === 'tool-finished' && row.raw.includes(UNANSWERED)) count.unanswered += 1;
      last = row.raw;
      if (batch.push(row) < STAGED_AT_ONCE) continue;
      staged.add(batch);
      batch = [];
    }
    staged.add(batch);
    const before = staged.compared(session);
    const added = before.stored === 0 ? undefined : messages - before.messages;
    // Without times, each import gives all events another one.
    const isNewer = added === undefined || added > 0 || (added === 0 && isDated && before.differs !== undefined);
    if (isNewer && keepFiles !== undefined) {
      keepFiles();
      const closed = { session, events: count.events, head: sha256(last), lines: '' };
      staged.commit(session, closingLine(closed, undefined));
    }
    return { ...count, isKnown: !isNewer, added };
  } finally {
    staged.drop();
  }
}

/** Includes results of calls that the transcript does not have: no conversation may show them to a model. */
function leftOutOf({ messages, leftOut }: ForeignTranscript, { unanswered }: ReturnType<typeof stored>): LeftOut {
  const all = new LeftOut();
  all.merge(leftOut);
  const calls = messages.reduce((sum, one) => sum + (one.role === 'assistant' ? one.calls.length : 0), 0);
  all.add('result-without-call', messages.filter(({ role }) => role === 'tool').length - (calls - unanswered));
  return all;
}
