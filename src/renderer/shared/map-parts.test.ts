import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ManifestPart } from '../../shared/context-views.ts';
import { ghostOf } from './ghost.tsx';
import { mapParts, totalOf } from './map-parts.ts';
import { kindsOf } from './runs.ts';
import { tileMap } from './tile-map.ts';

const part = (id: string, tokens: number, rest: Partial<ManifestPart> = {}): ManifestPart => ({
  id,
  kind: 'user',
  label: id,
  tokens,
  sha256: '',
  reason: 'conversation',
  place: 2,
  length: 0,
  ...rest,
});

describe('the rows of the context map', () => {
  it('split the skill list by line, lose no token, and show which a cache returns', () => {
    const lines = [
      { skill: 'fly', tokens: 30, from: 10, length: 90 },
      { skill: 'pack', tokens: 20, from: 100, length: 60 },
    ];
    const parts = [part('base', 100), part('catalog', 55, { kind: 'catalog', lines }), part('message:4', 10)];
    const rows = mapParts({ parts }, 120);
    expect(rows.map(({ id, tokens, cached, line, span }) => [id, tokens, cached, line, span])).toEqual([
      ['base', 100, 100, undefined, undefined],
      ['catalog', 5, 5, undefined, [0, 10]],
      ['catalog/fly', 30, 15, 'fly', [10, 90]],
      ['catalog/pack', 20, 0, 'pack', [100, 60]],
      ['message:4', 10, 0, undefined, undefined],
    ]);
    // Lines are counted separately and may exceed the whole.
    const over = mapParts({ parts: [part('catalog', 49, { kind: 'catalog', lines })] });
    expect([totalOf(over), over.every(({ tokens }) => tokens >= 0)]).toEqual([49, true]);
  });
});

describe('the tiles', () => {
  it('fill the map, each as large as its tokens, in reading order', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 9_000 }), { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 100, max: 1_600 }),
        fc.integer({ min: 80, max: 900 }),
        (sizes, width, height) => {
          const total = sizes.reduce((sum, size) => sum + size, 0);
          fc.pre(total > 0);
          const tiles = tileMap(
            sizes.map((tokens, index) => ({ tokens, index })),
            width,
            height,
          );
          const order = tiles.flatMap(({ parts }) => parts.map(({ index }) => index));
          expect(order).toEqual(sizes.flatMap((size, index) => (size > 0 ? [index] : [])));
          for (const [index, tile] of tiles.entries()) {
            const expected = (tile.tokens / total) * width * height;
            expect(Math.abs(tile.width * tile.height - expected)).toBeLessThan(1e-6 * width * height);
            const before = tiles[index - 1];
            if (before !== undefined) {
              expect(tile.y > before.y - 1e-9 && (tile.y > before.y + 1e-9 || tile.x > before.x)).toBe(true);
            }
            expect(tile.x + tile.width).toBeLessThanOrEqual(width * (1 + 1e-9));
            expect(tile.y + tile.height).toBeLessThanOrEqual(height * (1 + 1e-9));
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('group those too small to click by kind, and stay fast with thousands', () => {
    const kinds = ['user', 'tool-result'];
    const parts = Array.from({ length: 5_000 }, (_, index) => ({ tokens: 3, kind: kinds[index < 2_500 ? 0 : 1] }));
    const tiles = tileMap([{ tokens: 40_000, kind: 'skill' }, ...parts], 700, 300, (a, b) => a.kind === b.kind);
    expect(tiles.map(({ parts: within }) => within.length)).toEqual([1, 2_500, 2_500]);
    expect(tileMap([], 700, 300)).toEqual([]);
  });

  it('are never more than can be clicked: thousands of alternating messages become runs, changes apart', () => {
    const said = (kind: 'user' | 'assistant', isNew = false) => ({ tokens: kind === 'user' ? 20 : 60, kind, isNew });
    const talk = Array.from({ length: 10_000 }, (_, index) => said(index % 2 === 0 ? 'user' : 'assistant'));
    const skill = { tokens: 40_000, kind: 'skill', isNew: false } as const;
    const parts = [skill, ...talk, said('user', true)];
    const alike = (one: { isNew: boolean }, other: { isNew: boolean }) => one.isNew === other.isNew;
    const tiles = tileMap(parts, 700, 300, (one, other) => one.kind === other.kind && alike(one, other), alike);
    expect([tiles[0]?.parts, tiles.at(-1)?.parts]).toEqual([[skill], [said('user', true)]]);
    expect(tiles.flatMap((tile) => tile.parts)).toEqual(parts);
    expect(tiles.slice(1, -2).every(({ width, height }) => width * height >= 320)).toBe(true);
    expect(kindsOf(tiles[1]?.parts ?? []).map(({ kind }) => kind)).toEqual(['assistant', 'user']);
  });
});

describe('the what-if overlay', () => {
  it('keeps what is gone where it stands, and puts what comes where it would stand', () => {
    const size = (id: string, tokens: number) => ({ id, tokens });
    const before = [size('base', 100), size('skill:a', 50), size('m1', 10), size('m2', 10)];
    const after = [size('base', 100), size('skill:b', 70), size('m1', 12)];
    const ghosts = ghostOf(before, after);
    expect(ghosts.map(({ id, before: was, after: is }) => [id, was, is])).toEqual([
      ['base', 100, 100],
      ['skill:b', 0, 70],
      ['skill:a', 50, 0],
      ['m1', 10, 12],
      ['m2', 10, 0],
    ]);
  });
});
