import { expect, it } from 'vitest';
import type { EventBody } from '../../../shared/events.ts';
import { became, created, eventsAt, requested, said } from '../test-kit/home.ts';
import { advanceFacts, NO_FACTS } from './session-facts.ts';

it('counts only a branch’s own runs, and takes its outcome from copied ones until then', () => {
  const failed: EventBody = { type: 'run-finished', state: 'error', code: 'context-full', iterations: 1, text: '' };
  const copied: EventBody[] = [said('first'), became('thinking'), requested(9), failed];
  const facts = (...bodies: EventBody[]) =>
    eventsAt((index) => new Date(Date.UTC(2030, 0, 1) + index * 1_000).toISOString(), bodies).reduce(
      advanceFacts,
      NO_FACTS,
    );
  const branch: EventBody = { ...created, forkedFrom: { session: 'origin', seq: 5 } };
  expect(facts(created, ...copied)).toMatchObject({ outcome: 'error', duration: 2_000, errors: 1, requests: 1 });
  expect(facts(branch, ...copied)).toMatchObject({ outcome: 'error', duration: 0, errors: 0, requests: 0 });
  const own: EventBody[] = [said('again'), became('thinking'), { ...failed, state: 'completed' }];
  expect(facts(branch, ...copied, ...own)).toMatchObject({ outcome: 'completed', duration: 1_000, errors: 0 });
});
