/** Organizes sessions: title, list, pins, marks and notes. A command that changes nothing is no event. */
import { detailed } from '../../shared/messages/failure.ts';
import { foldRow, titleOf } from '../store/projections/session-list.ts';
import type { LiveSession, SessionDeps } from './live-session.ts';
import { closeOpenSummary, endInterruptedRun, isUnderWay } from './recover.ts';
import type { SessionRegistry } from './registry.ts';
import { takeAppSettings } from './settings.ts';
import { unloadEvents } from './unload-skill.ts';

/** Sets the user's title; logs no event if it is unchanged. */
export function renameSession(session: LiveSession, title: string): void {
  if (session.state.title !== title) session.append({ type: 'session-renamed', title, by: 'user' });
}

/** Removes a session from the list and stops its run. Erases nothing: `restoreSession` restores it completely. */
export async function removeSession(session: LiveSession): Promise<void> {
  await session.stop();
  if (!session.state.deleted) session.append({ type: 'session-deleted' });
}

export function restoreSession(session: LiveSession): void {
  if (session.state.deleted) session.append({ type: 'session-restored' });
}

/** @throws SkilldeckError `skill-not-loaded`. */
export function pinSkill(session: LiveSession, id: string, pinned: boolean): void {
  const skill = session.state.loadedSkills.find((loaded) => loaded.id === id);
  if (skill === undefined) throw detailed('skill-not-loaded', 'skill-not-loaded', { id });
  if (skill.pinned !== pinned) session.append({ type: 'skill-pin-changed', skill: id, pinned });
}

/** @throws SkilldeckError `message-not-found`. */
export function pinMessage(session: LiveSession, seq: number, pinned: boolean): void {
  if (!session.state.messages.some((message) => message.seq === seq))
    throw detailed('message-not-found', 'message-pin');
  if (session.state.pinnedMessages.includes(seq) !== pinned) {
    session.append({ type: 'message-pin-changed', message: seq, pinned });
  }
}

export interface Marks {
  readonly pinned?: boolean | undefined;
  readonly archived?: boolean | undefined;
  /** All of them; the two below change those that are there. */
  readonly tags?: readonly string[] | undefined;
  readonly addTags?: readonly string[] | undefined;
  readonly removeTags?: readonly string[] | undefined;
}

export function markSession(session: LiveSession, given: Marks): void {
  const { marks } = session.state;
  const gone = new Set(given.removeTags ?? []);
  const tags = [...new Set([...(given.tags ?? marks.tags), ...(given.addTags ?? [])])].filter((tag) => !gone.has(tag));
  const isRetagged = tags.length !== marks.tags.length || tags.some((tag, index) => tag !== marks.tags[index]);
  const changed = {
    ...(given.pinned === undefined || given.pinned === marks.pinned ? {} : { pinned: given.pinned }),
    ...(given.archived === undefined || given.archived === marks.archived ? {} : { archived: given.archived }),
    ...(isRetagged ? { tags } : {}),
  };
  if (Object.keys(changed).length > 0) session.append({ type: 'session-marked', ...changed });
}

/** @returns the note's id. @throws SkilldeckError `event-not-found`. */
export function addNote(session: LiveSession, on: number, text: string, newId: () => string): string {
  if (on > session.state.lastSeq)
    throw detailed('event-not-found', 'event-note', { at: on, last: session.state.lastSeq });
  const note = newId();
  session.append({ type: 'note-added', note, on, text });
  return note;
}

/** The same text again is no event. @throws SkilldeckError `event-not-found`. */
export function changeNote(session: LiveSession, id: string, text: string): void {
  const note = session.state.notes.find((one) => one.id === id);
  if (note === undefined) throw detailed('event-not-found', 'note-missing');
  if (note.text !== text) session.append({ type: 'note-changed', note: id, text });
}

/** One that is gone already stays gone. */
export function removeNote(session: LiveSession, id: string): void {
  if (session.state.notes.some((one) => one.id === id)) session.append({ type: 'note-removed', note: id });
}

/** Creates a new session as a copy of another up to one of its events. */
const CUT_HERE = {
  open: 'Interrupted: the session was branched off during this call.',
  next: 'Not run: the session was branched off before this call.',
  code: 'branched',
} as const;

/**
 * Copies every event up to `at` with its time and number, so that each request can be rebuilt byte for byte; includes
 * the workspace's files. A turn in progress at `at` is ended. A session from another machine continues with this one's
 * settings, without anything that was loaded or switched there.
 * @throws SkilldeckError `event-not-found`.
 */
export async function forkSession(
  deps: SessionDeps,
  registry: SessionRegistry,
  source: LiveSession,
  at: number,
): Promise<LiveSession> {
  const { lastSeq } = source.state;
  if (at > lastSeq) throw detailed('event-not-found', 'event-branch', { at, last: lastSeq });
  const id = deps.newId();
  const workspace = deps.workspaceOf(id);
  const copied = source.events.filter(({ seq }) => seq <= at);
  const later = source.events.slice(copied.length);
  await deps.copyWorkspace({ from: source.id, to: id, events: copied, later });
  deps.store.copyLog(source.id, id, { toSeq: at, workspace });
  const session = registry.add(id);
  registry.announceStored();
  if (isUnderWay(session.state.runState)) await endInterruptedRun(deps, session, CUT_HERE);
  else closeOpenSummary(session);
  if (deps.store.isImported(source.id)) leaveElsewhere(deps, session);
  session.append(...ownLife(session, source));
  return session;
}

/** Skills go, as their tools name scripts: what is loaded here is read from this machine's own. */
function leaveElsewhere(deps: SessionDeps, session: LiveSession): void {
  const { state } = session;
  session.append(
    ...unloadEvents(state, state.loadedSkills, 'user'),
    ...Object.keys(state.skillSwitches).map((skill) => ({
      type: 'skill-switch-changed' as const,
      skill,
      enabled: null,
    })),
  );
  takeAppSettings(deps, session);
}

/** Drops marks of the other session as a whole; keeps notes, which are about the copied events. */
function ownLife({ state }: LiveSession, source: LiveSession) {
  const { deleted, marks } = state;
  // Same name as in the list: the first words if there is no title.
  const name = titleOf(foldRow(source.events));
  return [
    ...(deleted ? [{ type: 'session-restored' as const }] : []),
    ...(marks.pinned || marks.archived ? [{ type: 'session-marked' as const, pinned: false, archived: false }] : []),
    ...(name === '' ? [] : [{ type: 'session-renamed' as const, title: numbered(name), by: 'app' as const }]),
  ];
}

/** "Trip" becomes "Trip (2)", and that "Trip (3)". */
function numbered(title: string): string {
  const [, name = title, number = '1'] = /^(.*) \((\d{1,4})\)$/su.exec(title) ?? [];
  return `${name} (${Number(number) + 1})`;
}
