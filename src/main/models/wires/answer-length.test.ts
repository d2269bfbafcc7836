import { expect, it } from 'vitest';
import { AnthropicReader } from './anthropic.ts';
import { ChatReader } from './chat.ts';
import { ResponsesReader } from './responses.ts';
import type { AnswerReader } from './wire.ts';

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
