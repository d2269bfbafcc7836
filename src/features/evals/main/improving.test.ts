import fc from 'fast-check';
import { expect, it } from 'vitest';
import { withDescription } from '../../../main/skills/make-skill.ts';
import { bestVersion, filesOf, type LoopVersion } from '../improving.ts';
import { difference, halvesOf, shareOf } from './optimise.ts';
import { applyEdits } from './propose.ts';
import { createPurse } from './purse.ts';

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
