/** Imports another program's transcripts, to be viewed like sessions; they cannot be continued. */
import path from 'node:path';
import type { ImportResult } from '../../../../shared/review.ts';
import { sha256 } from '../../../lib/sha256.ts';
import { chained } from '../../../store/chain/chain-walk.ts';
import { closingLine } from '../../../store/chain/closing-line.ts';
import { type EventRow, toEvent } from '../../../store/event-log.ts';
import type { Store } from '../../../store/store.ts';
import { foreignRows, NO_RESULT } from './foreign-events.ts';
import type { ForeignTranscript, FormatName } from './formats/format.ts';
import { LeftOut } from './formats/format.ts';
import type { ForeignMessage } from './messages.ts';
import { readTranscripts } from './read-transcript.ts';

export interface ForeignOptions {
  readonly store: Pick<Store, 'has' | 'rows' | 'importLog'>;
  /** Of the file: names a session, where the transcript does not. */
  readonly name: string | undefined;
  /** Default: recognised by content. */
  readonly format?: FormatName | undefined;
  /** Says what an import would bring, and stores nothing. */
  readonly preview?: boolean | undefined;
  readonly onStored: () => void;
}

/** The same text is the same sessions. @throws SkilldeckError `import-refused`, with where in the file. */
export function importForeign(options: ForeignOptions, text: string): ImportResult {
  const { store, name: fileName, preview = false, onStored } = options;
  const hash = sha256(text).slice(0, 20);
  const { format, transcripts } = readTranscripts(text, options.format);
  const name = fileName === undefined ? '' : path.parse(fileName).name.slice(0, 200);
  const leftOut = new LeftOut();
  const sessions: string[] = [];
  let [events, messages] = [0, 0];
  let isKnown = true;
  for (const [index, transcript] of transcripts.entries()) {
    const session = `foreign-${hash}${transcripts.length === 1 ? '' : `-${index + 1}`}`;
    const isThere = store.has(session);
    const rows = isThere
      ? store.rows(session)
      : chained(foreignRows(session, format, transcript, name, new Date().toISOString()));
    if (!isThere && !preview) store.importLog(session, rows, closingOf(session, rows));
    isKnown &&= isThere;
    sessions.push(session);
    events += rows.length;
    messages += transcript.messages.length;
    leftOut.merge(leftOutOf(transcript, rows));
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

const closingOf = (session: string, rows: readonly EventRow[]): string =>
  closingLine({ session, events: rows.length, head: sha256(rows.at(-1)?.raw ?? ''), lines: '' }, undefined);

/** With results of calls that the transcript does not have: no conversation may show them to a model. */
function leftOutOf({ messages, leftOut }: ForeignTranscript, rows: readonly EventRow[]): LeftOut {
  const all = new LeftOut();
  all.merge(leftOut);
  const answers = (one: ForeignMessage) => one.role === 'tool';
  const finished = rows.filter(({ type }) => type === 'tool-finished').map(toEvent);
  const calls = messages.reduce((sum, one) => sum + (one.role === 'assistant' ? one.calls.length : 0), 0);
  const missing = finished.filter((event) => event.type === 'tool-finished' && event.content === NO_RESULT).length;
  all.add('result-without-call', messages.filter(answers).length - (calls - missing));
  return all;
}
