import { describe, expect, it } from 'vitest';
import type { Effort } from '../../../shared/events.ts';
import { reasoningEffort, responsesBody, responsesWire } from './responses.ts';
import { answer, call, readAll, result, turnOf, user, wireRequest } from './test-kit/wire-request.ts';

const read = (...events: unknown[]) => readAll(responsesWire, ...events);
const added = (output_index: number, item: object) => ({ type: 'response.output_item.added', output_index, item });
const done = (output_index: number, item: object) => ({ type: 'response.output_item.done', output_index, item });
const delta = (name: string, output_index: number, text: string, more: object = {}) => ({
  type: `response.${name}.delta`,
  output_index,
  delta: text,
  ...more,
});
const completed = (response: object) => ({
  type: 'response.completed',
  response: { status: 'completed', ...response },
});

it('assembles reasoning, text and parallel calls in the order of their output', () => {
  const thought = {
    type: 'reasoning',
    id: 'rs_1',
    encrypted_content: 'gAAAA',
    status: 'completed',
    content: null,
    summary: [
      { type: 'summary_text', text: 'First.' },
      { type: 'summary_text', text: 'Second.' },
    ],
  };
  const { reader, deltas } = read(
    { type: 'response.created', response: { status: 'in_progress', error: null } },
    added(0, { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'gA' }),
    delta('reasoning_summary_text', 0, 'Fir', { summary_index: 0 }),
    delta('reasoning_summary_text', 0, 'st.', { summary_index: 0 }),
    delta('reasoning_summary_text', 0, 'Second.', { summary_index: 1 }),
    done(0, thought),
    added(1, { type: 'message', id: 'msg_1', role: 'assistant', content: [], phase: 'commentary' }),
    delta('output_text', 1, '我来'),
    delta('output_text', 1, '查。'),
    done(1, {
      type: 'message',
      id: 'msg_1',
      content: [{ type: 'output_text', text: '我来查。' }],
      phase: 'commentary',
    }),
    added(2, { type: 'function_call', id: 'fc_1', call_id: 'call_a', name: 'load_skill', arguments: '' }),
    added(3, { type: 'function_call', id: 'fc_2', call_id: 'call_b', name: 'grep', arguments: '' }),
    delta('function_call_arguments', 3, '{"pattern":'),
    delta('function_call_arguments', 2, '{"name":"x"}'),
    delta('function_call_arguments', 3, '"y"}'),
    done(3, { type: 'function_call', id: 'fc_2', call_id: 'call_b', name: 'grep', arguments: '{"pattern":"y"}' }),
    completed({
      usage: {
        input_tokens: 90,
        output_tokens: 40,
        input_tokens_details: { cached_tokens: 64 },
        output_tokens_details: { reasoning_tokens: 30 },
      },
    }),
  );
  expect(reader).toMatchObject({ text: '我来查。', reasoning: 'First.\n\nSecond.', finishReason: 'tool_calls' });
  expect(reader.toolCalls()).toEqual([
    { id: 'call_a', name: 'load_skill', arguments: '{"name":"x"}' },
    { id: 'call_b', name: 'grep', arguments: '{"pattern":"y"}' },
  ]);
  expect(reader.usage).toEqual({ promptTokens: 90, completionTokens: 40, cachedPromptTokens: 64, reasoningTokens: 30 });
  expect(deltas).toEqual([
    { type: 'reasoning', text: 'Fir' },
    { type: 'reasoning', text: 'st.' },
    { type: 'reasoning', text: '\n\nSecond.' },
    { type: 'text', text: '我来' },
    { type: 'text', text: '查。' },
    { type: 'tool-call', index: 0, name: 'load_skill' },
    { type: 'tool-call', index: 1, name: 'grep' },
  ]);
  const { status: _status, content: _content, ...kept } = thought;
  expect(reader.opaque()).toEqual({
    pieces: [
      { keep: kept },
      { text: 4, about: { id: 'msg_1', phase: 'commentary' } },
      { call: { id: 'fc_1' } },
      { call: { id: 'fc_2' } },
    ],
  });
});

it('reads a complete answer, and a stream that describes its items only at the end', () => {
  const output = [
    { type: 'reasoning', id: 'rs_1', summary: [], content: [{ type: 'reasoning_text', text: 'hm' }] },
    { type: 'message', id: 'm1', content: [{ type: 'output_text', text: 'One.' }] },
    { type: 'web_search_call', id: 'ws_1' },
    { type: 'message', id: 'm2', content: [{ type: 'output_text', text: 'Two.' }] },
  ];
  const whole = { object: 'response', status: 'completed', error: null, output };
  const { reader, deltas } = read(whole);
  expect(reader).toMatchObject({ text: 'One.\n\nTwo.', reasoning: 'hm', finishReason: 'stop', chunks: 1 });
  expect(deltas.map(({ type }) => type)).toEqual(['reasoning', 'text', 'text']);
  const late = read(delta('output_text', 1, 'One.'), completed({ output })).reader;
  expect([late.text, late.opaque()]).toEqual([reader.text, reader.opaque()]);
});

