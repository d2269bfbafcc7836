/** Small counts in digits and words. */
const WORDS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const ZH = '一二三四五六七八九十';

/** A source for regular expressions without groups. */
export const COUNT = `(?:\\d{1,2}|${WORDS.join('|')}|[${ZH}两])`;

export function readCount(text: string): number {
  const word = text.toLowerCase();
  if (/^\d+$/.test(word)) return Number(word);
  return WORDS.indexOf(word) + 1 || ZH.indexOf(word.replace('两', '二')) + 1;
}
