import { expect, it } from 'vitest';
import { earlier } from './local-time.ts';
import { untilInWords } from './records.tsx';

const now = new Date(2026, 10, 22, 20, 0).getTime();
const at = (...time: [number, number, number, number?]) => new Date(2026, ...time).toISOString();

it('counts minutes, hours and calendar days, and nothing once it has begun', () => {
  expect(untilInWords('en', at(10, 22, 20, 30), now)).toBe('in 30 minutes');
  expect(untilInWords('en', at(10, 23, 6), now)).toBe('in 10 hours');
  // 37 hours later, but the day after tomorrow.
  expect(untilInWords('en', at(10, 24, 9), now)).toBe('in 2 days');
  expect(untilInWords('zh', at(11, 2, 9), now)).toBe('10天后');
  expect(untilInWords('en', at(10, 22, 19), now)).toBeUndefined();
  expect(untilInWords('en', 'never', now)).toBeUndefined();
});

it('goes back on the clock of the place, over midnight too', () => {
  expect(earlier('2026-12-24T01:30:00+08:00', 240)).toBe('2026-12-23T21:30:00+08:00');
  expect(earlier('soon', 60)).toBe('soon');
});
