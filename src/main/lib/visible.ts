/** Text of others, on a terminal or a page: control sequences and invisible characters are shown, not obeyed. */
import { escaped, invisibleExcept } from '../../shared/text/invisible.ts';
import { singleLine } from '../../shared/text/shorten.ts';

/** Allowed: tab, line feed, and the joiner that emoji are written with. */
const HIDDEN = invisibleExcept('\\n\\t\\u200D');

export const visible = (text: string): string => text.replaceAll('\r\n', '\n').replace(HIDDEN, escaped);

/** On one line, with runs of white space as one space. */
export const oneLine = (text: string): string => visible(singleLine(text));
