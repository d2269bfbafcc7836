import { expect, it } from 'vitest';
import { readCalendar } from './calendar-view.tsx';
import { inFolders } from './files-panel.tsx';
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

it('takes a time on a clock-change day as displayed', () => {
  const start = (zone: string, clock: string) =>
    readCalendar(ics(event('SUMMARY:x', `DTSTART;TZID=${zone}:${clock}`)))?.[0]?.start.at.toISOString();
  const clocks = ['20270314T013000', '20270314T033000', '20271107T003000', '20271107T030000', '20271107T120000'];
  expect(clocks.map((clock) => start('America/New_York', clock))).toEqual([
    '2027-03-14T06:30:00.000Z',
    '2027-03-14T07:30:00.000Z',
    '2027-11-07T04:30:00.000Z',
    '2027-11-07T08:00:00.000Z',
    '2027-11-07T17:00:00.000Z',
  ]);
  expect(start('No/Such', '20270314T013000')).toBe(new Date(2027, 2, 14, 1, 30).toISOString());
});

it('sorts calendar events by time, and shows a time with its zone as it is written', () => {
  const zone = [
    'BEGIN:VTIMEZONE',
    'TZID:Mine',
    'BEGIN:STANDARD',
    'DTSTART:19700101T000000',
    'TZOFFSETFROM:+0300',
    'TZOFFSETTO:+0300',
    'END:STANDARD',
    'END:VTIMEZONE',
  ];
  const read = readCalendar(
    ics(
      ...zone,
      event('SUMMARY:Utc', 'DTSTART:20261127T060000Z', 'DURATION:PT90M', 'LOCATION:PEK\\, T3'),
      event('SUMMARY:Tokyo', 'DTSTART;TZID=Asia/Tokyo:20261127T090000', 'DTEND;TZID=Asia/Shanghai:20261127T100000'),
      event('SUMMARY:Own', 'DTSTART;TZID=Mine:20261127T090000'),
      event(
        'SUMMARY:A long',
        ' er name',
        'DTSTART;VALUE=DATE:20261126',
        'DTEND;VALUE=DATE:20261128',
        'RRULE:FREQ=DAILY',
      ),
    ),
  );
  const shown = read?.map(({ title, start, end, allDay, repeats }) => [
    title,
    ...[start, end].map((one) => one?.there ?? (allDay ? one?.at.toDateString() : one?.at.toISOString())),
    repeats,
  ]);
  expect(shown).toEqual([
    ['A longer name', 'Thu Nov 26 2026', 'Sat Nov 28 2026', true],
    ['Tokyo', '2026-11-27 09:00 Asia/Tokyo', '2026-11-27 10:00 Asia/Shanghai', false],
    ['Utc', '2026-11-27T06:00:00.000Z', '2026-11-27T07:30:00.000Z', false],
    ['Own', '2026-11-27 09:00 Mine', '2026-11-27 09:00 Mine', false],
  ]);
  expect(read?.at(-1)?.start.at.toISOString()).toBe('2026-11-27T06:00:00.000Z');
  expect(read?.find(({ title }) => title === 'Utc')?.place).toBe('PEK, T3');
  expect(readCalendar(ics())).toEqual([]);
  expect(['not a calendar', 'BEGIN:VCARD\r\nEND:VCARD', ''].map(readCalendar)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
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
