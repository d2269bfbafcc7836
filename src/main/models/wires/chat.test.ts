import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defined } from '../../../shared/defined.ts';
import type { Route } from '../../../shared/events.ts';
import { ChatReader, readUsage } from './chat.ts';
import { addDetails, chatBody } from './chat-request.ts';
import type { Turn, WireRequest } from './wire.ts';

const piece = (index: number, type: string, text: string) => ({ index, type, text });

it('joins pieces with the same index and type, and keeps others apart', () => {
  const first = addDetails(undefined, [piece(0, 'reasoning.text', 'a'), piece(0, 'reasoning.encrypted', 'x')]);
  expect(addDetails(first, [piece(0, 'reasoning.text', 'b'), piece(1, 'reasoning.text', 'c')])).toEqual([
    piece(0, 'reasoning.text', 'ab'),
    piece(0, 'reasoning.encrypted', 'x'),
    piece(1, 'reasoning.text', 'c'),
  ]);
});

it('keeps pieces without an index as received, and the last value of other fields', () => {
  expect(
    addDetails(undefined, [
      { type: 't', text: 'a' },
      { type: 't', text: 'b' },
    ]),
  ).toHaveLength(2);
  const details = addDetails(undefined, [
    { index: 0, type: 't', signature: 's1', text: 'a' },
    { index: 0, type: 't', signature: null, text: 'b' },
  ]);
  expect(details).toEqual([{ index: 0, type: 't', signature: 's1', text: 'ab' }]);
});

const ROUTE: Route = { wire: 'chat', endpoint: 'https://h/v1' };
const request = (turns: readonly Turn[], route: Route | undefined = ROUTE): WireRequest => ({
  model: 'm',
  route,
  system: 'You help.',
  borders: [],
  tools: [],
  turns,
  dataOf: ({ sha256 }) => (sha256 === 'gone' ? undefined : 'QUJD'),
});
const messages = (turns: readonly Turn[], route?: Route) => chatBody(request(turns, route)).messages.slice(1);

const user = (content: string): Turn => ({ role: 'user', content });
const calling = (id: string, extra?: string): Turn => ({
  role: 'assistant',
  content: '',
  calls: [{ id, name: 'look', arguments: '{}', ...(extra === undefined ? {} : { extra }) }],
});
const result = (callId: string): Turn => ({ role: 'tool', callId, content: 'found' });

describe('limits of chat templates', () => {
  it('sends no two messages of one role in a row, and no user message right after a result', () => {
    const sent = messages([user('a'), user('b'), calling('c1'), result('c1'), user('c'), user('d')]);
    expect(sent.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant', 'user']);
    expect([sent[0]?.content, sent[4]?.content]).toEqual(['a\n\nb', 'c\n\nd']);
  });

  it('joins answers, and keeps the calls and reasoning of the later one', () => {
    const thinking = { text: 'hm', opaque: { reasoning_content: null } };
    const turns: Turn[] = [
      user('a'),
      { role: 'assistant', content: 'b', calls: [] },
      { ...calling('c1'), thinking } as Turn,
    ];
    expect(messages(turns)[1]).toMatchObject({ content: 'b', reasoning_content: 'hm', tool_calls: [{ id: 'c1' }] });
  });

  it('leaves several results of one answer unchanged', () => {
    const both: Turn = {
      role: 'assistant',
      content: '',
      calls: [
        { id: 'a', name: 'x', arguments: '{}' },
        { id: 'b', name: 'y', arguments: '{}' },
      ],
    };
    expect(messages([user('a'), both, result('a'), result('b')]).map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'tool',
    ]);
  });

  it('uses ids of nine letters and digits if required, the same for a call and its result', () => {
    const [, call, answer] = messages([user('a'), calling('call_1-long'), result('call_1-long')], {
      ...ROUTE,
      rules: { callIds: 'nine' },
    });
    const id = call?.role === 'assistant' ? call.tool_calls?.[0]?.id : undefined;
    expect(id).toMatch(/^[A-Za-z0-9]{9}$/);
    expect(answer).toMatchObject({ tool_call_id: id });
    expect(messages([user('a'), calling('Abc123xyZ')], { ...ROUTE, rules: { callIds: 'nine' } })[1]).toMatchObject({
      tool_calls: [{ id: 'Abc123xyZ' }],
    });
  });
});

