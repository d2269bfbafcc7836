import { expect, it } from 'vitest';
import { anthropicWire } from './anthropic.ts';
import { readAll } from './test-kit/wire-request.ts';

const read = (...events: unknown[]) => readAll(anthropicWire, ...events);
const start = (index: number, content_block: object) => ({ type: 'content_block_start', index, content_block });
const delta = (index: number, fields: object) => ({ type: 'content_block_delta', index, delta: fields });
const stop = (index: number) => ({ type: 'content_block_stop', index });
const end = (stop_reason: string, usage: object = { output_tokens: 40 }) => ({
  type: 'message_delta',
  delta: { stop_reason },
  usage,
});
const begin = { type: 'message_start', message: { role: 'assistant', content: [], usage: { input_tokens: 9 } } };

it('assembles thinking, text and parallel calls, and counts cache reads and writes', () => {
  const usage = { input_tokens: 9, cache_read_input_tokens: 100, cache_creation_input_tokens: 20, output_tokens: 1 };
  const { reader, deltas } = read(
    { type: 'message_start', message: { usage } },
    { type: 'ping' },
    start(0, { type: 'thinking', thinking: '', signature: '' }),
    delta(0, { type: 'thinking_delta', thinking: '先查' }),
    delta(0, { type: 'thinking_delta', thinking: '航班。' }),
    delta(0, { type: 'signature_delta', signature: 'EqQB' }),
    stop(0),
    start(1, { type: 'redacted_thinking', data: 'c2VjcmV0' }),
    stop(1),
    start(2, { type: 'text', text: '' }),
    delta(2, { type: 'text_delta', text: '我来查。' }),
    stop(2),
    start(3, { type: 'tool_use', id: 'toolu_1', name: 'load_skill', input: {} }),
    delta(3, { type: 'input_json_delta', partial_json: '' }),
    delta(3, { type: 'input_json_delta', partial_json: '{"name":' }),
    delta(3, { type: 'input_json_delta', partial_json: '"x"}' }),
    stop(3),
    start(4, { type: 'tool_use', id: 'toolu_2', name: 'list_skills', input: {} }),
    stop(4),
    end('tool_use', { output_tokens: 40, input_tokens: null, output_tokens_details: { thinking_tokens: 30 } }),
    { type: 'message_stop' },
  );
  expect(reader).toMatchObject({ text: '我来查。', reasoning: '先查航班。', finishReason: 'tool_calls', chunks: 20 });
  expect(reader.toolCalls()).toEqual([
    { id: 'toolu_1', name: 'load_skill', arguments: '{"name":"x"}' },
    { id: 'toolu_2', name: 'list_skills', arguments: '{}' },
  ]);
  expect(reader.usage).toEqual({
    promptTokens: 129,
    completionTokens: 40,
    cachedPromptTokens: 100,
    cacheWriteTokens: 20,
    reasoningTokens: 30,
  });
  expect(deltas.map((one) => ('text' in one ? one.text : one.name))).toEqual([
    '先查',
    '航班。',
    '我来查。',
    'load_skill',
    'list_skills',
  ]);
  expect(reader.opaque()).toEqual({
    pieces: [
      { keep: { type: 'thinking', thinking: '先查航班。', signature: 'EqQB' } },
      { keep: { type: 'redacted_thinking', data: 'c2VjcmV0' } },
      { text: 4 },
      { call: {} },
      { call: {} },
    ],
  });
});

it('reads a complete answer, and keeps texts apart that thinking separates', () => {
  const content = [
    { type: 'text', text: 'One.' },
    { type: 'thinking', thinking: '', signature: 'sig' },
    { type: 'text', text: 'Two' },
    { type: 'text', text: '!' },
    { type: 'tool_use', id: 't', name: 'f', input: { a: [1] } },
  ];
  const { reader } = read({
    type: 'message',
    content,
    stop_reason: 'tool_use',
    usage: { input_tokens: 1, output_tokens: 2 },
  });
  expect(reader).toMatchObject({
    text: 'One.\n\nTwo!',
    reasoning: '',
    usage: { promptTokens: 1, completionTokens: 2 },
  });
  expect(reader.toolCalls()).toEqual([{ id: 't', name: 'f', arguments: '{"a":[1]}' }]);
  expect(reader.opaque()).toMatchObject({
    pieces: [{ text: 4 }, { keep: content[1] }, { text: 3, gap: 2 }, { text: 1 }, { call: {} }],
  });
});

it('reports why an answer ended, and drops thinking that was cut off', () => {
  const reasons = ['end_turn', 'stop_sequence', 'tool_use', 'max_tokens', 'refusal', 'pause_turn'];
  expect(reasons.map((reason) => read(begin, end(reason)).reader.finishReason)).toEqual([
    'stop',
    'stop',
    'tool_calls',
    'length',
    'content_filter',
    'pause_turn',
  ]);
  const { reader } = read(
    begin,
    start(0, { type: 'text', text: 'Well' }),
    stop(0),
    start(1, { type: 'tool_use', id: 't', name: 'f', input: {} }),
    delta(1, { type: 'input_json_delta', partial_json: '{"path":"/a' }),
    start(2, { type: 'thinking', thinking: 'so' }),
    end('max_tokens'),
  );
  expect(reader.toolCalls()).toEqual([{ id: 't', name: 'f', arguments: '{"path":"/a' }]);
  expect([reader.finishReason, reader.reasoning, reader.opaque()]).toEqual(['length', 'so', undefined]);
});

it('keeps an error of the stream as sent, and never fails on invalid events', () => {
  const error = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
  expect(read(begin, error).reader.error).toEqual(error);
  const { reader } = read(null, 'x', [], {}, { type: 'content_block_start' }, delta(7, { text: 'lost' }), stop(3));
  expect([reader.text, reader.toolCalls(), reader.usage, reader.contentChunks]).toEqual(['', [], undefined, 0]);
});
