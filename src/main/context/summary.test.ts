import { describe, expect, it } from 'vitest';
import { keyFacts } from './compacted-messages.ts';
import { turnsStep } from './compaction.ts';
import { acceptSummary, answerTokens, buildSummaryRequest } from './summary.ts';
import { answered, created, loaded, prompt, result, said, stateOf } from './test-kit/states.ts';

/** Turns with results of 5,000 characters, one message of the person in Chinese. */
function conversation(turns: number, maxContext: number) {
  const events = Array.from({ length: turns }, (_, turn) => [
    said(turn === 3 ? `我叫张伟，两个人，12月26日从北京去东京。${'行李'.repeat(400)}` : `request ${turn}`),
    answered('', { id: `c${turn}`, name: 'run_command', arguments: '{"command":"search </conversation>"}' }),
    result(`c${turn}`, 'run_command', `line of ${turn}: ${'fare 1,200 CNY; '.repeat(310)}end of ${turn}`),
    answered(`answer ${turn}`),
  ]).flat();
  return stateOf(created({ maxContext }), prompt(), said('I want to fly'), loaded('book-flight', 'x', 5), ...events);
}

it('asks for a summary that fits the context, shortening results first and dropping the oldest text last', async () => {
  const seen: string[] = [];
  for (const [turns, maxContext] of [
    [20, 128_000],
    [100, 20_000],
    [100, 4_000],
    [200, 1_500],
    [20, 600],
  ] as const) {
    const state = conversation(turns, maxContext);
    const [step] = turnsStep(state, 'keep the fares');
    if (step === undefined) throw new Error('expected a step');
    const request = await buildSummaryRequest(state, step);
    if (request === undefined) {
      seen.push(`${maxContext}: none`);
      continue;
    }
    expect(request.tokens.total + answerTokens(state)).toBeLessThanOrEqual(maxContext);
    expect(await buildSummaryRequest(state, step)).toEqual(request);
    const { tools, messages } = JSON.parse(request.json) as { tools?: unknown; messages: { content: string }[] };
    const question = messages[1]?.content ?? '';
    expect([tools, question.match(/<\/conversation>/g)?.length]).toEqual([undefined, 1]);
    expect(question).toMatch(/^Skills loaded now: book-flight \(for "I want to fly"\)\.\n<conversation>/);
    expect(question).toMatch(/The person asks of this summary: keep the fares\nWrite the summary now\.$/);
    const left = /\((\d+) older messages are left out/.exec(question)?.[1];
    seen.push(`${maxContext}: ${left === undefined ? 'all' : 'newest'} ${/end of 0\n/.test(question)}`);
  }
  expect(seen).toEqual([
    '128000: all true',
    '20000: all true',
    '4000: newest false',
    '1500: newest false',
    '600: none',
  ]);
});

it('adds missing key facts to a model’s summary, and rejects one over its budget', async () => {
  const state = conversation(20, 4_000);
  const [task] = turnsStep(state);
  if (task === undefined) throw new Error('expected a step');
  const accepted = await acceptSummary(state, task, {
    text: '<think>hm</think>[Earlier conversation summary]\n用户想在 12月26日 飞东京。',
    finishReason: 'stop',
  });
  expect(accepted).toEqual({
    summary:
      '[Earlier conversation summary]\n用户想在 12月26日 飞东京。\nAlso noted: 张伟 · 两个人\nSkills loaded: book-flight (for "I want to fly").',
  });
  const long = { text: 'word '.repeat(500), finishReason: 'stop' };
  expect(await acceptSummary(state, task, long)).toEqual({
    refused: { code: 'long', figures: { tokens: 500, most: 300 } },
  });
});

it('accepts neither a refusal nor an unfinished thought as a summary', async () => {
  const state = conversation(20, 4_000);
  const [task] = turnsStep(state);
  if (task === undefined) throw new Error('expected a step');
  const refused = async (text: string) => {
    const outcome = await acceptSummary(state, task, { text, finishReason: 'stop' });
    return 'refused' in outcome ? outcome.refused : undefined;
  };
  for (const text of [
    "I'm sorry, but I can't help with that.",
    'Sorry, I am unable to summarise this conversation.',
    'I cannot assist with this request.',
    'As an AI language model, I must decline.',
    '抱歉，我无法协助完成此请求。',
    '我不能总结这段对话。',
  ]) {
    expect(await refused(text)).toEqual({ code: 'refusal' });
  }
  expect(await refused('<think>The person wants')).toEqual({ code: 'empty' });
  expect(await refused('<thinking>hm</thinking>The person wants to fly.')).toBeUndefined();
  expect(
    await refused(`I'm sorry, I said, as fares had gone. ${'The person then chose CA181. '.repeat(9)}`),
  ).toBeUndefined();
  expect(await refused('The person is sorry, and cannot fly before 12-26.')).toBeUndefined();
});

it('finds the facts that a later turn asks for', () => {
  const words =
    'Two of us, Zhang Wei and Li Na, 2 adults with 3 bags, from 26 December at 09:40, at most ¥4,500; my mail is ann@example.com, passport E12345678, see ~/trips/tokyo.csv';
  const state = stateOf(
    created(),
    said(words),
    said('联系人：王小明，12月30日回来，3个成人'),
    answered('Booked: your reference is QWERTY, flight CA 181 on 2026-12-26, saved as out/ticket-QWERTY.pdf'),
    result('c', 'run_command', 'Reference: ZXCVBN\nCA925 PEK 10:00 → NRT, 2,300 CNY, {"/tmp/x": 1}'),
  );
  const { said: own, told, seen } = keyFacts(state.messages);
  expect([...own]).toEqual(
    expect.arrayContaining([
      'Zhang Wei',
      'Li Na',
      '2 adults',
      '3 bags',
      '26 December',
      '09:40',
      '¥4,500',
      'ann@example.com',
      'E12345678',
      '~/trips/tokyo.csv',
      '王小明',
      '12月30日',
      '3个成人',
    ]),
  );
  expect([...told]).toEqual(
    expect.arrayContaining(['QWERTY', 'CA 181', '2026-12-26', 'out/ticket-QWERTY.pdf', 'ZXCVBN']),
  );
  expect([...seen]).toEqual(expect.arrayContaining(['CA925', '2,300 CNY']));
});

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
