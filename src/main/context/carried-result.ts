/** The result of a call that is the text of what it loaded: as it came while that is loaded, and a note afterwards. */

import type { SessionState } from '../../shared/session-state.ts';
import { BETWEEN_PARTS, type CarriedDocument, carriedDocuments } from '../../shared/skills/loaded-skills.ts';
import type { DocumentSection } from './prompt/system-message.ts';

export interface CarriedResult {
  readonly content: string;
  /** Text of the result without its documents. */
  readonly text: string;
  readonly documents: readonly DocumentSection[];
}

/** Documents that the result of a call carries as its own text. */
export const carriedBy = (state: SessionState, callId: string): readonly CarriedDocument[] =>
  Object.hasOwn(state.calls, callId) ? carriedDocuments(state.calls[callId]?.data) : [];

export const isSame = (one: Pick<CarriedDocument, 'skill' | 'path'>, { part }: DocumentSection): boolean =>
  one.skill === part.skill && one.path === part.path;

/** @param live documents still placed in this result. */
export function carriedResult(
  content: string,
  carries: readonly CarriedDocument[],
  live: readonly DocumentSection[],
): CarriedResult {
  const parts: string[] = [];
  const notes: string[] = [];
  const documents: DocumentSection[] = [];
  let at = 0;
  for (const one of carries) {
    const text = content.slice(at, at + one.length);
    at += one.length + BETWEEN_PARTS.length;
    const document = live.find((candidate) => isSame(one, candidate));
    if (document !== undefined) {
      parts.push(text);
      documents.push({ ...document, text });
      continue;
    }
    const what = one.path === undefined ? `skill '${one.skill}'` : `'${one.path}' of skill '${one.skill}'`;
    // The wording never changes afterwards, so that earlier bytes stay the same.
    const note = `[The text of ${what} is no longer here: it was unloaded, or stands elsewhere in this context.]`;
    parts.push(note);
    notes.push(note);
  }
  const rest = content.slice(at);
  if (rest !== '') {
    parts.push(rest);
    notes.push(rest);
  }
  return { content: parts.join(BETWEEN_PARTS), text: notes.join(BETWEEN_PARTS), documents };
}
