/** Other people's text inside a message: every hidden character is shown, and it is short. */
import { escaped, invisibleExcept } from '../../../shared/text/invisible.ts';

const HIDDEN = invisibleExcept('');
/** Characters. */
const QUOTE_LIMIT = 80;

/** A finding is one line: line breaks are shown too. */
export const shown = (text: string): string => text.replace(HIDDEN, escaped);

/** `text` in double quotes, cut where it is long. */
export function quoted(text: string, limit = QUOTE_LIMIT): string {
  const characters = Array.from(text.slice(0, limit * 2 + 2));
  const cut = characters.length > limit || text.length > limit * 2 + 2;
  return `"${shown(cut ? `${characters.slice(0, limit).join('')}…` : text)}"`;
}
