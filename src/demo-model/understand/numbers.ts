/** Small numbers in digits, Chinese and English words. */

const ZH_DIGITS = '零一二三四五六七八九';
const EN_WORDS = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];

/** A source for regular expressions: what `readNumber` reads. */
export const NUMBER = `(?:\\d+|[一二两俩三仨四五六七八九十]+|an?\\b|${EN_WORDS.slice(1).join('|')})`;

/** Up to 99 in Chinese, 12 in English words, any in digits; undefined where it is none. */
export function readNumber(text: string): number | undefined {
  const word = text.trim().toLowerCase();
  if (/^\d+$/.test(word)) return Number(word);
  if (word === 'a' || word === 'an') return 1;
  const english = EN_WORDS.indexOf(word);
  if (english >= 0) return english;
  const chinese = word.replace(/[两俩]/g, '二').replace(/仨/g, '三');
  const match = /^([一二三四五六七八九])?(十)?([一二三四五六七八九])?$/.exec(chinese);
  if (match === null || chinese === '') return undefined;
  const [, tens, ten, ones] = match;
  const digit = (char: string | undefined) => (char === undefined ? 0 : ZH_DIGITS.indexOf(char));
  if (ten === undefined) return tens !== undefined && ones !== undefined ? undefined : digit(tens ?? ones);
  return (tens === undefined ? 1 : digit(tens)) * 10 + digit(ones);
}

const ZH_UNITS: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000, 万: 10_000 };

/** A sum of money in Chinese characters: 八百, 三千, 一万五 (15,000), 两千五 (2,500). */
export function readChineseAmount(text: string): number | undefined {
  let total = 0;
  let digit = 0;
  let lastUnit = 1;
  for (const char of text.replace(/[两俩]/g, '二')) {
    const unit = ZH_UNITS[char];
    if (unit === 10_000) {
      total = (total + digit) * unit;
      digit = 0;
      lastUnit = unit;
    } else if (unit !== undefined) {
      total += (digit === 0 ? 1 : digit) * unit;
      digit = 0;
      lastUnit = unit;
    } else if (char === '零') lastUnit = 10;
    else if (ZH_DIGITS.includes(char)) digit = ZH_DIGITS.indexOf(char);
    else return undefined;
  }
  // The 五 of 一万五 counts in the next smaller unit.
  return text === '' ? undefined : total + digit * Math.max(1, lastUnit / 10);
}
