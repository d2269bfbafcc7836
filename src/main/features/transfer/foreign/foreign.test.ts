import { expect, it } from 'vitest';
import { isSkilldeckError } from '../../../../shared/errors.ts';
import { foldEvents } from '../../../../shared/reducer.ts';
import { openTestStore } from '../../../store/test-kit/open-store.ts';
import { verifySession } from '../../review/verify-session.ts';
import { exportSession } from '../export/export-session.ts';
import { ImportInPieces } from '../import/import-pieces.ts';
import { importForeign } from './import-foreign.ts';
import { isOwnLog } from './read-transcript.ts';

function opened() {
  const store = openTestStore();
  const take = (given: unknown, name?: string) =>
    importForeign({ store, name, onStored: () => {} }, () =>
      typeof given === 'string' ? given : JSON.stringify(given),
    );
  const told = (session: string) =>
    store.events(session).map((event) => {
      switch (event.type) {
        case 'user-message-added':
          return `user: ${event.text}`;
        case 'model-responded':
          return `model ${event.iteration}: ${event.text}${event.toolCalls.map(({ id, name }) => ` [${id} ${name}]`).join('')}`;
        case 'tool-finished':
          return `${event.callId} ${event.name} ${event.ok ? 'ok' : 'no'}: ${event.content}`;
        default:
          return event.type;
      }
    });
  return { store, take, told };
}

const call = (id: string, name: string, given: unknown) => ({
  id,
  type: 'function',
  function: { name, arguments: typeof given === 'string' ? given : JSON.stringify(given) },
});
const chat = [
  { role: 'system', content: 'Be kind.' },
  {
    role: 'user',
    content: [
      { type: 'text', text: '订机票' },
      { type: 'image_url', image_url: { url: 'x' } },
    ],
  },
  { role: 'assistant', content: null, tool_calls: [call('c1', 'search', { to: 'NRT' }), call('c1', 'look', '{"half')] },
  { role: 'tool', tool_call_id: 'c1', content: 'three flights' },
  { role: 'assistant', content: 'Which one?' },
  { role: 'narrator', content: 'Time passes.' },
  { role: 'user', content: 'The first', timestamp: 1_893_456_000 },
  { role: 'assistant', content: 'Done.' },
];

it('becomes an ordinary session: turns, calls with results, idle at the end', async () => {
  const { store, take, told } = opened();
  const done = take(
    { model: 'gpt-4o', messages: chat, tools: [{ type: 'function', function: { name: 'search' } }] },
    'a/trip.json',
  );
  expect(done).toMatchObject({ alreadyThere: false, foreign: { format: 'openai', messages: 7, skipped: 1 } });
  expect(told(done.session)).toEqual([
    'session-created',
    'prompt-changed',
    'user: 订机票\n[image_url]',
    'state-changed',
    'model 1:  [c1 search] [call-2 look]',
    'state-changed',
    'tool-started',
    'tool-started',
    'c1 search ok: three flights',
    'call-2 look no: The transcript has no result of this call.',
    'state-changed',
    'model 2: Which one?',
    'state-changed',
    'run-finished',
    'user: The first',
    'state-changed',
    'model 1: Done.',
    'state-changed',
    'run-finished',
  ]);
  const state = foldEvents(done.session, store.events(done.session));
  expect(state).toMatchObject({
    title: 'trip',
    model: 'gpt-4o',
    runState: 'completed',
    basePrompt: 'Be kind.',
    foreign: { format: 'openai' },
    tools: [{ name: 'search' }],
  });
  expect(state.messages).toHaveLength(7);
  expect(store.events(done.session).findLast(({ type }) => type === 'user-message-added')?.at).toBe(
    '2030-01-01T00:00:00.000Z',
  );
  expect(
    await verifySession(done.session, store.rows(done.session), undefined, { end: store.end(done.session) }),
  ).toMatchObject({
    ok: false,
    foreign: true,
    requests: 0,
  });
  expect(store.library()).toMatchObject([
    { facts: { foreign: true, toolCalls: 2, outcome: 'completed' }, imported: true },
  ]);
  expect(() => store.append(done.session, [{ type: 'user-message-added', text: 'more' }])).toThrow('was imported');
  const copy = await exportSession(done.session, store.rows(done.session), {
    format: 'html',
    redact: false,
    language: 'zh',
    folders: [],
  });
  expect(copy.text).toContain('three flights');
});

