/** A budget with its currency. */

import words from '../data/words.json' with { type: 'json' };
import { zhNumber } from './numbers.ts';

const UNITS = words.currencies.map(([code = '', names = '']) => [code, `${names}|${code.toLowerCase()}`] as const);

/** Code of a currency by its name or sign, in either language. */
export const currencyNamed = (name: string): string | undefined =>
  UNITS.find(([, words]) => new RegExp(`^(?:${words})$`, 'i').test(name.trim()))?.[0];

const UNIT = `(?:${UNITS.map(([, words]) => words).join('|')})`;
const ZH_DIGIT = '[一二两三四五六七八九]';
/** 一千五 is 1500: a digit after a unit counts in the next one. */
const AMOUNT = `(?:\\d[\\d,]*(?:\\.\\d+)?(?:[千万k])?|${ZH_DIGIT}[百千万]${ZH_DIGIT}?)(?![\\d百千万一二两三四五六七八九])`;

/** Currencies that the search has no prices in: their sums are not read, and so said back. */
const OTHERS =
  '卢布|[^\\s\\d]{0,2}克朗|里拉|比索|兰特|福林|兹罗提|雷亚尔|rou?bles?\\b|kron(?:or|er|e|a)\\b|pesos?\\b|rand\\b|zloty|forints?|(?:sek|nok|dkk|rub|brl|mxn|zar|pln|huf)\\b';
/** A source without groups: an amount, with its currency or, in Chinese, without. */
export const MONEY = `(?:${UNIT}(?<!\\p{Script=Han}) ?)?${AMOUNT} ?(?:${UNIT}(?![A-Za-z]))?(?!\\s*(?:${OTHERS}))`;

/** @param isChinese an amount without a currency is yuan then. */
export function readMoney(said: string, isChinese: boolean): { amount: number; currency: string } | undefined {
  const text = said.toLowerCase().trim();
  const number = new RegExp(AMOUNT).exec(text)?.[0];
  if (number === undefined) return undefined;
  const rest = text.replace(number, ' ').trim();
  const currency = currencyNamed(rest) ?? (isChinese && rest === '' ? 'CNY' : undefined);
  const figure = Number(number.replace(/[,千万k]/g, ''));
  const amount = zhNumber(number) ?? figure * (/[千k]/.test(number) ? 1_000 : /万/.test(number) ? 10_000 : 1);
  return currency === undefined || !(amount > 0) ? undefined : { amount, currency };
}
