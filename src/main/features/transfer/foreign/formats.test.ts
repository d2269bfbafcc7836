/** Small files of each format, in the shape that its program or specification writes. */
import { expect, it } from 'vitest';
import { isSkilldeckError } from '../../../../shared/errors.ts';
import type { SessionEvent } from '../../../../shared/events.ts';
import { openTestStore } from '../../../store/test-kit/open-store.ts';
import { importText } from '../import/import-pieces.ts';

function take(file: unknown, options: { readonly preview?: boolean; readonly format?: 'openai' } = {}) {
  const store = openTestStore();
  const lines = (file as { readonly lines?: readonly unknown[] }).lines;
  const text = lines === undefined ? JSON.stringify(file) : lines.map((line) => JSON.stringify(line)).join('\n');
  const result = importText({ store, name: 'file.json', onStored: () => {}, ...options }, text);
  const told = (session = result.session) => store.events(session).flatMap(lineOf);
  return { store, result, told, events: store.events(result.session) };
}

function lineOf(event: SessionEvent): string[] {
  switch (event.type) {
    case 'prompt-changed':
      return [`system: ${event.basePrompt}`];
    case 'user-message-added':
      return [`user: ${event.text}`];
    case 'settings-changed':
      return [`model is ${event.model}`];
    case 'model-responded': {
      const calls = event.toolCalls.map(({ name, arguments: given }) => ` [${name} ${given}]`).join('');
      const usage = event.usage === undefined ? '' : ` (${event.usage.promptTokens}/${event.usage.completionTokens})`;
      return [`${event.reasoning === undefined ? '' : `<${event.reasoning}> `}${event.text}${calls}${usage}`];
    }
    case 'tool-finished':
      return [`${event.name} ${event.ok ? 'ok' : 'failed'}: ${event.content}`];
    default:
      return [];
  }
}

const BOOKED = ['user: Book it', '<Hm.> Looking. [search {"to":"NRT"}] (12/5)', 'search ok: three', 'Which one?'];

const anthropicMessages = [
  { role: 'user', content: 'Book it' },
  {
    role: 'assistant',
    content: [
      { type: 'thinking', thinking: 'Hm.', signature: 'x' },
      { type: 'text', text: 'Looking.' },
      { type: 'tool_use', id: 't1', name: 'search', input: { to: 'NRT' } },
    ],
    usage: { input_tokens: 2, cache_read_input_tokens: 10, output_tokens: 5 },
  },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: [{ type: 'text', text: 'three' }] }] },
  { role: 'assistant', content: 'Which one?' },
];
const at = (second: number) => `2026-01-02T03:04:0${second}.000Z`;
const nano = (second: number) => `${Date.parse(at(second))}000000`;
const attribute = (key: string, value: unknown) => ({
  key,
  value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
});
const part = (type: string, content: string) => ({ type, content });
const asked = { role: 'user', parts: [part('text', 'Book it')] };
const called = {
  role: 'assistant',
  parts: [
    part('reasoning', 'Hm.'),
    part('text', 'Looking.'),
    { type: 'tool_call', id: 'c', name: 'search', arguments: { to: 'NRT' } },
  ],
};
const chatSpan = (from: number, input: object[], output: object[], usage: readonly [number, number]) => ({
  traceId: 'aa',
  name: 'chat gpt',
  startTimeUnixNano: nano(from),
  endTimeUnixNano: nano(from + 1),
  attributes: [
    attribute('gen_ai.operation.name', 'chat'),
    attribute('gen_ai.request.model', 'gpt-x'),
    attribute('gen_ai.input.messages', JSON.stringify(input)),
    attribute('gen_ai.output.messages', JSON.stringify(output)),
    attribute('gen_ai.usage.input_tokens', usage[0]),
    attribute('gen_ai.usage.output_tokens', usage[1]),
  ],
});
const toolSpan = {
  traceId: 'aa',
  name: 'execute_tool search',
  startTimeUnixNano: nano(3),
  endTimeUnixNano: nano(4),
  attributes: [
    attribute('gen_ai.operation.name', 'execute_tool'),
    attribute('gen_ai.tool.call.id', 'c'),
    attribute('gen_ai.tool.call.result', 'three'),
  ],
};
const lang = (name: string, kwargs: object) => ({
  lc: 1,
  type: 'constructor',
  id: ['langchain', 'schema', name],
  kwargs,
});
const human = lang('HumanMessage', { content: 'Book it' });
const ai = lang('AIMessage', {
  content: [
    { type: 'thinking', thinking: 'Hm.' },
    { type: 'text', text: 'Looking.' },
  ],
  tool_calls: [{ id: 'c', name: 'search', args: { to: 'NRT' } }],
  usage_metadata: { input_tokens: 12, output_tokens: 5 },
});
const tool = lang('ToolMessage', { content: 'three', tool_call_id: 'c' });
const llmRun = (id: string, start: number, messages: object[], message: object) => ({
  id,
  trace_id: 'root',
  parent_run_id: 'root',
  run_type: 'llm',
  name: 'ChatOpenAI',
  start_time: at(start).slice(0, -1),
  end_time: at(start + 1),
  inputs: { messages: [messages] },
  outputs: { generations: [[{ message }]] },
  extra: { metadata: { ls_model_name: 'gpt-x' } },
});

