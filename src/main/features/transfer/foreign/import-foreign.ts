/** Imports another program's transcript, to be viewed like a session; it cannot be continued. */
import path from 'node:path';
import type { ImportResult } from '../../../../shared/review.ts';
import { sha256 } from '../../../lib/sha256.ts';
import { type EventRow, toEvent } from '../../../store/event-log.ts';
import type { Store } from '../../../store/store.ts';
import { foreignRows } from './foreign-events.ts';
import type { ForeignMessage } from './messages.ts';
import { readTranscript } from './read-transcript.ts';

/**
 * The same text is the same session. @param fileName names it, where the transcript does not.
 * @throws SkilldeckError `import-refused`, with where in the file.
 */
export function importForeign(
  store: Pick<Store, 'has' | 'rows' | 'importLog'>,
  text: string,
  fileName: string | undefined,
  onStored: () => void,
): ImportResult {
  const transcript = readTranscript(text);
  const session = `foreign-${sha256(text).slice(0, 20)}`;
  const alreadyThere = store.has(session);
  const name = fileName === undefined ? '' : path.parse(fileName).name.slice(0, 200);
  const rows = alreadyThere ? store.rows(session) : foreignRows(session, transcript, name, new Date().toISOString());
  if (!alreadyThere) {
    store.importLog(session, rows);
    onStored();
  }
  const { format, messages, skipped } = transcript;
  const events = rows.length;
  return {
    session,
    events,
    alreadyThere,
    unknownEvents: 0,
    redacted: false,
    foreign: { format, messages: messages.length, skipped: skipped + resultsWithoutCall(messages, rows) },
  };
}

/** Results of calls that the transcript does not have: no conversation may show them to a model. */
function resultsWithoutCall(messages: readonly ForeignMessage[], rows: readonly EventRow[]): number {
  const finished = rows.filter(({ type }) => type === 'tool-finished').map(toEvent);
  const taken = finished.filter((event) => event.type === 'tool-finished' && event.ok).length;
  return messages.filter(({ role }) => role === 'tool').length - taken;
}
