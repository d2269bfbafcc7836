import { expect, it } from 'vitest';
import { importStore } from '../../../../main/store/test-kit/import-log.ts';
import { openTestStore } from '../../../../main/store/test-kit/open-store.ts';
import { foldEvents } from '../../../../shared/reducer.ts';
import { importText } from '../import-session.ts';
import { type ForeignOptions, importForeign } from './import-foreign.ts';

function opened() {
  const store = openTestStore();
  const take = (given: unknown, options: Pick<ForeignOptions, 'preview' | 'keepFile'> = {}) =>
    importForeign({ store: importStore(store), name: undefined, onStored: () => {}, ...options }, () =>
      JSON.stringify(given),
    );
  return { store, take };
}

const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAIAAAA2iEnWAAAAEElEQVR4nGP8zwACTGCSAQAWEQED3sPPpAAAAABJRU5ErkJggg==';
const DATA = `data:image/png;base64,${PICTURE}`;
const PNG = { type: 'base64', media_type: 'image/png', data: PICTURE };

it.each([
  ['Anthropic', { type: 'image', source: PNG }, []],
  ['OpenAI chat', { type: 'image_url', image_url: { url: DATA } }, []],
  ['OpenAI Responses', { type: 'input_image', image_url: DATA }, []],
  ['Gemini', { inlineData: { mimeType: 'image/png', data: PICTURE } }, []],
  [
    'another type',
    { type: 'image', source: { ...PNG, data: btoa('not a picture at all') } },
    [{ what: 'picture', count: 1 }],
  ],
])('keeps a picture of a person’s message as a file of the session: %s', (_name, part, leftOut) => {
  const { store, take } = opened();
  const files = new Map<string, Uint8Array>();
  const keepFile = (session: string, place: string, bytes: Uint8Array) => void files.set(`${session} ${place}`, bytes);
  const given = [
    { role: 'user', content: [{ type: 'text', text: 'Look' }, part] },
    { role: 'assistant', content: 'Seen.' },
  ];
  expect(take(given, { keepFile, preview: true }).foreign?.leftOut).toEqual(leftOut);
  expect(files.size).toBe(0);
  const { session, foreign } = take(given, { keepFile });
  expect(foreign?.leftOut).toEqual(leftOut);
  const said = store.events(session).find(({ type }) => type === 'user-message-added');
  expect(said).toMatchObject({ text: 'Look' });
  if (leftOut.length > 0) return expect(said).not.toHaveProperty('attachments');
  const media = { kind: 'image', width: 2, height: 3 };
  const file = { name: 'picture-1.png', path: 'inputs/picture-1.png', mime: 'image/png', media };
  expect(said).toHaveProperty('attachments', [expect.objectContaining(file)]);
  expect(files.get(`${session} inputs/picture-1.png`)).toEqual(Buffer.from(PICTURE, 'base64'));
});

const called = { id: 'c', type: 'function', function: { name: 'look', arguments: '{}' } };
const asked = { role: 'user', content: 'Look' };
const ANTHROPIC = [
  asked,
  { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'look', input: {} }] },
  {
    role: 'user',
    content: [
      {
        type: 'tool_result',
        tool_use_id: 'c',
        content: [
          { type: 'text', text: 'Seen' },
          { type: 'image', source: PNG },
        ],
      },
    ],
  },
];
const inline = { inlineData: { mimeType: 'image/png', data: PICTURE } };
const response = { id: 'c', name: 'look', response: { output: 'Seen' } };
const gemini = (...parts: unknown[]) => [
  { role: 'user', parts: [{ text: 'Look' }] },
  { role: 'model', parts: [{ functionCall: { id: 'c', name: 'look', args: {} } }] },
  { role: 'user', parts },
];

