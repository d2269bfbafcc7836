import { singleLine } from '../../shared/text/shorten.ts';

/** Characters that usually distinguish a text from others. */
const LENGTH = 120;

/** The beginning of a text on one line, without the signs of Markdown. */
export const excerptOf = (text: string): string =>
  singleLine(text.slice(0, 2 * LENGTH).replaceAll(/[*_`#>]+/g, '')).slice(0, LENGTH);
