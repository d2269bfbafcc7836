import { describe, expect, it } from 'vitest';
import type { Effort } from '../../../shared/events.ts';
import { anthropicWire } from './anthropic.ts';
import { anthropicBody, thinkingFields } from './anthropic-request.ts';
import {
  answer,
  call,
  type RequestOptions,
  readAll,
  result,
  turnOf,
  user,
  wireRequest,
} from './test-kit/wire-request.ts';
import type { SystemBorder, WireRequest } from './wire.ts';

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

const tool = (name: string) => ({ name, description: 'Does it.', parameters: { type: 'object', properties: {} } });

const text = (words: string) => ({ type: 'text', text: words });

const border = { cache_control: { type: 'ephemeral' } };

const body = (options: RequestOptions) => anthropicBody(wireRequest(options));

/** Paths of the body's cache borders. */
function bordersOf(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'cache_control' in value ? [path] : [];
  return [...own, ...Object.entries(value).flatMap(([key, inner]) => bordersOf(inner, `${path}/${key}`))];
}

describe('the body', () => {
  it('always sets a maximum answer length, and separates the system message', () => {
    expect(body({ tools: [tool('f')], model: 'claude-haiku-4-5' })).toEqual({
      model: 'claude-haiku-4-5',
      max_tokens: 8_192,
      tools: [{ name: 'f', description: 'Does it.', input_schema: { type: 'object', properties: {} } }],
      system: [text('You help.')],
      messages: [{ role: 'user', content: [text('你好')] }],
      stream: true,
    });
    expect(body({ route: { maxOutput: 64_000 } }).max_tokens).toBe(64_000);
    const params = { max_tokens: 5, system: 'x', messages: [], top_k: 3 };
    expect(body({ route: { params } })).toMatchObject({ max_tokens: 5, top_k: 3, system: [text('You help.')] });
  });

  it('splits the system message where its parts change, byte for byte, with a border after each', () => {
    const system = 'base\n\n## Tools\n- f\n\n## Skills\n- a\n\n## Loaded\nbody\n\n\n\n';
    const borders: SystemBorder[] = [
      { after: 'base', at: 4 },
      { after: 'catalog', at: system.indexOf('\n\n## Loaded') },
      { after: 'skills', at: system.indexOf('body') + 4 },
    ];
    const loaded = { system, borders, tools: [tool('f'), tool('g')] };
    const blocks = (options: RequestOptions) => body(options).system as { text: string }[];
    expect(
      blocks(loaded)
        .map((block) => block.text)
        .join(''),
    ).toBe(system);
    expect(bordersOf(body(loaded))).toEqual(['/tools/1', '/system/0', '/system/1', '/system/2']);
    // Nothing loaded: the border that is left over keeps the conversation cached while it grows.
    const idle = { ...loaded, borders: borders.slice(0, 2), turns: [user('a'), answer('b'), user('c')] };
    expect(
      blocks(idle)
        .map((block) => block.text)
        .join(''),
    ).toBe(system);
    expect(bordersOf(body(idle))).toEqual(['/tools/1', '/system/0', '/system/1', '/messages/2/content/0']);
    const called = [user('a'), answer('', call('x')), result('x', '')];
    expect(bordersOf(body({ ...idle, turns: called })).at(-1)).toBe('/messages/2/content/0');
    // A summary is asked for once.
    expect(bordersOf(body({ ...loaded, borders: [] }))).toEqual([]);
    const blank = { ...loaded, borders: [...borders, { after: 'skills' as const, at: system.length - 1 }] };
    expect(
      blocks(blank)
        .map((block) => block.text)
        .join(''),
    ).toBe(system);
    expect(blocks(blank).every((block) => block.text.trim() !== '')).toBe(true);
  });
});

