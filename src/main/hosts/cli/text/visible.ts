/** Makes untrusted text safe for a terminal. */
import { isConfusable, spelledOut } from '../../../../shared/skills/skill-list.ts';
import { invisibleExcept } from '../../../../shared/text/invisible.ts';
import { oneLine, visible } from '../../../lib/text.ts';

export { oneLine, visible };

/** A skill's id; where it looks like another, spelled out behind it. */
export const shownName = (id: string, found: Parameters<typeof isConfusable>[0]): string =>
  isConfusable(found) ? `${oneLine(id)} = ${spelledOut(id)}` : oneLine(id);

// JSON in which names and texts of others stay exact, and can still be printed: what is hidden is written as an escape.

/** Line feeds are the indentation; in strings JSON escapes them itself. */
const HIDDEN = invisibleExcept('\\n');

const escaped = (character: string): string =>
  Array.from({ length: character.length }, (_, index) => {
    return `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`;
  }).join('');

/** @param indent blanks; 0 for one line. */
export const visibleJson = (value: unknown, indent = 2): string =>
  JSON.stringify(value, null, indent).replace(HIDDEN, escaped);
