/** Sums of a conversation's tokens and money. */
import { expect, it } from 'vitest';
import { EVENT_VERSION, parseEvent } from './events.ts';
import { costOfSession } from './models/cost.ts';
import { usageOf } from './usage.ts';

const tokens = (total: number) => ({ total, max: 9_000, parts: [], encoding: 'o200k_base' });
const answer = (more: object) => ({
  type: 'model-responded',
  iteration: 1,
  text: '',
  toolCalls: [],
  finishReason: 'stop',
  ...more,
});
const sent = (model: string, total: number) => ({
  type: 'request-sent',
  iteration: 1,
  model,
  sha256: '0'.repeat(64),
  tokens: tokens(total),
});

const events = (...bodies: object[]) =>
  bodies.map((body, at) =>
    parseEvent({ v: EVENT_VERSION, seq: at + 1, at: '2030-01-01T00:00:00.000Z', session: 's', ...body }),
  );

it('adds each figure of each model, and keeps apart what a provider left out', () => {
  const full = { promptTokens: 100, cachedPromptTokens: 40, completionTokens: 10 };
  const { usage, openRequest } = usageOf(
    events(
      sent('one', 90),
      answer({ usage: { ...full, cacheWriteTokens: 5, reasoningTokens: 3 }, cost: 0.25 }),
      sent('one', 200),
      // A retry: the failed request does not count.
      sent('one', 210),
      answer({ usage: { ...full, cacheWriteTokens: 7, reasoningTokens: 4 }, cost: 0.5 }),
      sent('two', 50),
      answer({}),
      // Another program's answers: the model is their word, and nothing was estimated.
      answer({ model: 'one', usage: { promptTokens: 1, completionTokens: 2 } }),
      answer({ usage: full, cost: 9 }),
      sent('three', 8),
    ),
  );
  expect(usage).toEqual([
    {
      model: 'one',
      answers: 3,
      estimated: 300,
      promptTokens: 201,
      cachedPromptTokens: 80,
      completionTokens: 22,
      cacheWriteTokens: 12,
      reasoningTokens: 7,
      unreported: 0,
      cost: 0.75,
    },
    {
      model: 'two',
      answers: 1,
      estimated: 0,
      promptTokens: 0,
      cachedPromptTokens: 0,
      completionTokens: 0,
      unreported: 1,
    },
  ]);
  expect(openRequest).toEqual({ model: 'three', estimated: 8 });
});

it('names the models whose price is not known, unless they used nothing', () => {
  const used = (model: string, promptTokens: number, completionTokens: number) => ({
    model,
    promptTokens,
    cachedPromptTokens: 0,
    completionTokens,
  });
  const none = { own: {}, known: {} };
  expect(
    costOfSession(
      [
        { ...used('said', 10, 0), cost: 2 },
        { ...used('said too', 0, 3), cost: 1 },
      ],
      none,
    ),
  ).toEqual({
    amount: 3,
    unpriced: [],
  });
  expect(costOfSession([used('a', 1, 0), used('b', 0, 1), used('c', 0, 0), used('d', 2, 2)], none)).toEqual({
    amount: 0,
    unpriced: ['a', 'b', 'd'],
  });
});