describe('data sent back to the provider', () => {
  it('returns its reasoning under the names it used', () => {
    const details = [{ type: 'reasoning.text', text: 'hm', signature: 's' }];
    const turns: Turn[] = [
      user('a'),
      {
        role: 'assistant',
        content: 'b',
        calls: [],
        thinking: { text: 'hm', opaque: { reasoning: null, reasoning_details: details } },
      },
    ];
    expect(messages(turns)[1]).toEqual({
      role: 'assistant',
      content: 'b',
      reasoning: 'hm',
      reasoning_details: details,
    });
  });

  it('returns the extra fields of each call', () => {
    expect(messages([user('a'), calling('c', 'sig')])[1]).toMatchObject({ tool_calls: [{ extra_content: 'sig' }] });
  });
});

describe('a route', () => {
  it('adds effort, the answer length under the provider’s name for it, and parameters last', () => {
    const body = chatBody(
      request([user('a')], {
        ...ROUTE,
        effort: 'low',
        maxOutput: 9,
        params: { temperature: 0 },
        rules: { outputLimit: 'max_completion_tokens' },
      }),
    );
    expect(Object.keys(body).slice(-3)).toEqual(['reasoning_effort', 'max_completion_tokens', 'temperature']);
    expect(chatBody(request([user('a')], { ...ROUTE, maxOutput: 9 }))).toMatchObject({ max_tokens: 9 });
  });

  it('keeps the bytes of logs written before routes existed when it is absent', () => {
    const turns: Turn[] = [user('a'), { role: 'system', content: 'summary' }, user('b'), result('c'), user('d')];
    expect(JSON.stringify(chatBody({ ...request(turns), route: undefined }))).toBe(
      '{"model":"m","messages":[{"role":"system","content":"You help."},{"role":"user","content":"a"},{"role":"system","content":"summary"},{"role":"user","content":"b"},{"role":"tool","tool_call_id":"c","content":"found"},{"role":"user","content":"d"}],"stream":true,"stream_options":{"include_usage":true}}',
    );
  });
});

it('sends pictures and documents as parts, and only the text when the file is gone', () => {
  const media = { name: 'a.png', mime: 'image/png', kind: 'image' } as const;
  const [shown, gone] = ['here', 'gone'].map(
    (sha256) => messages([{ ...user('see'), media: [{ ...media, sha256 }] } as Turn])[0],
  );
  expect(shown?.content).toEqual([
    { type: 'text', text: 'see' },
    { type: 'image_url', image_url: { url: 'data:image/png;base64,QUJD' } },
  ]);
  expect(gone?.content).toBe('see');
});

type Piece = { index?: number; id?: string | null; name?: string | null; args?: unknown };

/** Each inner list is one chunk. */
function assemble(...chunks: Piece[][]) {
  const assembler = new ChatReader(() => {});
  for (const pieces of chunks) {
    const tool_calls = pieces.map(({ index, id, name, args }) => ({
      ...defined({ index, id }),
      function: defined({ name, arguments: args }),
    }));
    assembler.add({ choices: [{ index: 0, delta: { tool_calls } }] });
  }
  return assembler.toolCalls().map(({ id, name, arguments: text }) => `${id}:${name}(${text})`);
}

