/** The editor keeps lines; files keep bytes. Between the two nothing may get lost. */
import { EditorState, type Extension, Text } from '@codemirror/state';

/** `mixed`: `\r` stays in the text, as a character that is seen. */
export type LineBreaks = '\n' | '\r\n' | 'mixed';

export function lineBreaksOf(text: string): LineBreaks {
  if (!text.includes('\r')) return '\n';
  return /(?:^|[^\r])\n|\r(?!\n)/.test(text) ? 'mixed' : '\r\n';
}

/** Extension for a state created from a text with these line breaks. */
export const keepingBreaks = (breaks: LineBreaks): Extension =>
  breaks === 'mixed' ? EditorState.lineSeparator.of('\n') : [];

/** The text again, byte for byte. */
export const textOf = ({ doc }: EditorState, breaks: LineBreaks): string =>
  doc.sliceString(0, doc.length, breaks === '\r\n' ? '\r\n' : '\n');

/** Change that turns the state's text into another with the same line breaks: the one range that differs. */
export function changeTo(
  state: EditorState,
  text: string,
  breaks: LineBreaks,
): { readonly from: number; readonly to: number; readonly insert: Text } {
  const before = state.doc.toString();
  const after = breaks === '\r\n' ? text.replaceAll('\r\n', '\n') : text;
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before[from] === after[from]) from += 1;
  let end = 0;
  while (end < most - from && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  const insert = Text.of(after.slice(from, after.length - end).split('\n'));
  return { from, to: before.length - end, insert };
}
