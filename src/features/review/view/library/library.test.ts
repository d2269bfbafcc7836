import { describe, expect, it } from 'vitest';
import type { LibraryFilters, LibraryRow } from '../../../../shared/review.ts';
import { chipsOf, daysOf, keyOf, lastDays, rangeOf, startOf, toggled, usesWords, without } from './filters.tsx';
import { droppedFiles } from './import-results.tsx';
import { listItems } from './library-list.tsx';

describe('filters', () => {
  const all: LibraryFilters = {
    from: startOf('2026-11-20')?.toISOString() ?? '',
    skills: ['book-flight', 'trip-planner'],
    outcomes: ['error'],
    cost: { min: 0.1 },
    archived: 'with',
    deleted: 'without',
  };

  it('have a chip for each criterion, each removable until none is left', () => {
    const chips = chipsOf(all);
    expect(chips.map(keyOf)).toEqual([
      'days',
      'skills book-flight',
      'skills trip-planner',
      'outcomes error',
      'cost',
      'archived',
    ]);
    expect(chips.reduce(without, all)).toEqual({ deleted: 'without' });
  });

  it('of a list can be added and removed', () => {
    const one = toggled({}, 'tags', '待核对');
    expect(one).toEqual({ tags: ['待核对'] });
    expect(toggled(toggled(one, 'tags', 'b'), 'tags', '待核对')).toEqual({ tags: ['b'] });
    expect(toggled(one, 'tags', '待核对')).toEqual({});
  });
});

describe('days', () => {
  it('are whole calendar days, both ends included, and are restored as chosen', () => {
    const range = rangeOf('2026-02-27', '2026-02-28');
    expect(range).toEqual({ from: new Date(2026, 1, 27).toISOString(), to: new Date(2026, 2, 1).toISOString() });
    expect(daysOf(range)).toEqual({ from: '2026-02-27', to: '2026-02-28' });
    expect(rangeOf('', 'nonsense')).toEqual({});
    expect(daysOf(lastDays(7, new Date(2026, 0, 3, 12)))).toEqual({ from: '2025-12-28', to: '' });
  });
});

it('groups rows by day after the pinned ones, and not at all in another order', () => {
  const row = (id: string, day: string, pinned = false): LibraryRow => ({
    id,
    day,
    pinned,
    title: id,
    createdAt: '',
    updatedAt: '',
    environment: 'default',
    origin: 'here',
    skills: [],
    models: [],
    outcome: 'completed',
    runState: 'completed',
    turns: 1,
    requests: 1,
    toolCalls: 0,
    tokens: 1,
    unpriced: [],
    errors: 0,
    approvals: { given: 0, denied: 0 },
    duration: 0,
    notes: 0,
    verdicts: [],
    archived: false,
    deleted: false,
    tags: [],
  });
  const rows = [row('p', '2026-01-01', true), row('a', '2026-11-20'), row('b', '2026-11-20'), row('c', '2026-11-19')];
  expect(listItems(rows, 'updated').map(({ key }) => key)).toEqual([
    'day pinned',
    'p',
    'day 2026-11-20',
    'a',
    'b',
    'day 2026-11-19',
    'c',
  ]);
  expect(listItems(rows, 'cost').map(({ key }) => key)).toEqual(['p', 'a', 'b', 'c']);
});

it('searches from one Chinese character on, but not from one Latin letter', () => {
  expect(['票', 'ab', 'a', ' a ', '', 'a b'].map(usesWords)).toEqual([true, true, false, false, false, false]);
});

it('takes the transcripts of a dropped folder by their paths, and names what cannot be taken', async () => {
  const fileAt = (fullPath: string, error?: Error) => ({
    isDirectory: false,
    fullPath,
    file: (done: (file: File) => void, fail: (error: Error) => void) =>
      error === undefined ? done(new File(['{}'], fullPath.split('/').at(-1) ?? '')) : fail(error),
  });
  const folderAt = (...batches: readonly (readonly object[])[]) => ({
    isDirectory: true,
    name: 'p',
    fullPath: '/p',
    createReader() {
      const left = [...batches];
      return { readEntries: (done: (entries: readonly object[]) => void) => done(left.shift() ?? []) };
    },
  });
  const agents = folderAt([fileAt('/p/s/subagents/agent-a.jsonl')]);
  const folder = folderAt([fileAt('/p/s.jsonl'), fileAt('/p/picture.png')], [agents]);
  const dropped = (entry: object, files: readonly File[] = []) =>
    ({ items: [{ webkitGetAsEntry: () => entry }], files }) as unknown as DataTransfer;
  const names = (await droppedFiles(dropped(folder))).map(({ name }) => name);
  expect(names).toEqual(['p/s.jsonl', 'p/s/subagents/agent-a.jsonl']);
  const broken = folderAt([fileAt('/p/a.json', new Error('gone')), fileAt('/p/b.json')]);
  expect(await droppedFiles(dropped(broken))).toEqual([
    { state: 'failed', name: 'p/a.json', failure: { why: 'unread', message: 'gone' } },
    expect.objectContaining({ name: 'p/b.json' }),
  ]);
  expect(await droppedFiles(dropped(folderAt([fileAt('/p/picture.png')])))).toEqual([
    { state: 'failed', name: 'p', failure: { why: 'empty' } },
  ]);
  const plain = [new File(['x'], 'a.txt')];
  expect(await droppedFiles(dropped(fileAt('/a.txt'), plain))).toEqual(plain);
});
