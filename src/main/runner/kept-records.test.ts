import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { tempFolder } from '../lib/test-kit/temp-folder.ts';
import { changedRecords, watchRecords } from './kept-records.ts';

let home: string;
const data = () => path.join(home, 'data/book');
const copies = () => path.join(home, 'kept/book');
const at = (name: string) => path.join(data(), name);
const put = (name: string, text: string) => {
  mkdirSync(path.dirname(at(name)), { recursive: true });
  writeFileSync(at(name), text);
};
const begin = () => watchRecords(copies(), data());
const changed = () => changedRecords(copies(), data());
const run = async (work: () => void) => {
  const { changed: before, release } = await begin();
  work();
  await release();
  return before;
};

beforeEach(async () => {
  home = tempFolder();
  put('bookings/OLD.json', '0');
  await run(() => {
    put('bookings/A.json', '1');
    put('bookings/B.json', '1');
    put('pending/c.json', '1');
    put('lock', '1');
  });
});

it('finds what something else changed or removed, and nothing that a run of the skill did', async () => {
  expect(await run(() => put('bookings/B.json', '2'))).toEqual([]);
  put('bookings/A.json', 'forged');
  rmSync(at('pending'), { recursive: true });
  put('lock', '2');
  expect(await changed()).toEqual(['bookings/A.json', 'pending/c.json']);
  rmSync(data(), { recursive: true });
  expect(await changed()).toEqual(['bookings/A.json', 'bookings/B.json', 'bookings/OLD.json', 'pending/c.json']);
});

it('keeps the copy through later runs, until a person puts it back or removes it', async () => {
  put('bookings/A.json', 'forged');
  rmSync(at('bookings/B.json'));
  const both = ['bookings/A.json', 'bookings/B.json'];
  expect(
    await run(() => {
      for (const name of both) put(name, 'by the run');
    }),
  ).toEqual(both);
  expect(await changed()).toEqual(both);
  put('bookings/A.json', readFileSync(path.join(copies(), 'bookings/A.json'), 'utf8'));
  rmSync(path.join(copies(), 'bookings/B.json'));
  expect(await run(() => put('bookings/A.json', '3'))).toEqual([]);
  expect(await changed()).toEqual([]);
});

it('takes what runs at the same time, or one that was cut off, left', async () => {
  const [first, second] = await Promise.all([begin(), begin()]);
  put('bookings/A.json', '2');
  await first.release();
  put('bookings/B.json', '2');
  expect(await changed()).toEqual([]);
  await second.release();
  expect(readFileSync(path.join(copies(), 'bookings/B.json'), 'utf8')).toBe('2');

  put('bookings/A.json', 'forged');
  // A process that was killed leaves the mark and no copy.
  writeFileSync(path.join(copies(), '.under-way'), '["bookings/A.json"]');
  put('bookings/B.json', '3');
  expect(await run(() => undefined)).toEqual(['bookings/A.json']);
  expect(readFileSync(path.join(copies(), 'bookings/B.json'), 'utf8')).toBe('3');
  expect(await changed()).toEqual(['bookings/A.json']);
});

it('follows no link, neither to a record nor in a folder’s place', async () => {
  expect(await run(() => put('bookings/A.json', '2'))).toEqual([]);
  rmSync(at('bookings/A.json'));
  symlinkSync(path.join(copies(), 'bookings/A.json'), at('bookings/A.json'));
  expect(await changed()).toEqual(['bookings/A.json']);
});