it('assembles calls however a server splits and numbers them', () => {
  // No index: a new id begins a call, pieces without one continue it.
  expect(
    assemble([{ id: 'a', name: 'x', args: '{"n"' }], [{ args: ':1}' }], [{ id: 'b', name: 'y', args: '{}' }]),
  ).toEqual(['a:x({"n":1})', 'b:y({})']);
  // Id and name repeated with every piece.
  expect(
    assemble([{ index: 0, id: 'a', name: 'x', args: '{' }], [{ index: 0, id: 'a', name: 'x', args: '}' }]),
  ).toEqual(['a:x({})']);
  // Id empty or null in the pieces that follow; name in pieces.
  expect(assemble([{ index: 0, id: 'a', name: 'load_' }], [{ index: 0, id: '', name: 'skill', args: '{}' }])).toEqual([
    'a:load_skill({})',
  ]);
  expect(
    assemble([{ index: 0, id: '', name: 'x', args: '{' }], [{ index: 0, id: null, name: null, args: '}' }]),
  ).toEqual([':x({})']);
  // A new id with each piece, and no name: still the same call.
  expect(
    assemble(
      [{ index: 0, id: 'a', name: 'x', args: '{"n"' }],
      [{ index: 0, id: 'b', args: ':1' }],
      [{ index: 0, id: 'c', args: '}' }],
    ),
  ).toEqual(['a:x({"n":1})']);
  // Several whole calls in one chunk, all numbered 0.
  expect(
    assemble([
      { index: 0, id: 'a', name: 'x', args: '{}' },
      { index: 0, id: 'b', name: 'x', args: '{"n":2}' },
    ]),
  ).toEqual(['a:x({})', 'b:x({"n":2})']);
  // Neither index nor id.
  expect(assemble([{ name: 'x', args: '{}' }], [{ name: 'x', args: '{"n":2}' }])).toEqual([':x({})', ':x({"n":2})']);
  // Arguments as an object; none at all.
  expect(assemble([{ index: 0, id: 'a', name: 'x', args: { n: 1 } }], [{ index: 1, id: 'b', name: 'y' }])).toEqual([
    'a:x({"n":1})',
    'b:y({})',
  ]);
  // A gap in the numbers, and the last first.
  expect(
    assemble([{ index: 5, id: 'b', name: 'y', args: '{}' }], [{ index: 2, id: 'a', name: 'x', args: '{}' }]),
  ).toEqual(['a:x({})', 'b:y({})']);
});

it('survives invalid chunks, and ignores other choices', () => {
  const texts: string[] = [];
  const assembler = new ChatReader((delta) => delta.type === 'text' && texts.push(delta.text));
  for (const chunk of [null, 7, [], {}, { choices: null }, { choices: [null, { delta: null }] }]) assembler.add(chunk);
  assembler.add({ choices: [{ index: 1, delta: { content: 'other' } }] });
  assembler.add({
    choices: [
      {
        index: 0,
        delta: {
          content: [
            { type: 'text', text: 'a' },
            { type: 'text', text: 'b' },
          ],
        },
      },
    ],
  });
  assembler.add({ choices: [{ index: 0, delta: { content: '' }, finish_reason: '' }] });
  expect([texts, assembler.text, assembler.finishReason]).toEqual([['ab'], 'ab', undefined]);
});

