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
const AMOUNT = '(?:\\d[\\d,]*(?:\\.\\d+)?(?:[千万k])?|[一二两三四五六七八九][千万])';

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
  const scale = /[千k]$/.test(number) ? 1_000 : /万$/.test(number) ? 10_000 : 1;
  const digits = number.replace(/[千万k,]/g, '');
  const count = /^\d/.test(digits) ? Number(digits) : '一二三四五六七八九'.indexOf(digits.replace('两', '二')) + 1;
  return currency === undefined || !(count > 0) ? undefined : { amount: count * scale, currency };
}
