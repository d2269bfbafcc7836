/** Imports another program's transcripts, to be viewed like sessions; they cannot be continued. */
import path from 'node:path';
import type { ImportResult } from '../../../../shared/review.ts';
import { sha256 } from '../../../lib/sha256.ts';
import { closingLine } from '../../../store/chain/closing-line.ts';
import { type EventRow, toEvent } from '../../../store/event-log.ts';
import { STAGED_AT_ONCE, type StagedLog } from '../../../store/intake/staged-log.ts';
import type { Store } from '../../../store/store.ts';
import { foreignRows, NO_RESULT } from './foreign-events.ts';
import { type ForeignTranscript, type FormatName, LeftOut } from './formats/format.ts';
import type { ForeignMessage } from './messages.ts';
import { readTranscripts } from './read-transcript.ts';

export interface ForeignOptions {
  readonly store: Pick<Store, 'has' | 'stageLog'>;
  /** Name of the file: names a session, where the transcript does not. */
  readonly name: string | undefined;
  /** Default: recognised by content. */
  readonly format?: FormatName | undefined;
  /** Says what an import would bring, and stores nothing. */
  readonly preview?: boolean | undefined;
  readonly onStored: () => void;
}

/**
 * The same text is the same sessions. @param take gives the text away: it need not be kept while its events are made.
 * @throws SkilldeckError `import-refused`, with where in the file.
 */
export function importForeign(options: ForeignOptions, take: () => string): ImportResult {
  const { store, name: fileName, preview = false, onStored } = options;
  const { hash, format, transcripts } = readFile(take, options.format);
  const name = fileName === undefined ? '' : path.parse(fileName).name.slice(0, 200);
  const leftOut = new LeftOut();
  const sessions: string[] = [];
  let [events, messages] = [0, 0];
  let isKnown = true;
  for (const [index, transcript] of transcripts.entries()) {
    const session = `foreign-${hash}${transcripts.length === 1 ? '' : `-${index + 1}`}`;
    const isThere = store.has(session);
    const rows = foreignRows(session, format, transcript, name, new Date().toISOString());
    const written = isThere || preview ? counted(rows) : stored(store, session, rows);
    isKnown &&= isThere;
    sessions.push(session);
    events += written.events;
    messages += transcript.messages.length;
    leftOut.merge(leftOutOf(transcript, written));
  }
  if (!isKnown && !preview) onStored();
  const [session = ''] = sessions;
  const list = leftOut.list();
  return {
    session,
    ...(sessions.length === 1 ? {} : { sessions }),
    events,
    alreadyThere: isKnown,
    unknownEvents: 0,
    redacted: false,
    foreign: { format, messages, skipped: list.reduce((sum, { count }) => sum + count, 0), leftOut: list },
  };
}

/** Its frame ends before events are made: the text and its parsed JSON are not held beside them. */
function readFile(take: () => string, format: FormatName | undefined) {
  const text = take();
  return { hash: sha256(text).slice(0, 20), ...readTranscripts(text, format) };
}

interface Written {
  readonly events: number;
  /** Calls whose result the transcript does not have. */
  readonly unanswered: number;
}

const isUnanswered = (row: EventRow): boolean => {
  if (row.type !== 'tool-finished' || !row.raw.includes(NO_RESULT)) return false;
  const event = toEvent(row);
  return event.type === 'tool-finished' && event.content === NO_RESULT;
};

function counted(rows: Iterable<EventRow>): Written {
  let [events, unanswered] = [0, 0];
  for (const row of rows) {
    events += 1;
    if (isUnanswered(row)) unanswered += 1;
  }
  return { events, unanswered };
}

/** Goes to the disk in batches, and becomes the session's log once it is complete. */
function stored(store: ForeignOptions['store'], session: string, rows: Iterable<EventRow>): Written {
  const staged = store.stageLog();
  try {
    let last = '';
    const written = counted(staging(staged, rows, (raw) => (last = raw)));
    const closed = { session, events: written.events, head: sha256(last), lines: '' };
    staged.commit(session, closingLine(closed, undefined));
    return written;
  } finally {
    staged.drop();
  }
}

function* staging(staged: StagedLog, rows: Iterable<EventRow>, seen: (raw: string) => void): Generator<EventRow> {
  let batch: EventRow[] = [];
  for (const row of rows) {
    batch.push(row);
    seen(row.raw);
    if (batch.length >= STAGED_AT_ONCE) {
      staged.add(batch);
      batch = [];
    }
    yield row;
  }
  staged.add(batch);
}

/** Includes results of calls that the transcript does not have: no conversation may show them to a model. */
function leftOutOf({ messages, leftOut }: ForeignTranscript, { unanswered }: Written): LeftOut {
  const all = new LeftOut();
  all.merge(leftOut);
  const answers = (one: ForeignMessage) => one.role === 'tool';
  const calls = messages.reduce((sum, one) => sum + (one.role === 'assistant' ? one.calls.length : 0), 0);
  all.add('result-without-call', messages.filter(answers).length - (calls - unanswered));
  return all;
}
