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
  const look: EventBody = { type: 'tool-started', callId: 'c', name: 'look', arguments: '{}' };
  const other: EventBody = { ...look, arguments: '{"at":1}' };
  const long = (end: string): EventBody => ({ ...look, arguments: `{"text":"${'x'.repeat(300)}${end}"}` });
  const slow: EventBody = { type: 'tool-finished', callId: 'c', name: 'look', ok: true, content: '', ms: 60_000 };
  const checked: EventBody = { type: 'answer-checked', iteration: 1, unsupported: [{ kind: 'price', text: '€ 9' }] };
  expect(facts(created, look, look, other, look, look, look, look, slow)).not.toHaveProperty('loop');
  expect(facts(created, ...['a', 'b', 'c', 'd', 'e'].map(long))).not.toHaveProperty('loop');
  const ran: EventBody = { type: 'run-finished', state: 'completed', iterations: 1, text: '' };
  expect(facts(created, look, look, look, ran, look, look)).not.toHaveProperty('loop');
  expect(facts(created, other, look, look, look, look, look, slow, checked)).toMatchObject({
    loop: true,
    slow: true,
    unsupported: true,
  });
  expect(facts(created, ...copied)).toMatchObject({ outcome: 'error', duration: 2_000, errors: 1, requests: 1 });
  expect(facts(branch, ...copied)).toMatchObject({ outcome: 'error', duration: 0, errors: 0, requests: 0 });
  const own: EventBody[] = [said('again'), became('thinking'), { ...failed, state: 'completed' }];
  expect(facts(branch, ...copied, ...own)).toMatchObject({ outcome: 'completed', duration: 1_000, errors: 0 });
});
