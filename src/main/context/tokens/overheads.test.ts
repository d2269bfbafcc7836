import { expect, it } from 'vitest';
import type { ToolDefinition } from '../../../shared/events.ts';
import { counting } from './counter.ts';
import { baseOverhead, toolTokens } from './overheads.ts';

/** The example of OpenAI's Cookbook, "How to count tokens with tiktoken", section 7, with the figures printed there. */
const WEATHER: ToolDefinition = {
  name: 'get_current_weather',
  description: 'Get the current weather in a given location',
  parameters: {
    type: 'object',
    properties: {
      location: { type: 'string', description: 'The city and state, e.g. San Francisco, CA' },
      unit: { type: 'string', description: 'The unit of temperature to return', enum: ['celsius', 'fahrenheit'] },
    },
    required: ['location'],
  },
};
const MESSAGES = [
  'You are a helpful assistant that can answer to questions about the weather.',
  "What's the weather like in San Francisco?",
];

const total = (model: string, tools: readonly ToolDefinition[]) =>
  counting(model, (counter) =>
    [
      // One of the two messages is the system's, whose marks are in the base.
      baseOverhead(tools, counter) + 4,
      ...MESSAGES.map(counter.count),
      ...tools.map((tool) => toolTokens(tool, counter)),
    ].reduce((sum, tokens) => sum + tokens, 0),
  );

it('matches OpenAI’s recipe for models of the new and the old encodings', async () => {
  expect([await total('gpt-4o', [WEATHER]), await total('gpt-4', [WEATHER])]).toEqual([101, 105]);
});

it('counts nested fields, and for models without a published recipe the JSON as posted', async () => {
  const nested = (items: object): ToolDefinition => ({
    name: 't',
    description: 'd',
    parameters: { type: 'object', properties: { list: { type: 'array', items } } },
  });
  const plain = await total('gpt-4o', [nested({ type: 'string' })]);
  const deep = { type: 'object', properties: { inner: { type: 'string', description: 'four words are here' } } };
  const lines = await counting('gpt-4o', ({ count }) => count('inner:string:four words are here'));
  // `prop_init` and `prop_key` count a second time.
  expect((await total('gpt-4o', [nested(deep)])) - plain).toBe(3 + 3 + lines);
  const json = JSON.stringify({ type: 'function', function: WEATHER });
  const [tool, text] = await counting('qwen-plus', (counter) => [toolTokens(WEATHER, counter), counter.count(json)]);
  expect(tool).toBe(text);
});
