/** A budget with its currency. */
const CURRENCIES: readonly (readonly [string, string])[] = [
  ['CNY', '人民币|块钱?|元|rmb|yuan|cn¥|cny'],
  ['USD', '美元|美金|刀|us ?dollars?|dollars?|usd|us\\$|\\$'],
  ['EUR', '欧元|euros?|eur|€'],
  ['GBP', '英镑|pounds?|gbp|£'],
  ['JPY', '日元|日币|yen|jpy|jp¥'],
  ['HKD', '港币|港元|hong kong dollars?|hkd|hk\\$'],
];
const UNIT = `(?:${CURRENCIES.map(([, words]) => words).join('|')})`;
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
  const named = [...CURRENCIES].reverse().find(([, words]) => new RegExp(`^(?:${words})$`).test(rest))?.[0];
  const currency = named ?? (isChinese && rest === '' ? 'CNY' : undefined);
  const scale = /[千k]/.test(number) ? 1_000 : /万/.test(number) ? 10_000 : /百/.test(number) ? 100 : 1;
  const [digits = '', next = ''] = number.replaceAll(',', '').split(/[百千万k]/);
  const digit = (one: string) => '一二三四五六七八九'.indexOf(one.replace('两', '二')) + 1;
  const count = /^\d/.test(digits) ? Number(digits) : digit(digits);
  const amount = count * scale + (next === '' ? 0 : (digit(next) * scale) / 10);
  return currency === undefined || !(count > 0) ? undefined : { amount, currency };
}
