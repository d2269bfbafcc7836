import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { createFileLog } from './crash-records.ts';
import { createDisposables, systemClock } from './timing.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'skilldeck-lib-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('disposes in reverse order, despite a failure, once, and late additions at once', async () => {
  const said: string[] = [];
  const disposables = createDisposables((message) => said.push(`error ${message}`));
  expect(disposables.add('first', async (name) => void said.push(name))).toBe('first');
  disposables.add('second', () => {
    throw new Error('stuck');
  });
  disposables.add('third', (name) => void said.push(name));
  await Promise.all([disposables.dispose(), disposables.dispose()]);
  disposables.add('late', (name) => void said.push(name));
  expect(said).toEqual(['third', 'error stuck', 'first', 'late']);
});

it('ends a sleep at once on abort, before and during it', async () => {
  const stop = new AbortController();
  const sleeping = systemClock.sleep(2 ** 40, stop.signal);
  stop.abort();
  await sleeping;
  await systemClock.sleep(2 ** 40, stop.signal);
});

it('keeps the stack in the log, indents further lines and rotates a full file', () => {
  const file = path.join(folder, 'logs', 'main.log');
  const log = createFileLog(file, 200);
  log.error('While sending', new Error('boom'));
  expect(readFileSync(file, 'utf8')).toMatch(/^\d{4}-\S+Z error While sending: Error: boom\n {4,}at /);
  log.info('next');
  log.warn('after');
  expect(readFileSync(`${file}.1`, 'utf8')).toContain('boom');
  expect(readFileSync(file, 'utf8')).toMatch(/ info next\n.* warn after\n$/);
});
