import { expect, it } from 'vitest';
import { happenedBy, lengthOf, playedTo, printedIn } from './recording-view.ts';

const recording = {
  columns: 80,
  rows: 24,
  truncated: false,
  events: [
    { atMs: 0, data: 'one\r\n' },
    { atMs: 100, columns: 100, rows: 30 },
    { atMs: 100, data: 'two\r\n' },
    { atMs: 60_000, data: 'three' },
  ],
};

it('shows a recorded terminal as it was at each time', () => {
  const shown = (atMs: number) => printedIn(recording.events.slice(0, happenedBy(recording, atMs)));
  expect([-1, 0, 99, 100, 59_999, 60_000].map(shown)).toEqual([
    '',
    'one\r\n',
    'one\r\n',
    'one\r\ntwo\r\n',
    'one\r\ntwo\r\n',
    'one\r\ntwo\r\nthree',
  ]);
  expect(lengthOf(recording)).toBe(60_000);
});

it('shortens long silences during playback, and stops at the end', () => {
  expect(playedTo(recording, 0, 50)).toBe(50);
  expect(playedTo(recording, 100, 16)).toBe(58_016);
  expect(playedTo(recording, 59_000, 16)).toBe(59_016);
  expect(playedTo(recording, 60_000, 16)).toBe(60_000);
});
