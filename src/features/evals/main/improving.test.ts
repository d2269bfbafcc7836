import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { withDescription } from '../../../main/skills/make-skill.ts';
import type { EvalCase } from '../../../shared/evals.ts';
import { bestVersion, filesOf, type LoopVersion } from '../improving.ts';
import { grade } from './grade.ts';
import { difference, halvesOf, shareOf } from './optimise.ts';
import { applyEdits } from './propose.ts';
import { createPurse } from './purse.ts';
import { gradableOn } from './run-case.ts';
import type { RunFacts } from './runs.ts';

it('splits sentences of each kind in half, the same each time and in any order', () => {
  const sentences = fc.uniqueArray(fc.record({ query: fc.string({ minLength: 1 }), should_trigger: fc.boolean() }), {
    selector: ({ query }) => query,
  });
  fc.assert(
    fc.property(sentences, (cases) => {
      const halves = halvesOf(cases);
      const of = (kind: boolean, list: typeof cases) => list.filter(({ should_trigger }) => should_trigger === kind);
      const fewest = Math.min(of(true, cases).length, of(false, cases).length);
      expect(halves === undefined).toBe(fewest < 2);
      if (halves === undefined) return;
      expect(halvesOf(cases.toReversed())).toEqual(halves);
      expect(new Set([...halves.training, ...halves.heldOut])).toEqual(new Set(cases));
      for (const kind of [true, false]) {
        const [a, b] = [halves.training, halves.heldOut].map((half) => of(kind, [...half]).length);
        expect((a ?? 0) - (b ?? 0)).toSatisfy((more: number) => more === 0 || more === 1);
      }
    }),
  );
});

it('counts a sentence as right only if each of its runs is, and none that got no answer', () => {
  const one = (should_trigger: boolean, triggered: number, runs: number) => ({
    query: 'q',
    should_trigger,
    triggered,
    runs,
    instead: {},
  });
  const share = shareOf([one(true, 3, 3), one(true, 2, 3), one(false, 0, 3), one(false, 1, 3), one(true, 0, 0)]);
  expect(share).toMatchObject({ right: 2, of: 4, rightRuns: 10, runs: 12 });
  const all = (right: number, of: number) => ({ ...share, right, of });
  expect(difference(all(20, 20), all(5, 20), 40)).toMatchObject({ clear: true, difference: { right: 0.75 } });
  expect(difference(all(2, 4), all(2, 4), 8)).not.toHaveProperty('sentencesNeeded');
});

const SKILL = '---\nname: pdf\ndescription: >-\n  Reads\n\n  PDFs.\nlicense: MIT\n---\nRead it. Read it.\n';

it.each([
  ['folded', SKILL],
  ['quoted', SKILL.replace(/>-\n {2}Reads\n\n {2}PDFs\./, '"Reads: PDFs"')],
  ['last, with Windows lines', '---\r\nname: pdf\r\nlicense: MIT\r\ndescription: Reads\r\n  PDFs\r\n---\r\nBody\r\n'],
])('replaces a description that is %s, and nothing else', (_name, text) => {
  const after = withDescription(text, 'Says "hi": # now');
  expect(after).toContain('description: "Says \\"hi\\": # now"');
  expect(withDescription(after, 'Reads PDFs.')).toContain('description: Reads PDFs.');
  const rest = (one: string) => one.replace(/description: [\s\S]*?(?=license|---)/, '');
  expect(rest(after)).toBe(rest(text));
});

it.each([
  [[{ path: 'SKILL.md', old: 'Read it.', new: 'x' }], '2 times'],
  [[{ path: 'SKILL.md', old: 'gone', new: 'x' }], 'does not contain'],
  [[{ path: 'SKILL.md', old: 'Read it. Read it.', new: 'Read it. Read it.' }], 'change nothing'],
  [[{ path: 'SKILL.md', old: 'license: MIT', new: 'allowed-tools: Bash' }], 'may change'],
  [[{ path: 'SKILL.md', old: 'name: pdf', new: 'name: bash' }], 'may change'],
  [[{ path: 'SKILL.md', old: 'license: MIT', new: 'metadata:\n  network: "*"\nlicense: MIT' }], 'may change'],
  [[{ path: 'SKILL.md', old: SKILL, new: 'no front matter' }], 'SKILL.md:'],
  [[{ path: 'evals/notes.md', old: '', new: 'x' }], 'stays the same'],
  [[{ path: 'scripts/run.py', old: '', new: 'x' }], 'no Markdown'],
  [[{ path: '../other/SKILL.md', old: '', new: 'x' }], 'inside the skill'],
  [[{ path: 'SKILL.md', old: '', new: 'x' }], 'already exists'],
  [[{ path: 'none.md', old: 'a', new: 'x' }], 'there is no none.md'],
])('refuses the edits %j', (edits, why) => {
  expect(applyEdits(new Map([['SKILL.md', SKILL]]), 'SKILL.md', edits)).toEqual({
    fault: expect.stringContaining(why),
  });
});

