import { describe, expect, it } from 'vitest';
import type { Route } from '../../../shared/events.ts';
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

it('marks for Claude behind OpenRouter where its cache may end, unless the server refused that', () => {
  const answered = (content: string): Turn => ({ role: 'assistant', content, calls: [] });
  const turns = [user('one'), answered('1'), user('two'), answered('2'), user('three')];
  const mark = { cache_control: { type: 'ephemeral' } };
  const part = (text: string, marked = true) => ({ type: 'text', text, ...(marked ? mark : {}) });
  const borders = [
    { after: 'base', at: 3 },
    { after: 'catalog', at: 3 },
    { after: 'skills', at: 5 },
  ] as const;
  const body = (rules: Route['rules'], given = borders as WireRequest['borders']) =>
    chatBody({ ...request(turns, { ...ROUTE, rules }), borders: given }).messages.map(({ content }) => content);
  expect(body({ cacheMarks: true })).toEqual([
    [part('You'), part(' h'), part('elp.', false)],
    'one',
    '1',
    [part('two')],
    '2',
    [part('three')],
  ]);
  const plain = ['You help.', 'one', '1', 'two', '2', 'three'];
  expect(body({ cacheMarks: true, refuses: ['cache_control'] })).toEqual(plain);
  expect(body({ cacheMarks: true }, [])).toEqual(plain);
  expect(body({})).toEqual(plain);
});