it.each([
  ['Anthropic', ANTHROPIC, 'Seen\n[image]'],
  [
    'Claude Code',
    ANTHROPIC.map((message, index) => ({
      type: message.role,
      uuid: `u${index}`,
      parentUuid: index === 0 ? null : `u${index - 1}`,
      sessionId: 's',
      timestamp: '2026-01-01T00:00:00.000Z',
      message,
    })),
    'Seen\n[image]',
  ],
  [
    'OpenAI chat',
    [
      asked,
      { role: 'assistant', content: null, tool_calls: [called] },
      { role: 'tool', tool_call_id: 'c', content: [{ type: 'image_url', image_url: { url: DATA } }] },
    ],
    '[image_url]',
  ],
  [
    'OpenAI Responses',
    [
      asked,
      { type: 'function_call', call_id: 'c', name: 'look', arguments: '{}' },
      { type: 'function_call_output', call_id: 'c', output: [{ type: 'input_image', image_url: DATA }] },
    ],
    '[input_image]',
  ],
  [
    'Codex',
    [
      { type: 'session_meta', payload: { id: 's', timestamp: '2026-01-01T00:00:00.000Z' } },
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Look' }] },
      { type: 'function_call', call_id: 'c', name: 'look', arguments: '{}' },
      {
        type: 'function_call_output',
        call_id: 'c',
        output: [
          { type: 'input_text', text: 'Seen' },
          { type: 'input_image', image_url: DATA },
        ],
      },
    ].map((payload) => ('payload' in payload ? payload : { type: 'response_item', payload })),
    'Seen\n[input_image]',
  ],
  ['Gemini, within', gemini({ functionResponse: { ...response, parts: [inline] } }), 'Seen'],
  ['Gemini, beside', gemini({ functionResponse: response }, inline), 'Seen'],
  [
    'Gemini CLI',
    {
      sessionId: 's',
      projectHash: 'p',
      startTime: '2026-01-01T00:00:00.000Z',
      lastUpdated: '2026-01-01T00:00:00.000Z',
      messages: [
        { id: '1', type: 'user', timestamp: '2026-01-01T00:00:00.000Z', content: 'Look' },
        {
          id: '2',
          type: 'gemini',
          timestamp: '2026-01-01T00:00:01.000Z',
          content: '',
          toolCalls: [
            { id: 'c', name: 'look', args: {}, status: 'success', result: [{ functionResponse: response }, inline] },
          ],
        },
      ],
    },
    '[picture]\nSeen',
  ],
])('keeps a picture in the result of a call as a file of the session: %s', (_name, given, content) => {
  const store = openTestStore();
  const files = new Map<string, Uint8Array>();
  const keepFile = (session: string, place: string, bytes: Uint8Array) => void files.set(`${session} ${place}`, bytes);
  const text =
    Array.isArray(given) && 'type' in (given[0] as object)
      ? given.map((one) => JSON.stringify(one)).join('\n')
      : JSON.stringify(given);
  const { session, foreign } = importText(
    { store: importStore(store), name: 'file.json', onStored: () => {}, keepFile },
    text,
  );
  const events = store.events(session);
  const file = expect.objectContaining({ path: 'inputs/picture-1.png', mime: 'image/png' });
  const result = events.find(({ type }) => type === 'tool-finished');
  expect(result).toMatchObject({ name: 'look', attachments: [file] });
  expect(result?.type === 'tool-finished' && result.content).toBe(content);
  expect(events.filter(({ type }) => type === 'user-message-added')).toHaveLength(1);
  expect(foreign?.leftOut.filter(({ what }) => /picture|image/i.test(what))).toEqual([]);
  expect(files.get(`${session} inputs/picture-1.png`)).toEqual(Buffer.from(PICTURE, 'base64'));
  expect(foldEvents(session, events).calls).toHaveProperty(['c', 'attachments'], [file]);
});

it('keeps the address of a picture on the web', () => {
  const { store, take } = opened();
  const part = { type: 'image_url', image_url: { url: 'https://example.org/a.png' } };
  const { session, foreign } = take([
    { role: 'user', content: [part] },
    { role: 'assistant', content: 'Seen.' },
  ]);
  expect(foreign?.leftOut).toEqual([]);
  expect(store.events(session)).toContainEqual(
    expect.objectContaining({ text: '[image_url https://example.org/a.png]' }),
  );
});