it('reads usage in each provider’s field names, and none from invalid data', () => {
  const base = { prompt_tokens: 9, completion_tokens: 2 };
  const read = { promptTokens: 9, completionTokens: 2 };
  expect(readUsage({ ...base, prompt_tokens_details: { cached_tokens: 0 } })).toEqual({
    ...read,
    cachedPromptTokens: 0,
  });
  for (const name of ['prompt_cache_hit_tokens', 'cached_tokens', 'cache_read_input_tokens']) {
    expect(readUsage({ ...base, [name]: 3 })).toEqual({ ...read, cachedPromptTokens: 3 });
  }
  expect(readUsage({ ...base, prompt_tokens_details: null })).toEqual(read);
  expect([readUsage(null), readUsage({}), readUsage({ prompt_tokens: -1, completion_tokens: 'x' })]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

/** The answer to a content that comes in these pieces. */
function answerTo(pieces: readonly string[], reason = 'stop') {
  const deltas = { text: '', reasoning: '' };
  const reader = new ChatReader((delta) => {
    if (delta.type !== 'tool-call') deltas[delta.type] += delta.text;
  });
  for (const content of pieces) reader.add({ choices: [{ index: 0, delta: { content } }] });
  reader.add({ choices: [{ index: 0, delta: {}, finish_reason: reason }] });
  const { text, reasoning, finishReason } = reader;
  return { text, reasoning, finishReason, calls: reader.toolCalls(), deltas };
}

describe('reasoning in a text', () => {
  it.each([
    ['<think>a <b> plan</think>\n\nThe answer.', 'a <b> plan', 'The answer.'],
    ['\n <thinking>\nhm</thinking>Yes', '\nhm', 'Yes'],
    ['◁think▷想◁/think▷好', '想', '好'],
    ['<think></think>\n\nOnly this', '', 'Only this'],
    ['<think>never closed </thi', 'never closed </thi', ''],
    ['<thin', '', '<thin'],
    ['<thinly> sliced', '', '<thinly> sliced'],
    ['In HTML, <think>x</think> is no tag.', '', 'In HTML, <think>x</think> is no tag.'],
    ['  indented', '', '  indented'],
    ['<think>a</think>b<think>c</think>', 'a', 'b<think>c</think>'],
  ])('is separated wherever the stream is cut: %j', (content, reasoning, text) => {
    fc.assert(
      fc.property(fc.array(fc.nat(content.length), { maxLength: content.length }), (cuts) => {
        const at = [0, ...cuts.toSorted((a, b) => a - b), content.length];
        const pieces = at.slice(1).map((end, index) => content.slice(at[index], end));
        const answer = answerTo(pieces);
        expect(answer).toMatchObject({ reasoning, text });
        expect(answer.deltas).toEqual({ reasoning, text });
      }),
      { examples: [[[...content].map((_, index) => index)]] },
    );
  });
});

describe('calls in a text', () => {
  const hermes = (name: string, args: string) => `<tool_call>\n{"name": "${name}", "arguments": ${args}}\n</tool_call>`;

  it.each([
    [
      'Hermes, two of them',
      `One moment.\n${hermes('a', '{"x": {"y": 1}}')}\n${hermes('b', '"{}"')}\n`,
      'One moment.',
      [
        ['a', '{"x":{"y":1}}'],
        ['b', '{}'],
      ],
    ],
    ['Llama', '<|python_tag|>{"name": "a", "parameters": {"x": "}"}}<|eom_id|>', '', [['a', '{"x":"}"}']]],
    [
      'DeepSeek',
      'Ok<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>a\n```json\n{"x":1}\n```<｜tool▁call▁end｜><｜tool▁call▁begin｜>b<｜tool▁sep｜>{}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
      'Ok',
      [
        ['a', '{"x":1}'],
        ['b', '{}'],
      ],
    ],
    ['Hermes after reasoning', `<think>${hermes('no', '{}')}</think>${hermes('a', '{}')}`, '', [['a', '{}']]],
  ])('are made: %s', (_of, content, text, calls) => {
    const answer = answerTo([content]);
    expect(answer).toMatchObject({ text, finishReason: 'tool_calls' });
    expect(answer.calls.map((call) => [call.name, call.arguments])).toEqual(calls);
  });

  it.each([
    ['spoken of', `Write ${hermes('a', '{}')} to call it.`],
    ['not JSON', '<tool_call>{"name": a}</tool_call>'],
    ['without a name', '<tool_call>{"arguments": {}}</tool_call>'],
    ['with a list of arguments', hermes('a', '[1]')],
    ['one of two is broken', `${hermes('a', '{}')}${hermes('b', '7')}`],
  ])('are left as text where they are %s', (_what, content) => {
    expect(answerTo([content])).toMatchObject({ text: content, calls: [], finishReason: 'stop' });
  });
});