it.each<[string, unknown, string, readonly string[]]>([
  [
    'a request of the Messages API',
    {
      model: 'claude-x',
      system: [{ type: 'text', text: 'Be kind.' }],
      messages: anthropicMessages,
      tools: [{ name: 'search', input_schema: {} }],
    },
    'anthropic',
    ['system: Be kind.', ...BOOKED],
  ],
  ['a list of messages with blocks', anthropicMessages, 'anthropic', BOOKED],
  [
    'Claude Code’s lines, an answer’s pieces put together',
    {
      lines: [
        { type: 'summary', summary: 'A trip', leafUuid: 'l' },
        { type: 'user', uuid: '1', sessionId: 's', timestamp: at(1), message: { role: 'user', content: 'Book it' } },
        ...[
          { type: 'thinking', thinking: 'Hm.' },
          { type: 'text', text: 'Looking.' },
          { type: 'tool_use', id: 't1', name: 'search', input: { to: 'NRT' } },
        ].map((block, index) => ({
          type: 'assistant',
          uuid: `a${index}`,
          sessionId: 's',
          timestamp: at(2),
          message: {
            id: 'msg_1',
            role: 'assistant',
            model: 'claude-x',
            content: [block],
            usage: { input_tokens: 12, output_tokens: 5 },
          },
        })),
        { type: 'user', uuid: 'm', isMeta: true, message: { role: 'user', content: 'caveat' } },
        {
          type: 'user',
          uuid: '3',
          timestamp: at(4),
          message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: 'three' }] },
        },
        { type: 'assistant', uuid: 's', isSidechain: true, message: { role: 'assistant', content: 'aside' } },
        { type: 'assistant', uuid: '4', message: { id: 'msg_2', role: 'assistant', content: 'Which one?' } },
      ],
    },
    'claude-code',
    BOOKED,
  ],
  [
    'Codex’ rollout',
    {
      lines: [
        { timestamp: at(0), type: 'session_meta', payload: { id: 'x', cwd: '/' } },
        { timestamp: at(0), type: 'turn_context', payload: { model: 'gpt-x' } },
        ...[
          { type: 'message', role: 'user', content: [{ type: 'input_text', text: '<environment_context>…' }] },
          { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Book it' }] },
          { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Hm.' }], encrypted_content: 'x' },
          { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Looking.' }] },
          { type: 'function_call', name: 'search', arguments: '{"to":"NRT"}', call_id: 'c' },
        ].map((payload) => ({ timestamp: at(1), type: 'response_item', payload })),
        {
          type: 'event_msg',
          payload: { type: 'token_count', info: { last_token_usage: { input_tokens: 12, output_tokens: 5 } } },
        },
        ...[
          { type: 'function_call_output', call_id: 'c', output: '{"output":"three","metadata":{"exit_code":0}}' },
          { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Which one?' }] },
        ].map((payload) => ({ timestamp: at(2), type: 'response_item', payload })),
      ],
    },
    'codex',
    BOOKED,
  ],
  [
    'ATIF',
    {
      schema_version: 'ATIF-v1.4',
      session_id: 'trip',
      agent: { name: 'x', version: '1', model_name: 'gpt-x' },
      steps: [
        { step_id: 1, timestamp: at(1), source: 'user', message: 'Book it' },
        {
          step_id: 2,
          timestamp: at(2),
          source: 'agent',
          message: 'Looking.',
          reasoning_content: 'Hm.',
          tool_calls: [{ tool_call_id: 'c', function_name: 'search', arguments: { to: 'NRT' } }],
          observation: { results: [{ source_call_id: 'c', content: 'three' }] },
          metrics: { prompt_tokens: 12, completion_tokens: 5 },
        },
        { step_id: 3, timestamp: at(3), source: 'agent', message: 'Which one?' },
      ],
    },
    'atif',
    BOOKED,
  ],
  [
    'OTLP, a line a batch, out of order',
    {
      lines: [
        {
          resourceSpans: [
            {
              scopeSpans: [
                {
                  spans: [
                    chatSpan(
                      5,
                      [
                        asked,
                        called,
                        { role: 'tool', parts: [{ type: 'tool_call_response', id: 'c', response: 'three' }] },
                      ],
                      [{ role: 'assistant', parts: [part('text', 'Which one?')] }],
                      [20, 2],
                    ),
                  ],
                },
              ],
            },
          ],
        },
        { resourceSpans: [{ scopeSpans: [{ spans: [toolSpan, chatSpan(1, [asked], [called], [12, 5])] }] }] },
      ],
    },
    'otlp',
    ['user: Book it', ...BOOKED.slice(1, 3), 'Which one? (20/2)'],
  ],
  [
    'LangSmith’s runs',
    [
      { id: 'root', trace_id: 'root', run_type: 'chain', name: 'Trip', start_time: at(0), inputs: { input: 'x' } },
      llmRun('b', 3, [human, ai, tool], lang('AIMessage', { content: 'Which one?' })),
      llmRun('a', 1, [human], ai),
    ],
    'langsmith',
    BOOKED,
  ],
  [
    'ShareGPT',
    [
      {
        id: 'one',
        conversations: [
          { from: 'human', value: 'Book it' },
          { from: 'gpt', value: 'Looking.' },
          { from: 'function_call', value: '{"name":"search","arguments":{"to":"NRT"}}' },
          { from: 'observation', value: 'three' },
          { from: 'gpt', value: 'Which one?' },
        ],
      },
    ],
    'sharegpt',
    ['user: Book it', 'Looking. [search {"to":"NRT"}]', 'search ok: three', 'Which one?'],
  ],
  [
    'Responses',
    {
      object: 'response',
      model: 'gpt-x',
      output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Which one?' }] }],
    },
    'openai-responses',
    ['Which one?'],
  ],
])('recognises %s, and keeps calls, results, thoughts and usage', (_what, file, format, lines) => {
  const { result, told } = take(file);
  expect(result.foreign?.format).toBe(format);
  expect(told()).toEqual(lines);
});

it('lists what is left out, and keeps the source’s times and model', () => {
  const { result, events } = take({
    lines: [
      {
        type: 'user',
        uuid: '1',
        timestamp: at(1),
        message: { role: 'user', content: [{ type: 'image', source: {} }] },
      },
      { type: 'file-history-snapshot', uuid: '2' },
      {
        type: 'assistant',
        uuid: '3',
        timestamp: at(2),
        message: { role: 'assistant', model: 'claude-x', content: 'Hi' },
      },
      { type: 'assistant', uuid: '4', isSidechain: true, message: { role: 'assistant', content: 'aside' } },
    ],
  });
  expect(result.foreign?.leftOut).toEqual([
    { what: 'image', count: 1 },
    { what: 'file-history-snapshot', count: 1 },
    { what: 'sidechain', count: 1 },
  ]);
  expect(events[0]).toMatchObject({ at: at(1), model: 'claude-x', title: 'file' });
  expect(events.findLast(({ type }) => type === 'model-responded')?.at).toBe(at(2));
});

it('marks a failed result as failed', () => {
  const messages = anthropicMessages.map((one) =>
    Array.isArray(one.content) && one.content.some(({ type }) => type === 'tool_result')
      ? { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: 'gone', is_error: true }] }
      : one,
  );
  expect(take(messages).told()).toContain('search failed: gone');
});

