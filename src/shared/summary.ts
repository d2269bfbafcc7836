import type { SummaryFallback } from './events.ts';
import type { Translate } from './messages/types.ts';

// An old tool result as a short note: enough to know what came of it, and that there was more.

/** Characters kept at the beginning and at the end: errors and totals are most likely there, in that order. */
const HEAD = 240;
const TAIL = 120;

/** Results up to this length stay whole: a note would save nothing. */
export const SHORT_RESULT = HEAD + TAIL + 100;

export function shortenResult(tool: string, content: string): string {
  if (content.length <= SHORT_RESULT) return content;
  const head = [...content.slice(0, HEAD)].join('').replace(/[\uD800-\uDBFF]$/, '');
  const tail = content.slice(-TAIL).replace(/^[\uDC00-\uDFFF]/, '');
  return `[Earlier result of ${tool}, shortened from ${content.length} characters]\n${head}\n…\n${tail}`;
}

/** Reason why the model's own summary was not taken, in words, with the provider's own where it failed. */
export function fallbackText(
  { code, figures = { tokens: 0, most: 0 }, message }: SummaryFallback,
  t: Translate,
  number: (value: number) => string,
): string {
  const values = { tokens: number(figures.tokens), most: number(figures.most) };
  return [t(`chat.compaction.fallback.${code}`, values), ...(message === undefined ? [] : [message])].join(' ');
}

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
