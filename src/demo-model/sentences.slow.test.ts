/** Sentences of ordinary people: those of `first` were written before the readers, all others after them. */
import { describe, expect, it } from 'vitest';
import { type Grade, itemsOf, judge } from './test-kit/sentences/judge.ts';

/** At least so many are understood or rightly asked about, and at most so many are stuck. */
const TABLES = [
  { file: 'first.en.txt', items: 200, right: 194, stuck: 0 },
  { file: 'first.zh.txt', items: 200, right: 187, stuck: 0 },
  { file: 'kept.txt', items: 20, right: 20, stuck: 0 },
  { file: 'later.en.txt', items: 60, right: 51, stuck: 1 },
  { file: 'later.zh.txt', items: 60, right: 54, stuck: 0 },
  { file: 'talks.en.txt', items: 199, right: 198, stuck: 1 },
  { file: 'ways.en.txt', items: 76, right: 76, stuck: 0 },
  { file: 'ways.zh.txt', items: 54, right: 54, stuck: 0 },
  { file: 'talks.zh.txt', items: 187, right: 185, stuck: 0 },
  { file: 'others.en.txt', items: 120, right: 106, stuck: 1 },
  { file: 'others.zh.txt', items: 120, right: 106, stuck: 1 },
  { file: 'unseen.en.txt', items: 60, right: 58, stuck: 0 },
  { file: 'unseen.zh.txt', items: 60, right: 59, stuck: 0 },
  { file: 'terse.en.txt', items: 60, right: 48, stuck: 0 },
  { file: 'terse.zh.txt', items: 60, right: 53, stuck: 0 },
  { file: 'plain.en.txt', items: 60, right: 57, stuck: 0 },
  { file: 'plain.zh.txt', items: 60, right: 59, stuck: 0 },
  { file: 'more.en.txt', items: 243, right: 240, stuck: 1 },
  { file: 'more.zh.txt', items: 240, right: 239, stuck: 0 },
];

describe.each(TABLES)('$file', ({ file, items, right, stuck }) => {
  it('is heard', () => {
    const judged = itemsOf(file).map((item) => ({ say: item.say, ...judge(item) }));
    const of = (...grades: Grade[]) => judged.filter(({ grade }) => grades.includes(grade));
    expect(new Set(judged.map(({ say }) => say)).size).toBe(items);
    const others = of('asked again', 'stuck', 'wrong').map(({ say, grade, why }) => `${grade}: ${say}: ${why}`);
    expect(of('understood', 'rightly asked').length, others.join('\n')).toBeGreaterThanOrEqual(right);
    expect(of('stuck').length, others.join('\n')).toBeLessThanOrEqual(stuck);
  });
});

const MONTHS = 'January|February|March|April|May|June|July|August|September|October|November|December';
const ZH = '零一二三四五六七八九十';
const zh = (n: number) =>
  n <= 10 ? (ZH[n] ?? '') : `${n < 20 ? '' : ZH[Math.floor(n / 10)]}十${n % 10 === 0 ? '' : ZH[n % 10]}`;
const eachTurn = (say: string, change: (turn: string) => string) => say.split(' || ').map(change).join(' || ');
/** Ways to write the same, by language. */
const VARIANTS: Readonly<Record<string, Readonly<Record<string, (say: string) => string>>>> = {
  en: {
    politely: (say) => eachTurn(say, (turn) => `Hi there, ${turn}${/[.!?]$/.test(turn) ? '' : '.'} Many thanks!`),
    'on lines': (say) => say.replaceAll(', ', '\n'),
    'with short months': (say) => say.replace(new RegExp(`\\b(?:${MONTHS})\\b`, 'g'), (month) => month.slice(0, 3)),
    'without contractions': (say) => say.replace(/\b(we|they|you)'re\b/gi, '$1 are').replace(/\bI'm\b/g, 'I am'),
  },
  zh: {
    politely: (say) => eachTurn(say, (turn) => `你好，${turn}，谢谢`),
    'in sentences': (say) => say.replaceAll(/[，,]/g, '。'),
    'on lines': (say) => say.replaceAll(/[，,]/g, '\n'),
    'with 日': (say) => say.replace(/(\d)号/g, '$1日'),
    'with numbers in characters': (say) =>
      say.replace(/(\d{1,2})月(\d{1,2})(?=[日号])/g, (_, month, day) => `${zh(Number(month))}月${zh(Number(day))}`),
  },
};

describe.each(['en', 'zh'])('%s', (language) => {
  const tables = [`plain.${language}.txt`, `more.${language}.txt`];
  const isRight = (grade: Grade) => grade === 'understood' || grade === 'rightly asked';
  const right = tables.flatMap(itemsOf).filter((item) => isRight(judge(item).grade));
  it.each(Object.entries(VARIANTS[language] ?? {}))('is heard as well %s', (_, write) => {
    const others = right
      .map((item) => ({ ...item, say: write(item.say) }))
      .filter((item) => !isRight(judge(item).grade));
    expect(others.map(({ say }) => say)).toEqual([]);
  });
});
