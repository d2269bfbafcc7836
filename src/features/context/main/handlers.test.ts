import { expect, it } from 'vitest';
import { answered, eventsOf } from '../../../main/store/test-kit/home.ts';
import type { EventBody } from '../../../shared/events.ts';
import { costWith } from '../../../shared/models/cost.ts';
import { answerFigures } from './handlers.ts';

const sent = (model: string): EventBody => ({
  type: 'request-sent',
  iteration: 1,
  sha256: '0'.repeat(64),
  model,
  tokens: { total: 900, max: 1_000, parts: [], encoding: 'o200k_base' },
});
const usage = { promptTokens: 1_000_000, cachedPromptTokens: 500_000, completionTokens: 0 };
const answer = answered('', { usage });
const failed: EventBody = { type: 'model-failed', iteration: 1, code: 'stalled', message: '', willRetry: true };

it('shows what was reported for an answered request, and its price if the model has one', () => {
  const events = eventsOf(sent('a'), failed, sent('a'), answer, sent('b'), answer, answered(''));
  const tables = { own: { a: { input: 2, cachedInput: 1, output: 4 } }, known: {} };
  const figures = (at: number | undefined) =>
    answerFigures({ events }, at, (model, used) => costWith(tables, model, used));
  expect([1, 2, 3, 4, 5, undefined].map(figures)).toEqual([{}, {}, { usage, cost: 1.5 }, {}, { usage }, {}]);
});
