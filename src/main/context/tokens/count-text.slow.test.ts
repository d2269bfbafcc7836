import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { anyText } from '../../../shared/test-kit/any-text.ts';
import { type CountText, isEstimated, loadCount, MAX_EXACT, sampled, scaled } from './count-text.ts';
import { publishedEncoding } from './encoding.ts';

const ORDINARY = { disallowedSpecial: new Set<string>() };
const read = (...parts: string[]) => readFileSync(path.join(import.meta.dirname, ...parts), 'utf8');

const CORPUS = [
  'A sentence of many words, isn’t it? It’s 12,345.67 — or so.\r\n\r\n\tIndented.  Two spaces.   \n',
  '我想订一张明天从北京去东京的机票，经济舱，两个大人一个孩子。出发日期：2026年3月4日。',
  '東京へ行きたい。서울에서 출발합니다. Привет, мир! مرحبا بالعالم नमस्ते',
  JSON.stringify(
    { from: 'PEK', to: ['NRT', 'HND'], nested: { price: 1234.5, when: '2026-01-02T03:04:05Z', 中: null } },
    null,
    2,
  ),
  '👩‍👩‍👧‍👦 👍🏽 🇯🇵 é e\u0301 Z\u0351\u036b\u0343 \ud83d lone \udc00 <|endoftext|> <|im_start|>system',
  read('counter.ts'),
  read('..', '..', '..', '..', 'skills', 'book-flight', 'SKILL.md'),
];
const RUNS = [
  'a',
  'ab',
  'Q',
  '=',
  ' ',
  '\n',
  ' \n',
  '\t',
  '/',
  '机',
  '订票',
  '😀',
  'e\u0301',
  '0',
  '-=',
  '\r\n',
  '\u00a0',
];

const text = fc.oneof(
  { weight: 3, arbitrary: anyText(60) },
  {
    weight: 3,
    arbitrary: fc
      .array(
        fc.constantFrom(
          ...RUNS,
          ...CORPUS.join('')
            .split(/(?<=\s)(?=\S)/u)
            .slice(0, 400),
        ),
        { maxLength: 30 },
      )
      .map((parts) => parts.join('')),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(...RUNS), fc.integer({ min: 1, max: 400 }))
      .map(([run, times]) => run.repeat(times)),
  },
);

describe('counting', () => {
  let ours: CountText;
  let theirs: CountText;
  beforeAll(async () => {
    ours = await loadCount();
    const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
    theirs = (one) => countTokens(one, ORDINARY);
  });

  it('matches gpt-tokenizer in every language and for every run of characters', () => {
    for (const one of CORPUS) expect(ours(one)).toBe(theirs(one));
    for (const run of RUNS)
      for (const times of [3, 257, 600]) expect(ours(run.repeat(times))).toBe(theirs(run.repeat(times)));
    fc.assert(
      fc.property(text, (one) => ours(one) === theirs(one)),
      { numRuns: 300 },
    );
  });
});

describe('a text without a break', () => {
  it('is counted exactly up to the longest exact length', async () => {
    const count = await loadCount();
    // The longest tokens hold eight `a` and 64 `=`; the last has none, so it shows the splitting alone.
    expect(count('a'.repeat(256 * 1024))).toBe(32_768);
    expect(count('='.repeat(256 * 1024))).toBe(4_096);
    expect(count('ʰ'.repeat(MAX_EXACT))).toBe(2 * MAX_EXACT);
  });

  it('is estimated from samples beyond that, within 2 % of the exact count', async () => {
    const count = await loadCount();
    const page = CORPUS.join('\n');
    const long = page.repeat(Math.ceil((MAX_EXACT * 1.5) / page.length));
    const exact = count(long);
    expect([isEstimated(long), isEstimated(page)]).toEqual([true, false]);
    expect(Math.abs(scaled(long, count(sampled(long))) / exact - 1)).toBeLessThan(0.02);
    expect(scaled(page, count(sampled(page)))).toBe(count(page));
  });
});

it('identifies a model by the longest known name; one of a retired encoding has none', async () => {
  const models = ['openai/gpt-4o-2024-11-20', 'gpt-oss-20b', 'gpt-9', 'gpt-4', 'some-unknown-model'];
  const published = ['o200k_base', 'o200k_harmony', 'o200k_base', undefined, undefined];
  expect(await Promise.all(models.map(publishedEncoding))).toEqual(published);
});
