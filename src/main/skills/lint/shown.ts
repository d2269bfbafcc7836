/** Other people's text inside a message: every hidden character is shown, and it is short. */

/** Controls, format characters, separators of lines and paragraphs, lone surrogates, private use, and letters that are blank. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\u115F\u1160\u3164\uFFA0]|[\u{E0100}-\u{E01EF}]/gu;
/** Characters. */
const QUOTE_LIMIT = 80;

export const codePoint = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** A finding is one line: line breaks are shown too. */
export function shown(text: string): string {
  return text.replace(HIDDEN, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`);
}

/** `text` in double quotes, cut where it is long. */
export function quoted(text: string, limit = QUOTE_LIMIT): string {
  const characters = Array.from(text.slice(0, limit * 2 + 2));
  const cut = characters.length > limit || text.length > limit * 2 + 2;
  return `"${shown(cut ? `${characters.slice(0, limit).join('')}…` : text)}"`;
}
