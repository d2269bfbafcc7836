import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { fittingBounds, readWindowState, writeWindowState } from './window-state.ts';

const main = { x: 0, y: 25, width: 1440, height: 875 };
const second = { x: 1440, y: 0, width: 1920, height: 1080 };

it.each([
  ['as it was', { x: 100, y: 100, width: 1000, height: 700 }, { x: 100, y: 100, width: 1000, height: 700 }],
  ['on the second screen', { x: 2000, y: 50, width: 1000, height: 700 }, { x: 2000, y: 50, width: 1000, height: 700 }],
  [
    'half out to the left',
    { x: -800, y: 100, width: 1000, height: 700 },
    { x: -800, y: 100, width: 1000, height: 700 },
  ],
  [
    'title bar under the menu bar',
    { x: 10, y: 0, width: 1000, height: 700 },
    { x: 10, y: 25, width: 1000, height: 700 },
  ],
  ['larger than the screen', { x: 0, y: 25, width: 3000, height: 2000 }, { x: 0, y: 25, width: 1440, height: 875 }],
  ['too small to use', { x: 0, y: 25, width: 10, height: 10 }, { width: 1320, height: 860 }],
  ['on a screen that is gone', { x: 6000, y: 100, width: 1000, height: 700 }, { width: 1320, height: 860 }],
  ['above every screen', { x: 100, y: -900, width: 1000, height: 700 }, { width: 1320, height: 860 }],
  ['below every screen', { x: 100, y: 3000, width: 1000, height: 700 }, { width: 1320, height: 860 }],
])('%s', (_case, remembered, expected) => {
  expect(fittingBounds(remembered, [main, second])).toEqual(expected);
});

it('skips damaged fields and keeps the rest', () => {
  const home = mkdtempSync(path.join(os.tmpdir(), 'skilldeck-window-'));
  const file = path.join(home, 'window-state.json');
  expect(readWindowState(home)).toEqual({ maximized: false, theme: 'system' });
  const state = { bounds: main, maximized: true, theme: 'dark' as const };
  writeWindowState(home, state);
  expect(readWindowState(home)).toEqual(state);
  writeFileSync(file, JSON.stringify({ ...state, bounds: { x: 'left' }, theme: 'pink' }));
  expect(readWindowState(home)).toEqual({ maximized: true, theme: 'system' });
  writeFileSync(file, '{');
  expect(readWindowState(home)).toEqual({ maximized: false, theme: 'system' });
  rmSync(home, { recursive: true });
});
