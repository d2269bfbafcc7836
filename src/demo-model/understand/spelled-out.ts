/** Spells out what people shorten, so that the readers know one form of each. */
const SHORT: readonly (readonly [pattern: RegExp, whole: string])[] = [
  [/今[早晨]/g, '今天早上'],
  [/今晚/g, '今天晚上'],
  [/明[早晨]/g, '明天早上'],
  [/明晚/g, '明天晚上'],
  [/(?<=天)早$|(?<=天)早(?=[的从去飞到,，\s])/g, '早上'],
  [/(?<!最)早班(?:飞机|机|航班)/g, '早上的航班'],
  [/(?<!最)晚班(?:飞机|机|航班)/g, '晚上的航班'],
  [/\btonight\b/gi, 'today in the evening'],
  [/\b(?<!the )day after tomorrow\b/gi, 'the day after tomorrow'],
  [/(?<!\d)(1[0-2]|[1-9])月(3[01]|[12]\d|[1-9])(?![\d号日.:：/月点时个人位张件名次天周晚万千百块元折])/g, '$1月$2号'],
];
/** Month and day in a Chinese sentence; in an English one they may be day and month. */
const SLASHED = /(?<![\d/])(1[0-2]|0?[1-9])\/(3[01]|[12]\d|0?[1-9])(?![\d/])/g;

export function spelledOut(text: string): string {
  const whole = SHORT.reduce((said, [pattern, replacement]) => said.replace(pattern, replacement), text);
  return /\p{Script=Han}/u.test(whole) ? whole.replace(SLASHED, '$1月$2号') : whole;
}
