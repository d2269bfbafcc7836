/** Servers send anything: no reader fails on it, and what it made of it can be logged and sent back. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { WIRES } from '../../../shared/events.ts';
import { readAll, turnOf, wireRequest } from './test-kit/wire-request.ts';
import { WIRE } from './wires.ts';

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
