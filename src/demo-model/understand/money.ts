/** A budget with its currency. */
import { zhNumber } from './numbers.ts';

const CURRENCIES: readonly (readonly [string, string])[] = [
  ['CNY', '人民币|块钱?|元|rmb|chinese yuan|yuan|cn¥|¥'],
  ['USD', '美元|美金|刀|us ?dollars?|dollars?|bucks|us\\$|\\$'],
  ['EUR', '欧元|euros?|€'],
  ['GBP', '英镑|british pounds?|pounds?|quid|£'],
  ['JPY', '日元|日币|japanese yen|yen|jp¥'],
  ['HKD', '港币|港元|hong kong dollars?|hk\\$'],
  ['SGD', '新加坡元|新币|singapore dollars?|s\\$'],
  ['AUD', '澳元|澳币|australian dollars?|a\\$'],
  ['CAD', '加元|加币|canadian dollars?|ca?\\$'],
  ['CHF', '瑞士法郎|瑞郎|swiss francs?|francs?'],
  ['KRW', '韩元|韩币|korean won|₩'],
  ['TWD', '新台币|台币|new taiwan dollars?|nt\\$'],
  ['THB', '泰铢|thai baht|baht'],
  ['NZD', '新西兰元|纽币|new zealand dollars?|nz\\$'],
  ['INR', '印度卢比|卢比|indian rupees?|rupees?|₹'],
  ['MYR', '马来西亚林吉特|林吉特|马币|malaysian ringgit|ringgit|rm'],
  ['AED', '阿联酋迪拉姆|迪拉姆|uae dirhams?|dirhams?'],
];
const UNITS = CURRENCIES.map(([code, words]) => [code, `${words}|${code.toLowerCase()}`] as const);

/** Code of a currency by its name or sign, in either language. */
export const currencyNamed = (name: string): string | undefined =>
  UNITS.find(([, words]) => new RegExp(`^(?:${words})$`, 'i').test(name.trim()))?.[0];

const UNIT = `(?:${UNITS.map(([, words]) => words).join('|')})`;
const ZH_DIGIT = '[一二两三四五六七八九]';
/** 一千五 is 1500: a digit after a unit counts in the next one. */
const AMOUNT = `(?:\\d[\\d,]*(?:\\.\\d+)?(?:[千万k])?|${ZH_DIGIT}[百千万]${ZH_DIGIT}?)(?![\\d百千万一二两三四五六七八九])`;

/** A source without groups: an amount, with its currency or, in Chinese, without. */
export const MONEY = `(?:${UNIT} ?)?${AMOUNT} ?(?:${UNIT}(?![A-Za-z]))?`;

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