describe('the conversation', () => {
  const messages = (...turns: WireRequest['turns']) => body({ turns }).messages;

  it('alternates roles: results of an answer come first in the message that follows', () => {
    const use = (id: string, input: object) => ({ type: 'tool_use', id, name: 'f', input });
    const back = (tool_use_id: string, content: string) => ({ type: 'tool_result', tool_use_id, content });
    expect(
      messages(
        user('go'),
        user('on'),
        answer('ok', call('a', { n: 1 }), call('b')),
        result('a', '1'),
        user('by hand'),
        result('b', ''),
        user('and?'),
        answer('half'),
        answer('done'),
      ),
    ).toEqual([
      { role: 'user', content: [text('go'), text('on')] },
      { role: 'assistant', content: [text('ok'), use('a', { n: 1 }), use('b', {})] },
      { role: 'user', content: [back('a', '1'), back('b', ''), text('by hand'), text('and?')] },
      { role: 'assistant', content: [text('half'), text('done')] },
    ]);
  });

  it('begins with a user message, without blank blocks and with allowed ids', () => {
    const odd = 'functions.f:0';
    const [first, used, back, ...rest] = messages(answer(' ', call(odd)), result(odd, 'r'), user('  \n')) as {
      role: string;
      content: { id?: string; tool_use_id?: string; text?: string }[];
    }[];
    expect(first).toMatchObject({ role: 'user', content: [{ text: expect.stringMatching(/\S/) }] });
    expect(used?.content).toHaveLength(1);
    expect(used?.content[0]?.id).toMatch(/^[a-zA-Z0-9_-]+$/);
    expect(back?.content.map((block) => block.tool_use_id)).toEqual([used?.content[0]?.id]);
    expect(rest).toEqual([]);
  });

  it('returns thinking unchanged in its place', () => {
    const content = [
      { type: 'thinking', thinking: 'hm', signature: 'EqQB' },
      { type: 'redacted_thinking', data: 'xx' },
      text('One.'),
      { type: 'thinking', thinking: '', signature: 'ErRC' },
      { type: 'tool_use', id: 'toolu_1', name: 'f', input: { a: 1 } },
    ];
    const turn = turnOf(readAll(anthropicWire, { type: 'message', content, stop_reason: 'tool_use' }).reader);
    expect(messages(user('x'), turn, result('toolu_1', 'r'))).toMatchObject([{}, { role: 'assistant', content }, {}]);
  });

  it('includes pictures and documents of the accepted kinds', () => {
    const media = (name: string, kind: 'image' | 'pdf', mime: string) => ({ name, kind, mime, sha256: name });
    const shown = [
      media('a', 'image', 'image/png'),
      media('b', 'pdf', 'application/pdf'),
      media('c', 'image', 'image/bmp'),
    ];
    const turns = [{ role: 'user' as const, content: '', media: shown }];
    expect(body({ turns, dataOf: () => 'QUJD' }).messages).toEqual([
      {
        role: 'user',
        content: [
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'QUJD' } },
          { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'QUJD' }, title: 'b' },
        ],
      },
    ]);
  });
});

describe('thinking', () => {
  const asked = (model: string, effort?: Effort, maxTokens = 64_000) => {
    const { thinking, output_config: output } = thinkingFields(model, effort, maxTokens);
    const budget = thinking?.type === 'enabled' ? ` ${thinking.budget_tokens}` : '';
    const binding = thinking?.block_binding === undefined ? '' : ' drop';
    return `${thinking?.type ?? '-'}${budget}${binding} ${output?.effort ?? '-'}`;
  };

  it('is requested in the form each generation accepts', () => {
    expect(asked('claude-3-5-sonnet-20241022', 'high')).toBe('- -');
    expect(asked('claude-3-7-sonnet-latest', 'low')).toBe('enabled 2048 -');
    expect(asked('claude-opus-4-20250514', 'max')).toBe('enabled 32768 -');
    expect(asked('claude-sonnet-4-5-20250929')).toBe('- -');
    expect(asked('claude-sonnet-4-5', 'high', 8_192)).toBe('enabled 7168 -');
    expect(asked('claude-sonnet-4-5', 'high', 2_000)).toBe('- -');
    expect(asked('claude-sonnet-4-6')).toBe('- -');
    expect(asked('anthropic/claude-opus-4.7', 'minimal')).toBe('adaptive low');
    expect(asked('claude-opus-4-8', 'none')).toBe('disabled -');
    expect(asked('claude-opus-5')).toBe('adaptive -');
    expect(asked('claude-sonnet-5', 'max')).toBe('adaptive max');
    expect(asked('claude-haiku-5-5', 'none')).toBe('disabled -');
    expect(asked('claude-sonnet-5-5', 'none')).toBe('between_tools -');
    expect(asked('claude-opus-5-5', 'none')).toBe('adaptive drop low');
    expect(asked('claude-fable-5-1')).toBe('adaptive drop -');
    expect(asked('claude-mythos-5-1', 'none')).toBe('adaptive low');
    expect(asked('kimi-k3', 'medium')).toBe('enabled 8192 -');
  });

  it('lets a changed system message drop the blocks bound to it', () => {
    expect(anthropicWire.headers('k', 'claude-opus-5-5')).toEqual({
      'anthropic-version': '2023-06-01',
      'x-api-key': 'k',
      'anthropic-beta': 'thinking-binding-controls-2026-08-01',
    });
    expect(anthropicWire.headers(undefined, 'claude-opus-5')).toEqual({ 'anthropic-version': '2023-06-01' });
  });

  it('with a budget waits for the next message if the answer being continued has none', () => {
    const options = { model: 'claude-sonnet-4-5', route: { effort: 'low' as const, maxOutput: 9_000 } };
    expect(body({ ...options, turns: [user('x'), answer('ok'), user('y')] }).thinking).toMatchObject({
      type: 'enabled',
    });
    const foreign = [user('x'), answer('ok', call('a')), result('a', 'r')];
    expect(body({ ...options, turns: foreign }).thinking).toBeUndefined();
  });
});

it('sets borders only on blocks that can carry them', () => {
  const borders: SystemBorder[] = [{ after: 'base', at: 9 }];
  expect(bordersOf(body({ borders }))).toEqual(['/system/0', '/messages/0/content/0']);
  expect(body({ borders }).messages).toEqual([{ role: 'user', content: [{ ...text('你好'), ...border }] }]);
});
