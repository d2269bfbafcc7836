/** JSON in which names and texts of others stay exact, and can still be printed: what is hidden is written as an escape. */
import { invisibleExcept } from '../../../../shared/text/invisible.ts';

/** Line feeds are the indentation; in strings JSON escapes them itself. */
const HIDDEN = invisibleExcept('\\n');

const escaped = (character: string): string =>
  Array.from({ length: character.length }, (_, index) => {
    return `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`;
  }).join('');

/** @param indent blanks; 0 for one line. */
export const visibleJson = (value: unknown, indent = 2): string =>
  JSON.stringify(value, null, indent).replace(HIDDEN, escaped);
