import { expect, it } from 'vitest';
import { lookAlike, skeletonOf } from './confusable.ts';
import confusables from './confusables.json' with { type: 'json' };

it.each([
  // Cyrillic, small and capital.
  ['bооk-flight', 'book-flight'],
  ['рdf', 'pdf'],
  ['ехреnse-report', 'expense-report'],
  ['РDF', 'pdf'],
  ['ВООК', 'book'],
  // Greek.
  ['bοοk‑flight', 'book-flight'],
  ['ΡDF', 'pdf'],
  // Armenian, Cherokee, Latin letters of other sounds.
  ['bօօk-flight', 'book-flight'],
  ['Ꭺgent', 'agent'],
  ['ɡit-ɑ', 'git-a'],
  // Full width, mathematical alphanumerics, digits, dots and low lines.
  ['ｂｏｏｋ－ｆｌｉｇｈｔ', 'book-flight'],
  ['𝐛𝗈𝑜𝚔-𝖿𝓁𝒾𝔤𝕙𝕥', 'book-flight'],
  ['v𝟐․0', 'v2.0'],
  ['a﹍b', 'a_b'],
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

it('names its source in the table, one look per character, and no ASCII character as another', () => {
  expect(confusables.source).toMatch(/^Unicode \d+\.\d+\.\d+, UTS #39, confusables\.txt of \d{4}-\d{2}-\d{2}$/);
  const all = Object.values(confusables.looksLike).flatMap((others) => [...others]);
  expect(all.length).toBeGreaterThan(400);
  expect(new Set(all).size).toBe(all.length);
  expect(all.filter((one) => /[\x20-\x7e]/.test(one) || one !== one.normalize('NFKC'))).toEqual([]);
});
