import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { EvalCase } from '../../../shared/evals.ts';
import { grade } from './grade.ts';
import { gradableOn } from './run-case.ts';
import type { RunFacts } from './runs.ts';

const A = 'a'.repeat(60);
const facts = (text: string): RunFacts => ({
  text,
  loads: [],
  references: [],
  calls: [],
  tokens: 1,
  cost: undefined,
  seconds: 1,
  errors: 0,
  lastEvent: 9,
  firstAnswer: undefined,
  failure: undefined,
});
const graded = async (
  given: Partial<EvalCase>,
  {
    text = '',
    files = {},
    signal = new AbortController().signal,
  }: { text?: string; files?: Readonly<Record<string, string>>; signal?: AbortSignal } = {},
) => {
  const one = { id: '1', prompt: 'x', ...given } as EvalCase;
  const grades = await grade(
    one,
    facts(text),
    { paths: Object.keys(files), text: async (path) => files[path] },
    signal,
  );
  return grades.map(({ passed, evidence }) => [passed, evidence] as const);
};

it.each(['^(a|a)+$', '^((a+))+$', '^((ab)*|a*b*)*$', '(a|aa)+$'])(
  'answers %s on a text made for it',
  async (source) => {
    const [[, evidence] = [true, '']] = await graded({ regex: [source] }, { text: `${A}!` });
    expect(evidence).toBe(`${A}!`);
    const files = { 'out/a.txt': `${A}!` };
    expect(
      (await graded({ output_files: [{ path: 'out/*', matches: [source] }] }, { files })).map(([ok]) => ok),
    ).toEqual([true, false]);
  },
);

it('has the match as its evidence', async () => {
  expect(await graded({ regex: ['\\d+', '北京|PEK'] }, { text: 'To 北京 in 42 minutes' })).toEqual([
    [true, '42'],
    [true, '北京'],
  ]);
});

it('says of a text that is too long for a pattern how long one may be', async () => {
  const [only] = await graded({ regex: ['[a-c]{1000}$'] }, { text: 'x'.repeat(100_000) });
  expect(only).toEqual([false, expect.stringMatching(/^It has 100000 characters; .* on \d{4} at most$/)]);
});

it.each([
  ['out/*a*a*a*a*a*a*a*a*a*a*b', false],
  ['out/+(a|aa|aaa)', false],
  [`out/${'{a,b}'.repeat(20)}`, false],
  ['**/a*', true],
  [`out/${A}`, true],
])('looks for the files of %s without a regular expression', async (path, there) => {
  expect((await graded({ output_files: [{ path }] }, { files: { [`out/${A}`]: '' } })).map(([ok]) => ok)).toEqual([
    there,
  ]);
});

const text = { type: 'string' };
it.each([
  [{ type: 'object', properties: { x: { ...text, pattern: '^(a|a)+$' } } }, { x: `${A}!` }, '"x": does not match'],
  [{ type: 'array', items: { ...text, pattern: '^((a+))+$' } }, ['a', `${A}!`], '"1": does not match'],
  [{ type: 'array', prefixItems: [{ ...text, pattern: '^b' }], items: text }, ['a'], '"0": does not match'],
  [{ allOf: [{ ...text, pattern: '^(a|a)+$' }] }, `${A}!`, '"": does not match'],
  [{ type: 'object', additionalProperties: { ...text, pattern: '^x' } }, { y: 'z' }, '"y": does not match'],
  [{ type: 'object', patternProperties: { '^(a|a)+$': text } }, { [`${A}!`]: 'x' }, 'A pattern in "patternProperties"'],
  [{ anyOf: [{ ...text, pattern: '^(a|a)+$' }] }, `${A}!`, 'A pattern in "anyOf" is not supported'],
  [{ $ref: '#/$defs/x', $defs: { x: { ...text, pattern: '^(a|a)+$' } } }, `${A}!`, 'A pattern in "$defs"'],
  [{ type: 'object', propertyNames: { pattern: '^(a|a)+$' } }, { [`${A}!`]: 1 }, 'A pattern in "propertyNames"'],
  [{ ...text, pattern: '(?=a)a' }, 'a', '"": The pattern is not supported'],
  [{ type: 'object', properties: { pattern: text }, required: ['pattern'] }, { pattern: 'x' }, undefined],
  [{ type: 'object', properties: { x: { ...text, pattern: '^\\d+$' } } }, { x: '12' }, undefined],
  [{ type: 'object', required: ['x'] }, {}, '"x" is missing'],
])('checks %j', async (schema, value, fault) => {
  const files = { 'out/a.json': JSON.stringify(value) };
  const [, only] = await graded({ output_files: [{ path: 'out/a.json', schema }] } as Partial<EvalCase>, { files });
  expect(only).toEqual([
    fault === undefined,
    fault === undefined ? 'out/a.json' : expect.stringContaining(`out/a.json: ${fault}`),
  ]);
});

it('ends between two patterns when it is stopped', async () => {
  const stop = new AbortController();
  const patterns = Array.from({ length: 500 }, (_, index) => `(\\w+\\s?){1,9}[^a]${index}$`);
  const running = graded({ regex: patterns }, { text: A.repeat(1_000), signal: stop.signal });
  await setImmediate();
  stop.abort();
  expect((await running).length).toBeLessThan(5);
});

it('asks the side without a skill for nothing that only the skill can do', () => {
  const one = {
    id: 'a',
    prompt: 'Hi.',
    loads: ['greet', 'clock'],
    must_not_load: ['greet'],
    references: ['a.md'],
    regex: ['x'],
  };
  expect(gradableOn(one, { switches: { greet: false } })).toEqual({
    ...one,
    loads: ['clock'],
    must_not_load: [],
    references: [],
  });
  expect(gradableOn(one, { switches: { greet: true } })).toBe(one);
});
