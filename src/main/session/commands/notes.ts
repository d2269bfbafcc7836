/** The person's own words beside an event: no model is given them. */
import { SkilldeckError } from '../../../shared/errors.ts';
import type { LiveSession } from '../live-session.ts';

/** @returns the note's id. @throws SkilldeckError `event-not-found`. */
export function addNote(session: LiveSession, on: number, text: string, newId: () => string): string {
  if (on > session.state.lastSeq) {
    throw new SkilldeckError(
      'event-not-found',
      `There is no event ${on} to write a note to: this session has ${session.state.lastSeq}.`,
    );
  }
  const note = newId();
  session.append({ type: 'note-added', note, on, text });
  return note;
}

/** The same text again is no event. @throws SkilldeckError `event-not-found`. */
export function changeNote(session: LiveSession, id: string, text: string): void {
  const note = session.state.notes.find((one) => one.id === id);
  if (note === undefined) {
    throw new SkilldeckError('event-not-found', 'This note is no longer there. Write it anew.');
  }
  if (note.text !== text) session.append({ type: 'note-changed', note: id, text });
}

/** One that is gone already stays gone. */
export function removeNote(session: LiveSession, id: string): void {
  if (session.state.notes.some((one) => one.id === id)) session.append({ type: 'note-removed', note: id });
}
