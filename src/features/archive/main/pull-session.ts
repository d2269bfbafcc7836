/** Stores a shared session here, read-only, or its newer version in place of the older. */

import { setImmediate as rest } from 'node:timers/promises';
import { isRedacted } from '../../../main/redaction/preview.ts';
import { ImportRefusal } from '../../../main/skills/import/names.ts';
import { type EventRow, toEvent } from '../../../main/store/event-log.ts';
import { refuse, slicesOf, summarise } from '../../../main/store/log-intake.ts';
import { addedHere } from '../../../main/store/reading.ts';
import { defined } from '../../../shared/defined.ts';
import { detailed } from '../../../shared/messages/failure.ts';
import type { ImportResult } from '../../../shared/review.ts';
import type { Archiving } from './archives.ts';
import { type LocalRemarks, noteEvents, notesOf } from './local.ts';

/** @throws SkilldeckError `session-not-found`; `import-refused`, for one that is not what it says, too; `not-supported` for the person's own. */
export async function pullSession(
  core: Archiving,
  remarks: LocalRemarks,
  sessionId: string,
  signal: AbortSignal,
): Promise<ImportResult> {
  const { archives, store } = core;
  const found = archives.shared().get(sessionId);
  const bad = archives.state().refused.find((one) => one.session === sessionId);
  if (found === undefined && bad !== undefined)
    throw new ImportRefusal('damaged', bad.reason.replace(/\.$/, ''), defined({ detail: bad.detail }));
  if (found === undefined) throw detailed('session-not-found', 'conversation-unshared', { id: sessionId });
  if (store.has(sessionId) && !store.isImported(sessionId))
    throw detailed('not-supported', 'conversation-yours', { session: sessionId });
  const { digest } = found.log;
  const isOlder = store.isImported(sessionId) && archives.state().pulled[sessionId] !== digest;
  const result = isOlder ? await replaced(core, digest, signal) : await imported(core, digest, signal);
  archives.notePulled(sessionId, digest);
  await archives.sync(remarks, signal);
  return result;
}

/** Stores it in slices, with the core's other work in between. */
async function imported({ archives, store, sessions }: Archiving, digest: string, signal: AbortSignal) {
  const { rows, closing } = await archives.open(digest, signal);
  const session = rows[0]?.session ?? '';
  const there = store.rows(session, { toSeq: rows.length });
  if (there.length > 0) {
    const differs = rows.find(({ raw }, index) => there[index]?.raw !== raw);
    if (differs !== undefined) refuse('stored-differs', { session, at: differs.seq });
    return pulled(rows, true);
  }
  while (store.sweep(session)) await rest();
  const intake = store.takeIn(session);
  try {
    for (const slice of slicesOf([rows])) {
      intake.add(slice);
      await rest();
    }
    const rewinds = rows.some(({ type }) => type === 'history-rewound');
    intake.finish(summarise([rows], rewinds), closing);
  } catch (error) {
    while (intake.drop()) await rest();
    throw error;
  }
  sessions.announceStored();
  return pulled(rows, false);
}

const pulled = (rows: readonly EventRow[], alreadyThere: boolean): ImportResult => ({
  session: rows[0]?.session ?? '',
  events: rows.length,
  alreadyThere,
  unknownEvents: rows.map(toEvent).filter(({ type }) => type === 'unknown').length,
  redacted: isRedacted(rows[0]?.raw ?? ''),
});

/** Replaces a session, with the marks and notes that were made here. */
async function replaced({ archives, store, sessions }: Archiving, digest: string, signal: AbortSignal) {
  const { rows, closing } = await archives.open(digest, signal);
  const events = rows.map(toEvent);
  const session = rows[0]?.session ?? '';
  const marks = addedHere(store, session).filter(({ type }) => !type.startsWith('note-'));
  const before = notesOf(store.events(session), archives.name());
  const noted = [...before].filter(([, { on }]) => on <= events.length);
  const bodies = [...marks, ...noteEvents(notesOf(events, archives.name()), new Map(noted))];
  sessions.replaceImported(session, { rows, closing, bodies });
  return pulled(rows, false);
}
