import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Tile } from '../../../../renderer/shared/tile-map.ts';
import { chunksOf } from './text-pane.tsx';
import { nextTile } from './tiles.tsx';

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

const tile = (x: number, y: number, width: number): Tile<unknown> => ({
  parts: [],
  tokens: 1,
  x,
  y,
  width,
  height: 10,
});

/** Two tiles above, three below: 0 to 60 and 60 to 90 over 0 to 20, 20 to 60 and 60 to 90. */
const TILES = [tile(0, 0, 60), tile(60, 0, 30), tile(0, 10, 20), tile(20, 10, 40), tile(60, 10, 30)];

const to = (at: number, key: string) => nextTile(TILES, at, key);

it('moves left and right to the neighbour, and stops at both ends', () => {
  expect([to(0, 'ArrowRight'), to(1, 'ArrowRight'), to(4, 'ArrowRight')]).toEqual([1, 2, 4]);
  expect([to(4, 'ArrowLeft'), to(0, 'ArrowLeft')]).toEqual([3, 0]);
  expect([to(2, 'Home'), to(2, 'End'), to(2, 'Enter')]).toEqual([0, 4, undefined]);
  expect(nextTile([], 0, 'ArrowRight')).toBeUndefined();
});

it('moves up and down to the tile nearest the middle, and stops at the first and last row', () => {
  expect([to(0, 'ArrowDown'), to(1, 'ArrowDown')]).toEqual([3, 4]);
  expect([to(2, 'ArrowUp'), to(3, 'ArrowUp'), to(4, 'ArrowUp')]).toEqual([0, 0, 1]);
  expect([to(0, 'ArrowUp'), to(3, 'ArrowDown')]).toEqual([0, 3]);
});
