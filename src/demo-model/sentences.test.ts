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