it('reports why an answer ended', () => {
  const cut = (reason: string) => ({
    type: 'response.incomplete',
    response: { status: 'incomplete', incomplete_details: { reason } },
  });
  expect(read(cut('max_output_tokens')).reader.finishReason).toBe('length');
  expect(read(cut('')).reader.finishReason).toBe('length');
  expect(read(cut('content_filter')).reader.finishReason).toBe('content_filter');
  expect(read(delta('output_text', 0, 'He')).reader.finishReason).toBeUndefined();
  const refused = read(
    added(0, { type: 'message', id: 'm1', content: [] }),
    delta('refusal', 0, 'I cannot.'),
    completed({}),
  ).reader;
  expect([refused.text, refused.finishReason]).toEqual(['I cannot.', 'stop']);
  expect(refused.opaque()).toEqual({ pieces: [{ text: 9, about: { id: 'm1', refusal: true } }] });
  const partial = read(
    added(0, { type: 'function_call', call_id: 'c', name: 'f' }),
    delta('function_call_arguments', 0, '{"a":'),
    cut('max_output_tokens'),
  ).reader;
  expect(partial.toolCalls()).toEqual([{ id: 'c', name: 'f', arguments: '{"a":' }]);
});

it('keeps an error of the stream as sent, and never fails on invalid events', () => {
  const failure = { code: 'rate_limit_exceeded', message: 'Slow down.' };
  expect(read({ type: 'response.failed', response: { status: 'failed', error: failure } }).reader.error).toEqual({
    error: failure,
  });
  const bare = { type: 'error', code: 'server_error', message: 'Oh.' };
  expect(read(bare).reader.error).toEqual({ error: bare });
  expect(read({ error: bare }).reader.error).toEqual({ error: bare });
  const { reader } = read(
    null,
    'x',
    [],
    {},
    { type: 'response.output_item.added', item: 7 },
    delta('output_text', -1, ''),
  );
  expect([reader.text, reader.toolCalls(), reader.opaque(), reader.contentChunks]).toEqual(['', [], undefined, 0]);
});

it.each([
  ['response.failed', 'error'],
  ['response.incomplete', 'length'],
  ['response.completed', 'stop'],
])('%s reports how it ended if its response does not', (type, reason) => {
  for (const response of [null, { error: null }]) {
    expect(read(delta('output_text', 0, 'a'), { type, response }).reader.finishReason).toBe(reason);
  }
});

const tool = { name: 'f', description: 'Does it.', parameters: { type: 'object', properties: {} } };

describe('the body', () => {
  it('carries a key of its prefix where the provider has a cache by key: the same for each request of a conversation', () => {
    const keyOf = (system: string, rules: object = { cacheKey: true }) =>
      responsesBody(wireRequest({ system, route: { rules } })).prompt_cache_key;
    expect(keyOf('You help.')).toMatch(/^[0-9a-f]{32}$/);
    expect(keyOf('You help.')).not.toBe(keyOf('You fly.'));
    expect(keyOf('You help.', {})).toBeUndefined();
    expect(keyOf('You help.', { cacheKey: true, refuses: ['prompt_cache_key'] })).toBeUndefined();
  });

  it('stores nothing, and requests reasoning that can be sent back', () => {
    expect(
      responsesBody(wireRequest({ model: 'gpt-5.6', tools: [tool], route: { maxOutput: 900, effort: 'max' } })),
    ).toEqual({
      model: 'gpt-5.6',
      instructions: 'You help.',
      input: [{ role: 'user', content: '你好' }],
      tools: [{ type: 'function', ...tool, strict: false }],
      store: false,
      include: ['reasoning.encrypted_content'],
      stream: true,
      reasoning: { effort: 'max', summary: 'auto' },
      max_output_tokens: 900,
    });
    const plain = responsesBody(wireRequest({ model: 'gpt-4.1-mini', system: '', route: { effort: 'high' } }));
    expect(Object.keys(plain)).toEqual(['model', 'input', 'store', 'stream']);
    // Another maker's model keeps its default.
    expect(responsesBody(wireRequest({ model: 'grok-5' })).reasoning).toBeUndefined();
  });

  it('lets extra parameters override its own, but not the conversation', () => {
    const params = { store: true, input: 'x', instructions: 'y', tools: [], model: 'z', metadata: { a: 1 } };
    const body = responsesBody(wireRequest({ route: { params } }));
    expect(body).toMatchObject({ model: 'm-1', store: true, metadata: { a: 1 }, instructions: 'You help.' });
    expect([body.input, body.tools]).toEqual([[{ role: 'user', content: '你好' }], undefined]);
  });

  it('asks each generation for the nearest effort it accepts', () => {
    const asked = (model: string, ...efforts: Effort[]) =>
      efforts.map((effort) => reasoningEffort(model, effort)).join(' ');
    const ends = ['none', 'minimal', 'medium', 'max'] as const;
    expect(asked('o4-mini', ...ends)).toBe('low low medium high');
    expect(asked('gpt-5-mini', ...ends)).toBe('minimal minimal medium high');
    expect(asked('gpt-5.1', ...ends)).toBe('none low medium high');
    expect(asked('openai/gpt-5.4', ...ends)).toBe('none low medium xhigh');
    expect(asked('gpt-5.6-sol', ...ends)).toBe('none low medium max');
    expect(asked('gpt-6-astra', ...ends)).toBe('low low medium max');
    expect(asked('qwen-4', ...ends)).toBe('none minimal medium max');
  });
});

