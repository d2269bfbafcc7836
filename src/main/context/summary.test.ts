import { describe, expect, it } from 'vitest';
import { turnsStep } from './compaction.ts';
import { acceptSummary, answerTokens } from './summary.ts';
import { answered, created, said, stateOf } from './test-kit/states.ts';

const RECENT = Array.from({ length: 5 }, () => [said('go on'), answered('ok')]).flat();

async function accepted(words: string, text: string, finishReason = 'stop') {
  const state = stateOf(created({ maxContext: 4000 }), said(`${words} ${'x '.repeat(400)}`), ...RECENT);
  const [task] = turnsStep(state);
  if (task === undefined) throw new Error('expected a step');
  return acceptSummary(state, task, { text, finishReason });
}

describe('a summary by the model', () => {
  it('may take exactly the tokens it was asked for', async () => {
    expect(await accepted('', 'word '.repeat(300))).toHaveProperty('summary');
    expect(await accepted('', 'word '.repeat(301))).toEqual({
      refused: { code: 'long', figures: { tokens: 301, most: 300 } },
    });
  });

  it('may take 4 % of the context, at least 300 tokens and at most 2,000', () => {
    const most = (maxContext: number) => answerTokens(stateOf(created({ maxContext })));
    expect([4000, 7500, 10_000, 50_000, 1_000_000].map(most)).toEqual([300, 300, 400, 2000, 2000]);
  });

  it('gets missing facts appended, up to 800 characters', async () => {
    const mails = Array.from({ length: 30 }, (_, one) => `${String(one).padStart(40, 'a')}@example.com`);
    const outcome = await accepted(mails.join(', '), 'They gave addresses.');
    const line =
      'summary' in outcome ? (outcome.summary.split('\n').find((one) => one.startsWith('Also noted')) ?? '') : '';
    expect(line.length).toBeLessThanOrEqual('Also noted: '.length + 800);
    // Each takes 55 with what parts them.
    expect(line.split(' · ')).toHaveLength(14);
  });

  it('is rejected if it was cut off, is empty or is a short refusal', async () => {
    expect(await accepted('', 'So.', 'length')).toHaveProperty('refused');
    expect(await accepted('', '<think>hm</think> ')).toHaveProperty('refused');
    const refusal = 'I cannot summarise this. ';
    expect(await accepted('', refusal.padEnd(240, 'x'))).toHaveProperty('refused');
    expect(await accepted('', refusal.padEnd(241, 'x'))).toHaveProperty('summary');
  });
});