it('matches each result to its call if ids restart with every turn, and counts results without a call', () => {
  const { take, told } = opened();
  const turn = (n: number) => [
    { role: 'user', content: `q${n}` },
    { role: 'assistant', content: null, tool_calls: [call('call_0', 'look', {})] },
    { role: 'tool', tool_call_id: 'call_0', content: `result ${n}` },
    { role: 'assistant', content: 'ok' },
  ];
  const done = take([...turn(1), ...turn(2), { role: 'tool', tool_call_id: 'lost', content: 'x' }]);
  expect(told(done.session).filter((line) => / ok: | no: /.test(line))).toEqual([
    'call_0 look ok: result 1',
    'call-2 look ok: result 2',
  ]);
  expect(done.foreign).toMatchObject({ messages: 9, skipped: 1 });
});

it('reads a file of one long line in pieces, each character once', () => {
  const { store } = opened();
  const taken = new ImportInPieces({ store, name: 'long.json', onStored: () => {} });
  const text = `\n \n${JSON.stringify(Array.from({ length: 4_000 }, (_, n) => ({ role: 'user', content: `${n} ${'word '.repeat(100)}` })))}`;
  for (let at = 0; at < text.length; at += 50_000) taken.take(text.slice(at, at + 50_000));
  expect(taken.end().foreign).toEqual({ format: 'openai', messages: 4_000, skipped: 0, leftOut: [] });
});

it('imports the same file as the same session', () => {
  const { take } = opened();
  const first = take(chat);
  expect(take(chat)).toEqual({ ...first, alreadyThere: true });
});

it.each([
  ['a bare list', JSON.stringify(chat.slice(1, 2))],
  [
    'one message a line',
    chat
      .slice(1)
      .map((message) => JSON.stringify(message))
      .join('\n'),
  ],
  [
    'a request with its answer',
    JSON.stringify(
      {
        request: { model: 'm', messages: chat.slice(0, 2) },
        response: { choices: [{ message: { role: 'assistant', content: 'Hi' } }] },
      },
      null,
      1,
    ),
  ],
  [
    'a log that repeats what went before',
    [2, 5].map((to) => JSON.stringify({ messages: chat.slice(0, to), choices: [{ message: chat[to] }] })).join('\n'),
  ],
  [
    'Responses',
    JSON.stringify({
      input: [
        chat[1],
        { type: 'function_call', call_id: 'f', name: 'look', arguments: '{}' },
        { type: 'function_call_output', call_id: 'f', output: 'seen' },
      ],
    }),
  ],
  [
    'functions of old',
    JSON.stringify({
      messages: [
        chat[1],
        { role: 'assistant', function_call: { name: 'look', arguments: {} } },
        { role: 'function', name: 'look', content: 'seen' },
      ],
    }),
  ],
])('accepts %s', (_what, text) => {
  const { take, told } = opened();
  expect(isOwnLog(text)).toBe(false);
  const lines = told(take(text).session);
  expect(lines[0]).toBe('session-created');
  expect(lines.join('\n')).toContain('user: 订机票');
  if (text.includes('seen')) expect(lines.join('\n')).toMatch(/look ok: seen/);
});

it.each([
  ['[{"role":"user","content":"x"},\n  {"role":}]', /^The file isn't JSON: .*line 2/],
  ['{"messages":[{"role":"user","content":"x"},7]}', /^Message 2 \(messages\[1\]\) isn't a message/],
  ['{"role":"user","content":"x"}\n{"role":', /^Line 2 isn't JSON/],
  ['{"messages":[{"role":"user","content":"a"}]}\n7', /^Line 2 isn't an object/],
  ['[]', /^A JSON list isn't a conversation in a supported format/],
  ['{"a":1,"b":2}', /^A JSON object with a, b isn't a conversation/],
  ['{"choices":[]}', /^The file has no message/],
])('reports the error position in %j', (text, expected) => {
  const { store, take } = opened();
  try {
    take(text);
    expect.unreachable();
  } catch (error) {
    expect(isSkilldeckError(error) && error.code === 'import-refused' && error.message).toMatch(expected);
  }
  expect(store.summaries({ includeDeleted: true })).toEqual([]);
});

it('distinguishes its own logs from other files', () => {
  expect(isOwnLog('{"v":1,"seq":1,"at":"x","session":"s","type":"session-created"}\n')).toBe(true);
  expect(isOwnLog('{"v":1, "half')).toBe(true);
  expect(isOwnLog('hello')).toBe(true);
  expect(isOwnLog('{\n  "messages": []\n}')).toBe(false);
  expect(isOwnLog('{"messages": [}')).toBe(false);
});