describe('an answer that is sent back', () => {
  const items = [
    { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'hm' }], encrypted_content: 'gAAA=' },
    {
      type: 'message',
      id: 'msg_1',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: '好。', annotations: [] }],
      phase: 'commentary',
    },
    { type: 'reasoning', id: 'rs_2', summary: [], encrypted_content: 'gBBB=' },
    { type: 'function_call', id: 'fc_1', call_id: 'a', name: 'f', arguments: '{"n": 1}' },
    { type: 'function_call', id: 'fc_2', call_id: 'b', name: 'f', arguments: '{}' },
  ];
  const whole = { object: 'response', status: 'completed', output: items };

  it('matches item by item what was received', () => {
    const turn = turnOf(readAll(responsesWire, whole).reader);
    const turns = [user('x'), turn, result('a', '1'), result('b', '2')];
    expect(responsesBody(wireRequest({ turns })).input).toEqual([
      { role: 'user', content: 'x' },
      ...items,
      { type: 'function_call_output', call_id: 'a', output: '1' },
      { type: 'function_call_output', call_id: 'b', output: '2' },
    ]);
  });

  it('omits reasoning without a result', () => {
    const turn = turnOf(readAll(responsesWire, { ...whole, output: [items[1], items[2]] }).reader);
    expect(responsesBody(wireRequest({ turns: [turn] })).input).toEqual([items[1]]);
  });

  it('follows the log when an id or a text was replaced', () => {
    const turn = turnOf(readAll(responsesWire, whole).reader);
    if (turn.role !== 'assistant') throw new Error('an answer');
    const calls = turn.calls.map((one) => ({ ...one, id: `own_${one.id}` }));
    const changed = { ...turn, calls, content: '[redacted]' };
    expect(responsesBody(wireRequest({ turns: [changed] })).input).toEqual([
      items[0],
      items[2],
      { role: 'assistant', content: '[redacted]' },
      { ...items[3], call_id: 'own_a' },
      { ...items[4], call_id: 'own_b' },
    ]);
  });

  it('from another wire holds only text and calls', () => {
    const long = 'x'.repeat(80);
    const input = responsesBody(wireRequest({ turns: [answer('ok', call(long)), result(long, 'r')] })).input;
    expect(input).toEqual([
      { role: 'assistant', content: 'ok' },
      { type: 'function_call', call_id: expect.stringMatching(/^[0-9a-f]{32}$/), name: 'f', arguments: '{}' },
      { type: 'function_call_output', call_id: expect.any(String), output: 'r' },
    ]);
    const [, one, other] = input as { call_id: string }[];
    expect(one?.call_id).toBe(other?.call_id);
  });
});

it('includes pictures and documents whose files still exist', () => {
  const media = (name: string, kind: 'image' | 'pdf', mime: string) => ({ name, kind, mime, sha256: name });
  const shown = [media('a.png', 'image', 'image/png'), media('b.pdf', 'pdf', 'application/pdf')];
  const turns = [{ role: 'user' as const, content: 'see', media: [...shown, media('gone.png', 'image', 'image/png')] }];
  const dataOf = ({ name }: { name: string }) => (name === 'gone.png' ? undefined : 'QUJD');
  expect(responsesBody(wireRequest({ turns, dataOf })).input).toEqual([
    {
      role: 'user',
      content: [
        { type: 'input_text', text: 'see' },
        { type: 'input_image', detail: 'auto', image_url: 'data:image/png;base64,QUJD' },
        { type: 'input_file', filename: 'b.pdf', file_data: 'data:application/pdf;base64,QUJD' },
      ],
    },
  ]);
});
