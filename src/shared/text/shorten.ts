/** White space as single blanks. */
export const singleLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Shortens to one line of at most `length` UTF-16 units, with an ellipsis where it was longer. Splits no character. */
export function shorten(text: string, length: number): string {
  // Reads only what can be shown: a tool result may have megabytes.
  const line = singleLine(text.slice(0, length * 4 + 1_000));
  return line.length <= length ? line : `${line.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Characters that usually distinguish a text from others. */
const EXCERPT = 120;

/** The beginning of a text on one line, without the signs of Markdown. */
export const excerptOf = (text: string): string =>
  singleLine(text.slice(0, 2 * EXCERPT).replaceAll(/[*_`#>]+/g, '')).slice(0, EXCERPT);
