import { expect, it } from 'vitest';
import { formatFor } from '../../../shared/messages/format.ts';
import { inFolders } from './files-panel.tsx';
import { readCalendar } from './image-view.tsx';
import { readTable } from './table-view.tsx';

const ics = (...lines: readonly string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:x', ...lines, 'END:VCALENDAR'].join('\r\n');
const event = (...lines: readonly string[]): string =>
  ['BEGIN:VEVENT', 'UID:1', 'DTSTAMP:20261101T000000Z', ...lines, 'END:VEVENT'].join('\r\n');

it('reads a table with quotes and line breaks in cells, any delimiter, and detects its header', () => {
  expect(readTable('city,"fare, low"\n东京,"1,200"\n"New\nYork",900\n', false)).toEqual({
    head: ['city', 'fare, low'],
    rows: [
      ['东京', '1,200'],
      ['New\nYork', '900'],
    ],
    columns: 2,
    cut: false,
    problem: undefined,
  });
  expect(readTable('1;2;3\n4;5\n', false)).toMatchObject({
    head: undefined,
    rows: [
      ['1', '2', '3'],
      ['4', '5'],
    ],
    columns: 3,
  });
  expect(readTable('a\tb\n1\t2', false).head).toEqual(['a', 'b']);
  expect(readTable('name\nonly\n', false)).toMatchObject({ head: undefined, rows: [['name'], ['only']] });
  expect(readTable('a,b\n"1,2\n', false).problem?.row).toBe(2);
});

it('marks a table that is cut off, long or wide', () => {
  expect(readTable('a,b\n1,2\n3,"4', true)).toMatchObject({ rows: [['1', '2']], cut: true, problem: undefined });
  const long = readTable(`a,b\n${'1,2\n'.repeat(5000)}`, false);
  expect([long.rows.length, long.cut]).toEqual([1000, true]);
  const wide = readTable(`${'x,'.repeat(99)}x\n`, false);
  expect([wide.columns, wide.cut]).toEqual([60, true]);
});

it('keeps a table of exactly 1,000 rows whole, and marks a longer one, with and without a header', () => {
  const sizes = (text: string) => {
    const { rows, cut } = readTable(text, false);
    return [rows.length, cut];
  };
  expect([sizes('1,2\n'.repeat(1000)), sizes('1,2\n'.repeat(1001))]).toEqual([
    [1000, false],
    [1000, true],
  ]);
  expect([sizes(`a,b\n${'1,2\n'.repeat(1000)}`), sizes(`a,b\n${'1,2\n'.repeat(1001)}`)]).toEqual([
    [1000, false],
    [1000, true],
  ]);
});

it('shows a calendar’s events: a time in the zone that it names, others here', () => {
  const read = (...lines: readonly string[]) => readCalendar(ics(...lines), formatFor('en'));
  const [tokyo, utc, days] =
    read(
      event('SUMMARY:A long', ' er name', 'DTSTART;TZID=Asia/Tokyo:20261127T090000', 'LOCATION:PEK\\, T3'),
      event('SUMMARY:Utc', 'DTSTART:20261127T060000Z', 'DTEND:20261127T073000Z'),
      event('SUMMARY:Days', 'DTSTART;VALUE=DATE:20261126', 'DESCRIPTION:Two'),
    ) ?? [];
  expect(tokyo).toEqual({ title: 'A longer name', place: 'PEK, T3', text: '', from: '2026-11-27 09:00 Asia/Tokyo' });
  expect(utc?.to).toBe(formatFor('en').dateTime('2026-11-27T07:30:00Z'));
  expect(days).toMatchObject({ text: 'Two', from: expect.not.stringContaining(':') });
  const ends = ['DTEND;VALUE=DATE:20261127', 'DTEND;VALUE=DATE:20261129', 'DTEND;VALUE=DATE:20261126', 'DURATION:P3D'];
  const day = formatFor('en').date(new Date(2026, 10, 28));
  const last = read(...ends.map((end) => event('DTSTART;VALUE=DATE:20261126', end))) ?? [];
  expect(last.map(({ to }) => to)).toEqual([undefined, day, undefined, day]);
  const clocks = ['DTEND;TZID=Europe/Oslo:20261127T080000', 'DURATION:PT90M', 'DTEND;TZID=Asia/Tokyo:20261127T090000'];
  expect(
    read(...clocks.map((end) => event('DTSTART;TZID=Asia/Tokyo:20261127T090000', end)))?.map(({ to }) => to),
  ).toEqual(['2026-11-27 08:00 Europe/Oslo', '2026-11-27 10:30 Asia/Tokyo', undefined]);
  expect(read(event('SUMMARY:No time'))).toMatchObject([{ from: '', to: undefined }]);
  expect(read()).toEqual([]);
  for (const other of ['not a calendar', 'BEGIN:VCARD\r\nEND:VCARD', ''])
    expect(readCalendar(other, formatFor('en'))).toBeUndefined();
});

it('puts files in the folder of their purpose, latest first', () => {
  const file = (path: string, modified: string) => ({ path, modified, bytes: 2, kind: 'text' as const });
  const folders = inFolders([
    file('work/b', '2'),
    file('work/inputs/a.txt', '1'),
    file('out/x/y.txt', '1'),
    file('out/z.txt', '3'),
  ]);
  expect(folders.map(({ name, bytes, files }) => [name, bytes, files.map(({ shown }) => shown)])).toEqual([
    ['out', 4, ['z.txt', 'x/y.txt']],
    ['inputs', 2, ['a.txt']],
    ['work', 2, ['b']],
  ]);
});
