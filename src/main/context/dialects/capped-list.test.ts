import { expect, it } from 'vitest';
import type { EventBody } from '../../../shared/events.ts';
import { catalogOf, entry, loaded, said, stateOf } from '../test-kit/states.ts';
import { cappedList, isCapped } from './capped-list.ts';

const CATALOG = [
  ...Array.from({ length: 140 }, (_, index) => entry(`skill-${String(index).padStart(3, '0')}`, 'Does things.')),
  entry('visa', 'Applies for a visa.'),
  entry('zh', '办理签证'),
  entry('zz', 'Visa, too.'),
];

// Rules: 002.2
it('rebuilds lists of 20 skills from old logs: loaded ones first, then those closest to the user’s words', () => {
  const trpc: EventBody = { type: 'settings-changed', dialect: 'trpc' };
  const shown = (...events: EventBody[]) => {
    const state = stateOf(trpc, catalogOf(CATALOG), ...events);
    expect(isCapped(state)).toBe(true);
    const { head, skills } = cappedList(state);
    return [head.slice(0, 53), skills.length, ...skills.slice(0, 3).map(([id]) => id)];
  };
  const head = 'Available skills (showing 20 of 143, best matches first';
  expect(shown(said('I need a VISA'))).toEqual([head.slice(0, 53), 20, 'visa', 'zz', 'skill-000']);
  expect(shown(said('我要签证')).slice(2, 4)).toEqual(['zh', 'skill-000']);
  expect(shown(said('我要签证'), loaded('skill-099', '')).slice(2, 4)).toEqual(['skill-099', 'zh']);
});
