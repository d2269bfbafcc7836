/** Properties of every wire. */

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { WIRES } from '../../../shared/events.ts';
import { OWN_BODY_FIELDS } from '../../../shared/models/model-options.ts';
import { requestHeaders } from '../address.ts';
import { classifyServerError, readErrorBody, readServerError } from '../classify.ts';
import { AnthropicReader } from './anthropic.ts';
import { ChatReader } from './chat.ts';
import { ResponsesReader } from './responses.ts';
import { answer, call, readAll, result, turnOf, user, wireRequest } from './test-kit/wire-request.ts';
import type { AnswerReader } from './wire.ts';
import { WIRE } from './wires.ts';

it.each(WIRES)(
  '%s lets extra parameters override everything but the session’s own; a second time changes nothing',
  (wire) => {
    const tools = [{ name: 'f', description: '', parameters: { type: 'object' } }];
    const turns = [user('x'), answer('y', call('a')), result('a', 'r')];
    const plain = WIRE[wire].body(wireRequest({ tools, turns, route: { wire } }));
    const own = Object.fromEntries(OWN_BODY_FIELDS.map((field) => [field, null]));
    const params = { ...own, stream: false, metadata: { a: 1 } };
    const body = () => WIRE[wire].body(wireRequest({ tools, turns, route: { wire, params } }));
    expect(body()).toEqual({ ...plain, stream: false, metadata: { a: 1 } });
    expect(JSON.stringify(body())).toBe(JSON.stringify(body()));
  },
);

it('sends an Azure resource its key under its own header, and the wire’s other headers', () => {
  const headers = (baseUrl: string) =>
    requestHeaders(baseUrl, { apiKey: ' k ' }, (key) => WIRE.anthropic.headers(key, 'claude-opus-5'));
  const version = { 'anthropic-version': '2023-06-01' };
  expect(headers('https://x.services.ai.azure.com/anthropic/v1')).toEqual({ ...version, 'api-key': 'k' });
  expect(headers('https://api.anthropic.com/v1')).toEqual({ ...version, 'x-api-key': 'k' });
});

it('sends the betas a wire needs together with those the user adds', () => {
  const own = () => ({ 'anthropic-beta': 'needed' });
  expect(requestHeaders('https://h/v1', { headers: { 'anthropic-beta': 'added' } }, own)).toEqual({
    'anthropic-beta': 'needed,added',
  });
  expect(requestHeaders('https://h/v1', {}, own)).toEqual({ 'anthropic-beta': 'needed' });
});

it('distinguishes the failures of Anthropic and of Responses, before and inside a stream', () => {
  const told = (status: number | undefined, error: object) => {
    const body = { type: 'error', error };
    const read = status === undefined ? readServerError(body) : readErrorBody(JSON.stringify(body));
    const { code, retry, hint } = classifyServerError(status, read ?? { message: '' });
    return `${code}${retry ? ' again' : ''}${hint === undefined ? '' : ` ${hint}`}`;
  };
  const of = (type: string, message = 'words') => ({ type, message });
  expect(told(401, of('authentication_error', 'invalid x-api-key'))).toBe('unauthorized');
  expect(told(403, of('permission_error'))).toBe('unauthorized forbidden');
  expect(told(404, of('not_found_error', 'model: claude-9'))).toBe('not-found model');
  expect(told(413, of('request_too_large'))).toBe('context-too-long');
  expect(told(400, of('invalid_request_error', 'prompt is too long: 208411 tokens > 200000 maximum'))).toBe(
    'context-too-long',
  );
  expect(told(400, of('invalid_request_error', 'Your credit balance is too low to access the API.'))).toBe(
    'rate-limited quota',
  );
  expect(told(429, of('rate_limit_error'))).toBe('rate-limited again');
  expect(told(529, of('overloaded_error', 'Overloaded'))).toBe('server-error again');
  expect(told(undefined, of('overloaded_error', 'Overloaded'))).toBe('server-error again');
  expect(told(undefined, { code: 'context_length_exceeded', message: 'Your input exceeds the context window.' })).toBe(
    'context-too-long',
  );
  expect(
    told(undefined, { code: 'invalid_prompt', message: 'Your prompt was flagged as potentially violating.' }),
  ).toBe('content-filter');
});

