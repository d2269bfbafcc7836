import { expect, it } from 'vitest';
import { responsesWire } from './responses.ts';
import { readAll } from './test-kit/wire-request.ts';

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
