import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import type { ToolDefinition } from '../../../shared/events.ts';
import { MAX_EXACT } from './count-text.ts';
import { baseOverhead, counting, countingThread, createFigures, toolTokens } from './counter.ts';

describe('the counter of a model', () => {
  it('returns every figure, even if what to count next depends on another figure', async () => {
    const asked: string[] = [];
    const tokens = await counting('gpt-4o', ({ count }) => {
      asked.push('once');
      const first = count('hello world');
      return [first, count(first === 2 ? 'two tokens it was' : 'not known yet')];
    });
    expect(tokens).toEqual([2, 4]);
    expect(asked).toHaveLength(3);
    expect(await counting('gpt-4o', ({ count }) => asked.push('again') && count('hello world'))).toBe(2);
    expect(asked).toHaveLength(4);
  });
});

describe('figures', () => {
  it('are counted once per content, for all callers, and in batches', async () => {
    const batches: number[][] = [];
    const figures = createFigures(async (texts) => {
      batches.push(texts.map((text) => text.length));
      return texts.map((text) => text.length);
    });
    const long = (letter: string) => letter.repeat(700_000);
    const [all] = await Promise.all([
      figures.count(['short', long('a'), long('b'), long('c')]),
      figures.count([long('a'), 'short', 'other']),
    ]);
    expect([...all.values()]).toEqual([5, 700_000, 700_000, 700_000]);
    expect((await figures.count(['short', 'other', long('a')])).get('other')).toBe(5);
    expect(batches.flat().toSorted((a, b) => a - b)).toEqual([5, 5, 700_000, 700_000, 700_000]);
    expect(batches.every((batch) => batch.filter((length) => length > 5).length <= 1)).toBe(true);
    // A long text is looked up by its hash alone, which `count` makes.
    expect(['short', long('c'), 'unknown', 'x'.repeat(600)].map(figures.peek)).toEqual([
      5,
      undefined,
      undefined,
      undefined,
    ]);

    const tooLong = 'x'.repeat(MAX_EXACT + 1);
    expect((await figures.count([tooLong])).get(tooLong)).toBe(tooLong.length);
    // It was given samples; here they have a token a character.
    expect(batches.at(-1)?.[0]).toBeLessThan(MAX_EXACT);
  });

  it('are counted again after a failed count', async () => {
    let fails = true;
    const figures = createFigures(async (texts) => {
      if (fails) throw new Error('no');
      return texts.map(() => 1);
    });
    await expect(Promise.all([figures.count(['a', 'b']), figures.count(['a'])])).rejects.toThrow('no');
    fails = false;
    expect([...(await figures.count(['a']))]).toEqual([['a', 1]]);
    expect(figures.peek('a')).toBe(1);
  });
});

describe('the counting thread', () => {
  const dying = () =>
    new Worker("require('node:worker_threads').parentPort.once('message', () => process.exit(3))", { eval: true });
  const answering = () =>
    new Worker(
      "const { parentPort } = require('node:worker_threads'); parentPort.on('message', ({ id, texts }) => parentPort.postMessage({ id, tokens: texts.map(() => 99) }))",
      { eval: true },
    );

  it('leaves what it had to do to the main thread when it dies, and another one counts the next text', async () => {
    const starts = [dying, answering];
    const counted = countingThread(() => (starts.shift() ?? dying)());
    expect(await Promise.all([counted(['hello world']), counted(['', 'a'])])).toEqual([[2], [0, 1]]);
    expect(await counted(['b'])).toEqual([99]);
    expect(starts).toEqual([]);
  });

  it('ends when it rests, and another one counts the next text', async () => {
    const started: Worker[] = [];
    const resting = countingThread(() => {
      const one = answering();
      started.push(one);
      return one;
    }, 0);
    expect(await resting(['a'])).toEqual([99]);
    await new Promise((gone) => started[0]?.once('exit', gone));
    expect(await resting(['b', 'c'])).toEqual([99, 99]);
    expect(started).toHaveLength(2);
  });

  it('is skipped when it cannot be started', async () => {
    const none = countingThread(() => {
      throw new Error('the build is missing');
    });
    expect(await none(['hello world', ''])).toEqual([2, 0]);
  });
});

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

it('matches OpenAI’s recipe', async () => {
  expect(await total('gpt-4o', [WEATHER])).toBe(101);
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
