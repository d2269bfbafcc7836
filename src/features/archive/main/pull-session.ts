/** Stores a shared session here, read-only, or its newer version in place of the older. */

import type { Core } from '../../../main/core/core.ts';
import { isRedacted } from '../../../main/redaction/preview.ts';
import { ImportRefusal } from '../../../main/skills/import/names.ts';
import { readClosing } from '../../../main/store/chain.ts';
import { toEvent } from '../../../main/store/event-log.ts';
import { defined } from '../../../shared/defined.ts';
import type { EventBody, SessionEvent } from '../../../shared/events.ts';
import { detailed } from '../../../shared/messages/detail.ts';
import type { ImportResult } from '../../../shared/review.ts';
import { ABOUT_THE_LIST } from '../../../shared/session-list-events.ts';
import { ImportThread } from '../../transfer/main/transfers.ts';
import type { LocalRemarks } from './local.ts';
import { noteEvents, notesOf } from './notes.ts';

/** @throws SkilldeckError `session-not-found`; `import-refused`, for one that is not what it says, too; `not-supported` for the person's own. */
export async function pullSession(
  core: Core,
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

async function imported({ archives, store, sessions }: Core, digest: string, signal: AbortSignal) {
  const { text } = await archives.open(digest, signal);
  const taken = new ImportThread({ store, name: undefined, onStored: sessions.announceStored });
  try {
    await taken.take(text);
    return await taken.end();
  } finally {
    taken.close();
  }
}

/** Replaces a session, with the marks and notes that were made here. */
async function replaced({ archives, store, sessions }: Core, digest: string, signal: AbortSignal) {
  const { rows, closing } = await archives.open(digest, signal);
  const events = rows.map(toEvent);
  const session = rows[0]?.session ?? '';
  const given = readClosing(store.end(session)?.closing ?? '')?.events ?? 0;
  const bodies = madeHere(store.events(session), given, events, archives.name());
  sessions.replaceImported(session, { rows, closing, bodies });
  return {
    session,
    events: rows.length,
    alreadyThere: false,
    unknownEvents: events.filter(({ type }) => type === 'unknown').length,
    redacted: isRedacted(rows[0]?.raw ?? ''),
  };
}

/** @param given number of events of `before` that are the older version's. */
function madeHere(
  before: readonly SessionEvent[],
  given: number,
  after: readonly SessionEvent[],
  name: string,
): EventBody[] {
  const marks = before.flatMap((event) => {
    const isMark = event.seq > given && ABOUT_THE_LIST.has(event.type) && !event.type.startsWith('note-');
    const { v: _v, seq: _seq, at: _at, session: _session, prev: _prev, ...body } = event;
    return isMark ? [body as EventBody] : [];
  });
  const noted = [...notesOf(before, name)].filter(([, { on }]) => on <= after.length);
  return [...marks, ...noteEvents(notesOf(after, name), new Map(noted))];
}
