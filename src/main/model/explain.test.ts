import { expect, it } from 'vitest';
import { failures as en } from '../../shared/messages/en/failures.ts';
import { failureReason } from '../../shared/messages/run-failure.ts';
import { failures as zh } from '../../shared/messages/zh/failures.ts';
import type { ModelFailureCode } from '../agent/ports.ts';
import { explain, type Facts } from './explain.ts';

const CODES: readonly ModelFailureCode[] = [
  ...(['unreachable', 'timeout', 'answer-stalled', 'answer-too-large', 'rate-limited', 'server-error'] as const),
  ...(['unauthorized', 'not-found', 'bad-request', 'context-too-long', 'redirected', 'not-a-stream'] as const),
  ...(['cut-off', 'content-filter'] as const),
];
const HINTS: readonly Facts['hint'][] = [
  ...([undefined, 'model', 'quota', 'forbidden', 'certificate', 'protocol', 'dns', 'refused'] as const),
];
const WITH: readonly Partial<Facts>[] = [
  {},
  { waitedMs: 300_000, status: 503, redirectedTo: 'https://other.example' },
  { instead: 'page' },
  { instead: 'nothing', said: 'no {{seats}}' },
];

it('names a reason with every figure that its words need, for each failure and in both languages', () => {
  for (const code of CODES) {
    for (const hint of HINTS) {
      for (const facts of WITH) {
        if (['timeout', 'answer-stalled'].includes(code) && facts.waitedMs === undefined) continue;
        const { reason, figures = {}, message } = explain(code, { address: 'http://a', model: 'm', hint, ...facts });
        for (const { what, fix = '' } of [en[reason], zh[reason]] as { what: string; fix?: string }[]) {
          const places = `${what}${fix}`.match(/(?<=\{\{)\w+/g) ?? [];
          expect([reason, Object.keys(figures)]).toEqual([reason, expect.arrayContaining(places)]);
        }
        expect(failureReason('en', { reason, figures, message: '' })).toBe(message);
        expect(failureReason('zh', { reason, figures, message: '' })).toMatch(/\p{Script=Han}/u);
      }
    }
  }
});

it('quotes the server and says how often it was tried', () => {
  const { message, reason, figures } = explain(
    'rate-limited',
    { address: 'http://a', model: 'm', said: 'busy' },
    { attempts: 5 },
  );
  expect(message).toBe(
    'The model at http://a is receiving too many requests from this account. The server said: "busy" Tried 5 times.',
  );
  expect(failureReason('zh', { reason, figures, message })).toBe(
    '这个账号向 http://a 的模型发送的请求太多。服务器的原话：“busy”共尝试 5 次。',
  );
});
