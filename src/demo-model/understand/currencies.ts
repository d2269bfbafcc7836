/** Codes of currencies with all that names one: in the skill's form, in either language, and in what its scripts print. */
const CURRENCIES: readonly (readonly [code: string, ...names: string[]])[] = [
  ['CNY', '人民币', 'Chinese yuan', 'CN¥', '¥'],
  ['USD', '美元', 'US dollar', 'US$'],
  ['EUR', '欧元', 'Euro', '€'],
  ['GBP', '英镑', 'British pound', '£'],
  ['JPY', '日元', 'Japanese yen', 'JP¥'],
  ['HKD', '港币', 'Hong Kong dollar', 'HK$'],
  ['SGD', '新加坡元', 'Singapore dollar', 'S$'],
  ['AUD', '澳元', 'Australian dollar', 'A$'],
  ['CAD', '加元', 'Canadian dollar', 'CA$'],
  ['CHF', '瑞士法郎', 'Swiss franc'],
  ['KRW', '韩元', 'Korean won', '₩'],
  ['TWD', '新台币', 'New Taiwan dollar', 'NT$'],
  ['THB', '泰铢', 'Thai baht'],
  ['NZD', '新西兰元', 'New Zealand dollar', 'NZ$'],
  ['INR', '印度卢比', 'Indian rupee', '₹'],
  ['MYR', '马来西亚林吉特', 'Malaysian ringgit', 'RM'],
  ['AED', '阿联酋迪拉姆', 'UAE dirham'],
];

export const currencyNamed = (name: string): string | undefined =>
  CURRENCIES.find(([, ...names]) => names.includes(name))?.[0];
