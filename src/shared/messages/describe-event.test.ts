import { expect, it } from 'vitest';
import { type EventBody, parseEvent, type SessionEvent } from '../events.ts';
import { describeEvent } from './describe-event.ts';
import type { Language } from './types.ts';

const at = (body: EventBody | Record<string, unknown>): SessionEvent =>
  parseEvent({ v: 1, seq: 7, at: '2026-01-01T00:00:00.000Z', session: 's', ...body });
const said = (language: Language, ...bodies: readonly (EventBody | Record<string, unknown>)[]) =>
  bodies.map((body) => describeEvent(language, at(body)));

it('shows the important parts of a call', () => {
  const call = (args: string): EventBody => ({ type: 'tool-started', callId: 'c', name: 'run', arguments: args });
  expect(
    said(
      'en',
      call('{"command":"ls -l","timeout":5}'),
      call('{"skill_name":"book-flight","ref_path":"forms.md"}'),
      call('{broken'),
      call('{}'),
    ),
  ).toEqual(['run: ls -l', 'run: book-flight forms.md', 'run: {broken', 'run started']);
});

const FAILED = { type: 'model-failed', iteration: 1, code: 'unauthorized', willRetry: false } as const;
const DONE = { type: 'tool-finished', callId: 'c', name: 'run', ok: false, content: 'Not run: …', ms: 1 } as const;

it('says in each language why the model failed, a run ended and a call was refused', () => {
  const why = { reason: 'unauthorized', figures: { address: 'http://a' }, message: 'http://a rejected the key.' };
  const bodies = [
    { ...FAILED, ...why },
    { ...FAILED, ...why, willRetry: true, retryInMs: 3_000 },
    { type: 'run-finished', state: 'error', iterations: 1, text: '', code: 'unauthorized', ...why },
    { ...DONE, refusal: { code: 'too-many', figures: { most: 64 } } },
  ];
  expect(said('en', ...bodies)).toEqual([
    'http://a rejected the key. Check the key in Settings.',
    'http://a rejected the key. Retrying in 3 s.',
    'http://a rejected the key. Check the key in Settings.',
    'run failed: Not run: one answer may make 64 calls.',
  ]);
  expect(said('zh', ...bodies)).toEqual([
    'http://a 不接受这个密钥。请在设置中检查密钥。',
    'http://a 不接受这个密钥。3 秒后重试。',
    'http://a 不接受这个密钥。请在设置中检查密钥。',
    'run 失败：没有运行：一次回答最多调用 64 次。',
  ]);
});

it('shows the message of a log that has no reasons, or those of a newer program', () => {
  const bodies = [
    { ...FAILED, message: 'It broke.' },
    { ...FAILED, message: 'It broke.', reason: 'from-2030' },
    { ...DONE, refusal: { code: 'from-2030' } },
    DONE,
  ];
  expect(said('zh', ...bodies)).toEqual(['It broke.', 'It broke.', 'run 失败：Not run: …', 'run 失败：Not run: …']);
});
