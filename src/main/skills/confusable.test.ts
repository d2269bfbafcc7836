import { expect, it } from 'vitest';
import { lookAlike, skeletonOf } from './confusable.ts';

it.each([
  ['bооk-flight', 'book-flight'],
  ['bοοk‑flight', 'book-flight'],
  ['ｂook-flight', 'book-flight'],
  ['рdf', 'pdf'],
  ['ехреnse-report', 'expense-report'],
])('%s looks like %s', (name, ascii) => {
  expect(lookAlike(name)).toBe(ascii);
  expect(skeletonOf(name)).toBe(skeletonOf(ascii));
});
it.each(['book-flight', 'Book-Flight', '订机票', 'рассвет', 'café', 'λόγος', 'ひらがな'])(
  '%s looks like no other',
  (name) => {
    expect(lookAlike(name)).toBeUndefined();
  },
);
