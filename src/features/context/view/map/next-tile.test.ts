import { expect, it } from 'vitest';
import type { Tile } from '../../../../renderer/shared/tile-map.ts';
import { nextTile } from './tiles.tsx';

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
