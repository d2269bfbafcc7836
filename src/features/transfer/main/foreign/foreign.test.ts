import { expect, it } from 'vitest';
import { importStore } from '../../../../main/store/test-kit/import-log.ts';
import { openTestStore } from '../../../../main/store/test-kit/open-store.ts';
import { foldEvents } from '../../../../shared/reducer.ts';
import { verifySession } from '../../../review/main/verify.ts';
import { exportSession } from '../export-session.ts';
import { ImportInPieces, importText } from '../import-session.ts';
import { type ForeignOptions, importForeign, isOwnLog } from './import-foreign.ts';

function opened() {
  const store = openTestStore();
  const take = (
    given: unknown,
    options: Pick<ForeignOptions, 'format' | 'preview' | 'keepFile'> & { name?: string } = {},
  ) =>
    importForeign({ store: importStore(store), name: undefined, onStored: () => {}, ...options }, () =>
      JSON.stringify(given),
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
    { name: 'a/trip.json' },
  );
  expect(done).toMatchObject({ alreadyThere: false, messages: 7, calls: 3, foreign: { format: 'openai' } });
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
    'call-2 look ok: The transcript has no result of this call.',
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
    title: '订机票 [image_url]',
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
  ).toMatchObject({ ok: true, foreign: true, requests: 0, covers: ['events', 'end'] });
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

it('reads a file of one long line in pieces, each character once', () => {
  const { store } = opened();
  const taken = new ImportInPieces({ store: importStore(store), name: 'long.json', onStored: () => {} });
  const text = `\n \n${JSON.stringify(Array.from({ length: 4_000 }, (_, n) => ({ role: 'user', content: `${n} ${'word '.repeat(100)}` })))}`;
  for (let at = 0; at < text.length; at += 50_000) taken.take(text.slice(at, at + 50_000));
  expect(taken.end()).toMatchObject({ messages: 4_000, foreign: { format: 'openai', leftOut: [] } });
});

it('imports the same file as the same session', () => {
  const { take } = opened();
  const first = take(chat);
  expect(take(chat)).toEqual({ ...first, alreadyThere: true });
});

it('imports what `sessions export --json` printed', async () => {
  const { store, take } = opened();
  const { session } = take(chat);
  const other = openTestStore();
  const options = { format: 'jsonl', redact: false, language: 'en', folders: [] } as const;
  const { text, events } = await exportSession(session, store.rows(session), { ...options, end: store.end(session) });
  for (const indent of [0, 2]) {
    const printed = JSON.stringify({ session, format: 'jsonl', events, text }, null, indent);
    expect(importText({ store: importStore(other), name: 'a.json', onStored: () => {} }, printed)).toMatchObject({
      session,
      events,
      alreadyThere: indent === 2,
    });
  }
  expect(other.events(session)).toEqual(store.events(session));
});

it('is named by the words of the person, not by those that the program put before them', () => {
  const { store, take } = opened();
  const asked = { role: 'user', content: '<system-reminder>Be brief.</system-reminder>\nWhy does it fail?' };
  take([asked, { role: 'assistant', content: 'The clock.' }]);
  expect(store.summaries()).toMatchObject([{ title: 'Why does it fail?' }]);
});

it('stores nothing for a preview', () => {
  const { store, take } = opened();
  expect(take(chat, { preview: true })).toMatchObject({ messages: 7, foreign: { format: 'openai' } });
  expect(store.summaries({ includeDeleted: true })).toEqual([]);
});

it('refuses a file that is not of the format it is read as', () => {
  const { take } = opened();
  const file = { conversations: [{ from: 'human', value: 'x' }] };
  expect(() => take(file, { format: 'openai' })).toThrow(/no messages from a person/);
});

it('distinguishes its own logs from other files', () => {
  expect(isOwnLog('{"v":1,"seq":1,"at":"x","session":"s","type":"session-created"}\n')).toBe(true);
  expect(isOwnLog('{"v":1, "half')).toBe(true);
  expect(isOwnLog('hello')).toBe(false);
  expect(isOwnLog('{\n  "messages": []\n}')).toBe(false);
  expect(isOwnLog('{"messages": [}')).toBe(false);
});

