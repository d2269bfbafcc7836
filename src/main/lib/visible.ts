/** Text of others, on a terminal or a page: control sequences and invisible characters are shown, not obeyed. */

/**
 * Controls, format characters (bidirectional marks, zero-width and tag characters) and separators of lines and
 * paragraphs, save for tab, line feed, and the joiner with which emoji are made.
 */
const HIDDEN = /(?![\n\t\u200D])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

export function visible(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(HIDDEN, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`);
}

/** On one line, with runs of white space as one space. */
export function oneLine(text: string): string {
  return visible(text.replace(/\s+/g, ' ').trim());
}
