import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { tempFolder } from '../../main/lib/test-kit/temp-folder.ts';
import { claimReminders } from './main.ts';

let home: string;
beforeEach(() => {
  home = tempFolder();
});

const NOW = new Date('2026-12-01T10:00:00Z');

it('gives each reminder once, over restarts, and forgets what is long past', () => {
  expect(claimReminders(home, ['a', 'b', 'a'], NOW)).toEqual(['a', 'b']);
  expect(claimReminders(home, ['a', 'c'], NOW)).toEqual(['c']);
  expect(claimReminders(home, ['d'], new Date('2028-12-01T10:00:00Z'))).toEqual(['d']);
  expect(claimReminders(home, ['a'], NOW)).toEqual(['a']);
});

it('starts again with a file that cannot be read', () => {
  writeFileSync(path.join(home, 'reminders.json'), '{"a": 5');
  expect(claimReminders(home, ['a'], NOW)).toEqual(['a']);
  expect(claimReminders(home, ['a'], NOW)).toEqual([]);
});
