import { existsSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { DEFAULT_LIMITS } from './sandbox.ts';
import { controlGroups, countsProcesses } from './watch-memory.ts';

it.skipIf(!countsProcesses())('a run sweeps stale groups, and none that another run is about to join', async () => {
  const groups = controlGroups(DEFAULT_LIMITS);
  const exists = (list: string): boolean => existsSync(path.dirname(list));
  const first = groups.make('first');
  const second = groups.make('second');
  expect(first.join.every(exists)).toBe(true);
  for (const list of first.join) utimesSync(path.dirname(list), 0, 0);
  const third = groups.make('third');
  expect(first.join.some(exists)).toBe(false);
  expect(second.join.every(exists)).toBe(true);
  await Promise.all([first, second, third].map((group) => group.dispose()));
  expect([...second.join, ...third.join].some(exists)).toBe(false);
});
