/** Organizes sessions: title, list, pins, marks and notes. A command that changes nothing is no event. */

import { detailed } from '../../../shared/messages/detail.ts';
import type { LiveSession } from '../live-session.ts';

/** The person's own title; the same again is no event. */
export function renameSession(session: LiveSession, title: string): void {
  if (session.state.title !== title) session.append({ type: 'session-renamed', title, by: 'user' });
}

/** Takes a session off the list, stopping its run. Nothing is erased: `restoreSession` brings it back whole. */
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
  if (skill === undefined) {
    throw detailed('skill-not-loaded', 'skill-not-loaded', { id });
  }
  if (skill.pinned !== pinned) session.append({ type: 'skill-pin-changed', skill: id, pinned });
}

/** @throws SkilldeckError `message-not-found`. */
export function pinMessage(session: LiveSession, seq: number, pinned: boolean): void {
  if (!session.state.messages.some((message) => message.seq === seq)) {
    throw detailed('message-not-found', 'message-pin');
  }
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
  if (on > session.state.lastSeq) {
    throw detailed('event-not-found', 'event-note', { at: on, last: session.state.lastSeq });
  }
  const note = newId();
  session.append({ type: 'note-added', note, on, text });
  return note;
}

/** The same text again is no event. @throws SkilldeckError `event-not-found`. */
export function changeNote(session: LiveSession, id: string, text: string): void {
  const note = session.state.notes.find((one) => one.id === id);
  if (note === undefined) {
    throw detailed('event-not-found', 'note-missing');
  }
  if (note.text !== text) session.append({ type: 'note-changed', note: id, text });
}

/** One that is gone already stays gone. */
export function removeNote(session: LiveSession, id: string): void {
  if (session.state.notes.some((one) => one.id === id)) session.append({ type: 'note-removed', note: id });
}
