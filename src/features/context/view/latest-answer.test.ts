import { expect, it } from 'vitest';
import { answered, asked, eventsOf, opened, TOKENS } from '../../../renderer/test-kit/fixtures/log.ts';
import { defined } from '../../../shared/defined.ts';
import type { EventBody, Usage } from '../../../shared/events.ts';
import { latestAnswer } from './gauge-panel.tsx';

const sent = (total: number, purpose?: 'summary'): EventBody => ({
  ...(asked(1) as Extract<EventBody, { type: 'request-sent' }>),
  tokens: { ...TOKENS, total },
  ...defined({ purpose }),
});
const reply = (usage?: Usage, purpose?: 'summary'): EventBody => ({
  ...(answered(1, 'text') as Extract<EventBody, { type: 'model-responded' }>),
  ...defined({ usage, purpose }),
});
const of = (...bodies: EventBody[]) => latestAnswer(eventsOf('s', [...opened, ...bodies]));

it('compares reported usage with the request answered, and shows nothing without a report', () => {
  const usage = { promptTokens: 110, completionTokens: 5 };
  const summary = { promptTokens: 900, completionTokens: 90 };
  expect(of(sent(100))).toBeUndefined();
  expect(of(sent(100), reply(usage))).toEqual({ usage, estimated: 100 });
  // The next request has not been answered; a summary is no answer.
  expect(of(sent(100), reply(usage), sent(200))).toEqual({ usage, estimated: 100 });
  expect(of(sent(100), sent(700, 'summary'), reply(summary, 'summary'), sent(80), reply(usage))).toEqual({
    usage,
    estimated: 80,
  });
  // Also where the summary came last.
  expect(of(sent(100), reply(usage), sent(700, 'summary'), reply(summary, 'summary'))).toEqual({
    usage,
    estimated: 100,
  });
  expect(of(sent(100), reply(usage), sent(200), reply())).toBeUndefined();
});
