import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { claimReminders } from './shown-reminders.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(path.join(os.tmpdir(), 'skilldeck-reminders-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

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
