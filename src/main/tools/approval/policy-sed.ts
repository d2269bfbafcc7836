/**
 * Accepts a sed script only if it just edits its input: an allow-list of commands. Excludes GNU's `e` and `w` (also as
 * flags of `s`), `r`, inserted text and anything unknown.
 */

/** No bracket in it holds the delimiter or a backslash, so that every sed ends it at the same place. */
const REGEX = (end: string): string => String.raw`(?:(?!${end})[^\\\n\[]|\\[^\n]|\[\^?\]?(?:(?!${end})[^\]\\\n])*\])*`;
const ADDRESS = String.raw`(?:\d+(?:~\d+)?|\$|/${REGEX('/')}/[IM]*)`;
const ADDRESSES = String.raw`(?:${ADDRESS}(?:\s*,\s*(?:${ADDRESS}|[+~]\d+))?)?`;
const REPLACEMENT = String.raw`(?:(?!\k<end>)[^\\\n]|\\[^\n])*`;
const DELIMITER = '(?<end>[!-/:;<=>?@^_|~%,])';
const SUBSTITUTE = String.raw`s${DELIMITER}${REGEX(String.raw`\k<end>`)}\k<end>${REPLACEMENT}\k<end>[gpiImM\d]*`;
const TRANSLATE = String.raw`y/(?:[^/\\\n]|\\[^\n])*/(?:[^/\\\n]|\\[^\n])*/`;
const SIMPLE = String.raw`[pPdDgGhHxnN=z]|[qQ]\s*\d*|[bt]\s*\w*|:\w+`;
const COMMAND = new RegExp(
  String.raw`[\s;]*${ADDRESSES}\s*!?\s*(?:\{|(?:${SIMPLE}|${SUBSTITUTE}|${TRANSLATE}|\})[ \t]*(?=[;}\n]|$))`,
  'uy',
);

export function isPlainSed(script: string): boolean {
  let at = 0;
  while (/[^\s;]/.test(script.slice(at))) {
    COMMAND.lastIndex = at;
    if (COMMAND.exec(script) === null || COMMAND.lastIndex === at) return false;
    at = COMMAND.lastIndex;
  }
  return true;
}