it('leaves as a trace with its answers and usage, and names the facts that a trace has no place for', async () => {
  const { store, take } = opened();
  const usage = { prompt_tokens: 12, completion_tokens: 5 };
  const { session } = take({ model: 'm', team: 'north', messages: [chat[6], { ...chat[7], usage }] });
  const text = { format: 'otlp', redact: false, language: 'en', folders: [] } as const;
  const trace = await exportSession(session, store.rows(session), text);
  expect(trace.leftOut).toEqual([{ what: 'team', count: 1 }]);
  const back = importForeign({ store: importStore(store), name: undefined, onStored: () => {} }, () => trace.text);
  expect(store.events(back.session)).toContainEqual(
    expect.objectContaining({
      type: 'model-responded',
      text: 'Done.',
      model: 'm',
      usage: { promptTokens: 12, completionTokens: 5 },
    }),
  );
});

it.each(['html', 'md'] as const)(
  'is exported as %s with the usage that its file says, and no totals that it does not',
  async (format) => {
    const { store, take } = opened();
    const usage = { prompt_tokens: 1_200, completion_tokens: 5 };
    const known = take({ messages: [chat[6], { ...chat[7], usage }] });
    const options = { format, redact: false, language: 'en', folders: [] } as const;
    const { text } = await exportSession(known.session, store.rows(known.session), options);
    expect(text).toContain('1,200 in, 5 out');
    const unknown = take(chat);
    const bare = await exportSession(unknown.session, store.rows(unknown.session), options);
    for (const page of [text, bare.text])
      expect(page).not.toMatch(/0 requests|0 tokens|context limit of 0|Requests over time/);
    expect(bare.text).not.toContain('reported by the provider');
  },
);

it('puts a session that has grown in the place of its older copy, with what was said of it here', () => {
  const { store, take, told } = opened();
  const line = (second: number, type: string, content: unknown) => ({
    type,
    sessionId: '0a1b2c3d-session',
    uuid: `${second}`,
    timestamp: `2026-01-02T03:04:0${second}.000Z`,
    message: { role: type, content },
  });
  const look = { id: 'c', type: 'tool_use', name: 'Look', input: {} };
  const lines = [line(1, 'user', 'Book it'), line(2, 'assistant', [look])];
  const found = line(3, 'user', [{ type: 'tool_result', tool_use_id: 'c', content: 'three' }]);
  const read = (count: number, from = [...lines, found, line(4, 'assistant', 'Which one?'), line(5, 'user', 'Any')]) =>
    take({ loglines: from.slice(0, count) });
  const first = read(2);
  expect(first).toMatchObject({ alreadyThere: false });
  expect(first).not.toHaveProperty('replaced');
  const { session } = first;
  store.append(session, [
    { type: 'session-marked', tags: ['kept'] },
    { type: 'note-added', note: 'n', on: 2, text: 'Hm' },
  ]);
  // A result takes the place of the sentence that there is none.
  expect(read(3)).toMatchObject({ session, replaced: 0, alreadyThere: false });
  expect(told(session)).toContain('c Look ok: three');
  expect(read(5)).toMatchObject({ session, replaced: 2, alreadyThere: false });
  expect(told(session).filter((text) => text.startsWith('user:'))).toEqual(['user: Book it', 'user: Any']);
  expect(foldEvents(session, store.events(session))).toMatchObject({ notes: [{ text: 'Hm', on: 2 }] });
  expect(store.library()).toMatchObject([{ imported: true, facts: { marks: { tags: ['kept'] } } }]);
  const stored = store.rows(session);
  for (const count of [5, 2]) expect(read(count)).toMatchObject({ session, alreadyThere: true });
  expect(store.rows(session)).toEqual(stored);
  // The same name for another conversation is no copy of it.
  expect(take({ loglines: [line(1, 'user', 'Cancel it')] }).session).not.toBe(session);
});
