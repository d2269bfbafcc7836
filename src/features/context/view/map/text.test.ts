import fc from 'fast-check';
import { expect, it } from 'vitest';
import { chunksOf, findIn } from './text-pane.tsx';

it('finds words in any case, symbols literally, and in both languages', () => {
  expect(findIn('Fly (fly) FLY', 'fly')).toEqual([
    [0, 3],
    [5, 3],
    [10, 3],
  ]);
  expect(findIn('a.b(c)', '.b(')).toEqual([[1, 3]]);
  expect(findIn('机票，机票', '机票')).toEqual([
    [0, 2],
    [3, 2],
  ]);
  expect(findIn('anything', '')).toEqual([]);
});

it('cuts after 80 lines, and a line over 16,000 characters after 8,000', () => {
  const lengths = (text: string) => chunksOf(text).map((chunk) => chunk.text.length);
  expect(lengths('a\n'.repeat(81))).toEqual([160, 2]);
  expect(lengths('a\n'.repeat(80))).toEqual([160]);
  expect([lengths('a'.repeat(16_000)), lengths('a'.repeat(16_001))]).toEqual([[16_000], [8_000, 8_001]]);
});

it('cuts a text without losing or splitting a character, with lines of any length', () => {
  const texts = ['', 'one', 'line\n'.repeat(500), `${'long '.repeat(20_000)}\nend`, '😀'.repeat(30_000)];
  for (const text of texts)
    expect(
      chunksOf(text)
        .map((chunk) => chunk.text)
        .join(''),
    ).toBe(text);
  for (const { text } of chunksOf('😀'.repeat(30_000))) expect(text.isWellFormed()).toBe(true);
  for (const { text } of chunksOf(`a${'😀'.repeat(30_000)}`)) expect(text.isWellFormed()).toBe(true);
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 2_000 }), (text) => {
      let at = 0;
      for (const chunk of chunksOf(text)) {
        expect(chunk.from).toBe(at);
        at += chunk.text.length;
      }
      expect(at).toBe(text.length);
    }),
    { numRuns: 30 },
  );
});
