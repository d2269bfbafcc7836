/** Notes of a session as they travel: the newest change of each counts, wherever it was made. Pure. */
import type { EventBody, SessionEvent } from '../../../shared/events.ts';
import type { SharedNote } from './archive.ts';

/** Milliseconds that another computer's clock may be ahead. */
const AHEAD_MS = 24 * 3_600_000;
/** UTF-16 code units, as for notes that are written here. */
const MAX_TEXT = 20_000;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;
const ID = /^[\w.-]{1,100}$/;

/** @param by whose notes those without a name are. */
export function notesOf(events: readonly SessionEvent[], by: string): ReadonlyMap<string, SharedNote> {
  const notes = new Map<string, SharedNote>();
  for (const event of events) {
    if (event.type !== 'note-added' && event.type !== 'note-changed' && event.type !== 'note-removed') continue;
    const { note, session } = event;
    const at = event.writtenAt ?? event.at;
    const before = notes.get(note);
    if (event.type === 'note-added')
      notes.set(note, { session, note, on: event.on, text: event.text, by: event.by ?? by, at, removed: false });
    else if (before !== undefined)
      notes.set(note, {
        ...before,
        at,
        ...(event.type === 'note-changed' ? { text: event.text } : { text: '', removed: true }),
      });
  }
  return notes;
}

const isNewer = (a: SharedNote, b: SharedNote | undefined): boolean =>
  b === undefined || a.at > b.at || (a.at === b.at && a.text > b.text);

/** Those of `ours` that are newer than, or missing from, `theirs`. */
export const newerNotes = (
  ours: ReadonlyMap<string, SharedNote>,
  theirs: ReadonlyMap<string, SharedNote>,
): readonly SharedNote[] => [...ours.values()].filter((note) => isNewer(note, theirs.get(note.note)));

/** True for one that may be shown: rows of another writer are what they say only once this was asked. */
export const isUsable = ({ note, on, text, by, at }: SharedNote, lastSeq: number, now: number): boolean =>
  ID.test(note) &&
  Number.isInteger(on) &&
  on >= 1 &&
  on <= lastSeq &&
  text.length <= MAX_TEXT &&
  by.length <= 255 &&
  TIME.test(at) &&
  Date.parse(at) <= now + AHEAD_MS;

/** Events that bring `ours` up to `theirs`. @param theirs usable ones. */
export function noteEvents(
  ours: ReadonlyMap<string, SharedNote>,
  theirs: ReadonlyMap<string, SharedNote>,
): readonly EventBody[] {
  return newerNotes(theirs, ours).flatMap(({ note, on, text, by, at, removed }): EventBody[] => {
    const own = ours.get(note);
    if (removed) return own === undefined || own.removed ? [] : [{ type: 'note-removed', note, writtenAt: at }];
    return own === undefined || own.removed
      ? [{ type: 'note-added', note, on, text, by, writtenAt: at }]
      : [{ type: 'note-changed', note, text, writtenAt: at }];
  });
}
