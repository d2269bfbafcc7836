import { describe, expect, it } from 'vitest';
import { prepareRequest, tableOf } from './engine.ts';
import { answered, catalog, created, loaded, prompt, referenced, result, said, stateOf } from './test-kit/states.ts';
import { counterFor, pieces } from './tokens/counter.ts';
import { encodingFor } from './tokens/encoding.ts';

const call = (id: string, name: string) => ({ id, name, arguments: '{"a":1}' });

describe('the token table', () => {
  const steps = [
    [created(), prompt(), catalog('book-flight'), said('我想订一张去东京的机票')],
    [
      answered('', call('c1', 'load_skill')),
      loaded('book-flight', 'instructions '.repeat(500)),
      result('c1', 'load_skill', 'ok'),
    ],
    [
      answered('', call('c2', 'run_command')),
      result('c2', 'run_command', "Error: Unknown destination city 'San Francisco'"),
    ],
    [referenced('book-flight', 'reference.md', 'reference '.repeat(300))],
  ];

  it('rises with each phase of the seed documents, and its total is the sum of its parts', async () => {
    const tables = [];
    for (let upTo = 1; upTo <= steps.length; upTo += 1)
      tables.push(await tableOf(stateOf(...steps.slice(0, upTo).flat())));
    expect(tables.map((table) => table.parts.map((part) => `${part.kind}:${part.label}`))).toEqual([
      ['base:base prompt', 'tools:tool list', 'tools:2 tool definitions', 'catalog:1 skills', 'user:user'],
      expect.arrayContaining(['skill:book-flight', 'assistant:assistant', 'tool-result:load_skill']),
      expect.arrayContaining(['tool-result:run_command', 'assistant:assistant × 2']),
      expect.arrayContaining(['reference:book-flight - reference.md']),
    ]);
    for (const table of tables) expect(table.total).toBe(table.parts.reduce((sum, part) => sum + part.tokens, 0));
    const [first = 0, afterLoad = 0, afterError = 0, afterReference = 0] = tables.map((table) => table.total);
    expect(afterLoad - first).toBeGreaterThan(500);
    expect(afterError).toBeGreaterThan(afterLoad);
    expect(afterReference - afterError).toBeGreaterThan(300);
  });

  it('counts by the model, never by characters: Chinese is not a quarter of its length', async () => {
    const counter = await counterFor('gpt-4o');
    const chinese = '我想订一张明天从北京去东京的机票，经济舱，两个大人一个孩子。';
    expect(counter.count(chinese)).toBeGreaterThan(chinese.length / 3);
    expect(counter.count('hello world')).toBe(2);
    expect(await encodingFor('openai/gpt-4')).toBe('cl100k_base');
    expect(await encodingFor('some-unknown-model')).toBe('o200k_base');
  });

  it('takes special tokens inside a text as text', async () => {
    expect((await counterFor('gpt-4o')).count('<|endoftext|> <|im_start|>')).toBeGreaterThan(2);
  });

  it('sends nothing over the limit and says both figures', async () => {
    const state = stateOf(created({ maxContext: 20 }), prompt(), said('hello there'));
    const { total } = await tableOf(state);
    expect(await prepareRequest(state)).toEqual({
      code: 'context-full',
      message: expect.stringContaining(`${total} tokens and the model's limit is 20`),
    });
  });
});

describe('cutting long runs for counting', () => {
  it('changes no character and cuts only where a run is long', () => {
    const texts = [
      'short',
      `${'a'.repeat(1000)} b ${'='.repeat(700)}`,
      `x${'机'.repeat(600)}。好`,
      '😀'.repeat(400),
      ' '.repeat(600),
    ];
    for (const text of texts) expect(pieces(text).join('')).toBe(text);
    const prose = 'A sentence of many words. '.repeat(1000);
    expect(pieces(prose)).toEqual([prose]);
  });

  it('stays within 1 % of the exact count', async () => {
    const counter = await counterFor('gpt-4o');
    const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
    for (const text of ['a'.repeat(3000), `key=${'0123456789abcdef'.repeat(200)}`, '订票'.repeat(1000)]) {
      const exact = countTokens(text);
      expect(Math.abs(counter.count(text) - exact) / exact).toBeLessThan(0.01);
    }
  });
});