it('makes a session of each conversation in a file, and none at a preview', () => {
  const file = ['A', 'B'].map((value) => ({
    conversations: [
      { from: 'human', value },
      { from: 'gpt', value: 'ok' },
    ],
  }));
  const { result, told, store } = take(file);
  expect(result.sessions).toHaveLength(2);
  expect(result.sessions?.map((id) => told(id)[0])).toEqual(['user: A', 'user: B']);
  expect(store.summaries()).toHaveLength(2);
  const looked = take(file, { preview: true });
  expect(looked.result).toMatchObject({ foreign: { format: 'sharegpt', messages: 4 } });
  expect(looked.store.summaries({ includeDeleted: true })).toEqual([]);
});

it('makes a session of each conversation among requests, however they alternate', () => {
  const user = (content: string) => ({ role: 'user', content });
  const answer = (content: string) => ({ role: 'assistant', content });
  const system = { role: 'system', content: 'Be brief.' };
  const lines = [
    { messages: [system, user('A'), answer('a')] },
    { messages: [system, user('B'), answer('b')] },
    { messages: [system, user('A'), answer('a'), user('And?'), answer('c')] },
    { messages: [system, user('A'), answer('another')] },
  ];
  const { result, told } = take({ lines });
  expect(result.sessions?.map((id) => told(id).slice(1))).toEqual([
    ['user: A', 'a', 'user: And?', 'c'],
    ['user: B', 'b'],
    ['user: A', 'another'],
  ]);
});

it('refuses a file that is not a conversation, naming its content, and a wrong format', () => {
  const message = (work: () => unknown) => {
    try {
      work();
    } catch (error) {
      return isSkilldeckError(error) ? error.message : String(error);
    }
    return 'imported';
  };
  expect(message(() => take([{ colour: 'red', size: 3 }]))).toMatch(
    /^A JSON list isn't a conversation.*claude-code, codex/,
  );
  expect(message(() => take({ resourceSpans: [] }))).toMatch(/^The traces have no model spans/);
  expect(message(() => take({ conversations: [{ from: 'human', value: 'x' }] }, { format: 'openai' }))).toMatch(
    /no 'messages'/,
  );
});
