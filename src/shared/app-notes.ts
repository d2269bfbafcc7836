/**
 * Messages that the app adds in the user's role, since chat templates take only one system message, at the beginning.
 * Each note has a first and a last line, so that it is not mistaken for the user's words.
 */

export const SUMMARY_NOTE = '[Earlier conversation summary]';
export const LOADED_NOTE = '[Loaded by the person]';
const END_OF_NOTE = '[End of what the app added]';

const NOTE =
  /^(?:\[Earlier conversation summary\]|\[Loaded by the person\])\n[\s\S]*?\n\[End of what the app added\](?:\n\n|$)/;

/** @param text begins with the note's first line. */
export const appNote = (text: string): string => `${text}\n${END_OF_NOTE}`;

/** The notes that open a message, without their last lines, and what the person said behind them. */
export function splitNotes(content: string): { readonly notes: readonly string[]; readonly said: string } {
  const notes: string[] = [];
  let said = content;
  for (let match = NOTE.exec(said); match !== null; match = NOTE.exec(said)) {
    notes.push(match[0].trimEnd().slice(0, -END_OF_NOTE.length).trimEnd());
    said = said.slice(match[0].length);
  }
  return { notes, said };
}