it('applies edits in order, with no meaning for $ signs', () => {
  const edits = [
    { path: 'SKILL.md', old: 'Read it. Read it.', new: "Costs $& $' more." },
    { path: 'references/a.md', old: '', new: 'one' },
    { path: 'references/a.md', old: 'one', new: 'two' },
    { path: 'SKILL.md', old: 'description: >-\n  Reads', new: 'description: >-\n  Opens' },
  ];
  const edited = applyEdits(new Map([['SKILL.md', SKILL]]), 'SKILL.md', edits);
  const texts = 'texts' in edited ? edited.texts : new Map<string, string>();
  expect(texts.get('references/a.md')).toBe('two');
  expect(texts.get('SKILL.md')).toContain("Opens\n\n  PDFs.\nlicense: MIT\n---\nCosts $& $' more.\n");
});

const version = (number: number, figures?: { passed: number; rate: number; tokens: number }): LoopVersion => ({
  number,
  parent: number === 0 ? null : 0,
  at: '',
  reason: '',
  files: number === 0 ? [] : [{ path: `${number}.md`, before: null, text: `v${number}` }],
  ...(figures === undefined
    ? {}
    : {
        figures: {
          eval: 'e',
          passed: figures.passed,
          of: 4,
          interval: [0, 1],
          pass_rate: figures.rate,
          tokens: figures.tokens,
          seconds: 1,
        },
      }),
});

it('holds a version for the best by whole runs, then by what was met, then by tokens, then by age', () => {
  const best = (...versions: LoopVersion[]) => bestVersion(versions)?.number;
  const v = (number: number, passed: number, rate: number, tokens: number) => version(number, { passed, rate, tokens });
  expect(best(v(0, 1, 0.9, 10), v(1, 2, 0.1, 90))).toBe(1);
  expect(best(v(0, 2, 0.5, 10), v(1, 2, 0.6, 90))).toBe(1);
  expect(best(v(0, 2, 0.5, 10), v(1, 2, 0.5, 9))).toBe(1);
  expect(best(v(0, 2, 0.5, 10), v(1, 2, 0.5, 10), version(2))).toBe(0);
  expect(best(version(0))).toBe(undefined);
});

it('knows what taking a version writes, and what it takes away', () => {
  const versions = [version(0), version(1), version(2)];
  expect(filesOf({ versions }, version(1))).toEqual([
    { path: '1.md', text: 'v1', known: [null, 'v1'] },
    { path: '2.md', text: null, known: [null, 'v2'] },
  ]);
});

it('refuses what no longer fits, and money where there is no price', () => {
  const purse = createPurse({ maxTokens: 100, maxCost: 1 });
  expect(purse.refuses({ tokens: 100, cost: 1 })).toBe(undefined);
  purse.add({ tokens: 60, cost: 0.4 });
  expect(purse.refuses({ tokens: 41, cost: 0 })).toBe('tokens');
  expect(purse.refuses({ tokens: 1, cost: 0.7 })).toBe('cost');
  expect(purse.left()).toEqual({ maxTokens: 40, maxCost: 0.6 });
  purse.add({ tokens: 1 });
  expect(purse.refuses({ tokens: 1, cost: 0 })).toBe('no-price');
  expect(purse.spent()).toEqual({ tokens: 61 });
});

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
    calls: [{ name: 'wave' }, { name: 'run_command' }],
  };
  expect(gradableOn(one, { switches: { greet: false }, lacks: ['wave'] })).toEqual({
    ...one,
    calls: [{ name: 'run_command' }],
    loads: ['clock'],
    must_not_load: [],
    references: [],
  });
  expect(gradableOn(one, { switches: { greet: true } })).toBe(one);
});