const TYPES = [
  'message_start',
  'content_block_start',
  'content_block_delta',
  'content_block_stop',
  'message_delta',
  'message',
  'response.output_item.added',
  'response.output_item.done',
  'response.output_text.delta',
  'response.completed',
  'response.reasoning_summary_text.delta',
  'response.function_call_arguments.delta',
  'response.refusal.delta',
];

const KINDS = ['text', 'tool_use', 'thinking', 'redacted_thinking', 'message', 'function_call', 'reasoning'];

const word = fc.oneof(fc.string({ maxLength: 5 }), fc.constant('订票'), fc.jsonValue({ maxDepth: 1 }));

const item = fc.record(
  {
    type: fc.constantFrom(...KINDS),
    id: word,
    call_id: word,
    name: word,
    arguments: word,
    input: word,
    text: word,
    thinking: word,
    signature: word,
    partial_json: word,
    phase: word,
    encrypted_content: word,
    content: fc.array(fc.record({ type: word, text: word }, { requiredKeys: [] }), { maxLength: 2 }),
    summary: word,
  },
  { requiredKeys: ['type'] },
);

const index = fc.oneof(fc.nat(3), word);

const event = fc.oneof(
  fc.jsonValue(),
  fc.record(
    {
      type: fc.constantFrom(...TYPES),
      index,
      output_index: index,
      item,
      content_block: item,
      usage: word,
      delta: fc.oneof(item, word),
      response: fc.record(
        { output: fc.array(item, { maxLength: 2 }), status: word, usage: word },
        { requiredKeys: [] },
      ),
      content: fc.array(item, { maxLength: 2 }),
      choices: fc.array(fc.record({ delta: item, message: item, finish_reason: word }, { requiredKeys: [] }), {
        maxLength: 2,
      }),
    },
    { requiredKeys: ['type'] },
  ),
);

it.each(WIRES)('%s', (wire) => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 8 }), (events) => {
      const { reader } = readAll(WIRE[wire], ...events);
      const turn = turnOf(reader);
      if (turn.role !== 'assistant') throw new Error('an answer');
      expect(turn).toMatchObject({ content: reader.text, calls: reader.toolCalls() });
      // Arguments that are no object never reach a wire.
      const calls = turn.calls.map((call) => ({ ...call, arguments: '{}' }));
      const body = () => JSON.stringify(WIRE[wire].body(wireRequest({ turns: [{ ...turn, calls }] })));
      expect(body()).toBe(body());
      expect(reader.length).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: 100 },
  );
});

function lengthOf(reader: AnswerReader, ...events: readonly object[]): number {
  for (const event of events) reader.add(event);
  return reader.length;
}

it('counts text, reasoning, names and arguments for the length of a chat answer', () => {
  const delta = (fields: object) => ({ choices: [{ index: 0, delta: fields }] });
  const call = (fn: object) => delta({ tool_calls: [{ index: 0, id: 'a', function: fn }] });
  expect(
    lengthOf(
      new ChatReader(() => {}),
      delta({ content: '12345', reasoning_content: '123' }),
      call({ name: 'ab', arguments: '{"n"' }),
      call({ arguments: ':1}' }),
    ),
  ).toBe(5 + 3 + 2 + 7);
});

it('counts signatures too for the length of an Anthropic answer', () => {
  const delta = (fields: object) => ({ type: 'content_block_delta', index: 0, delta: fields });
  expect(
    lengthOf(
      new AnthropicReader(() => {}),
      { type: 'content_block_start', index: 0, content_block: { type: 'thinking' } },
      delta({ type: 'thinking_delta', thinking: '1234' }),
      delta({ type: 'signature_delta', signature: '123' }),
      delta({ type: 'signature_delta', signature: '12' }),
    ),
  ).toBe(4 + 3 + 2);
});

it('counts arguments once for the length of a Responses answer, in pieces or whole', () => {
  const item = { type: 'function_call', call_id: 'a', name: 'x', arguments: '{"n":1}' };
  const added = { type: 'response.output_item.added', output_index: 0, item: { ...item, arguments: '' } };
  const piece = { type: 'response.function_call_arguments.delta', output_index: 0, delta: '{"n"' };
  const done = { type: 'response.output_item.done', output_index: 0, item };
  expect(lengthOf(new ResponsesReader(() => {}), added, done)).toBe(7);
  expect(lengthOf(new ResponsesReader(() => {}), added, piece, done)).toBe(7);
});
