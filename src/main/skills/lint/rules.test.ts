import { describe, expect, it } from 'vitest';
import { findings as en } from '../../../shared/messages/en/findings.ts';
import { findingText } from '../../../shared/messages/failure.ts';
import { findings as zh } from '../../../shared/messages/zh/findings.ts';
import { discoverRoot } from '../discovery/read-found.ts';
import { makeSkillTree } from '../test-kit/skill-tree.ts';
import { fixSkill, undoChange } from './fix.ts';
import { RULES } from './registry.ts';
import { EXAMPLES, example } from './test-kit/examples.ts';
import { filesIn, layOut, lint, lintExample, rulesOf } from './test-kit/linted.ts';

const catalogues = { en, zh };

it('every rule has its own id', () => {
  expect(new Set(RULES.map(({ id }) => id)).size).toBe(RULES.length);
});

describe.each(RULES.map(({ id }) => id))('%s', (id) => {
  // Rules: 000.25
  it('is found in its bad example, and its good example has no findings', async () => {
    const [bad, good] = await Promise.all([lintExample(EXAMPLES[id].bad), lintExample(EXAMPLES[id].good ?? example())]);
    expect(rulesOf(bad)).toContain(id);
    expect(good.findings).toEqual([]);
  });
});

it('every finding has the words for its figures, in both languages', async () => {
  for (const rule of RULES) {
    const { findings } = await lintExample(EXAMPLES[rule.id].bad);
    for (const { code, figures = {}, message } of findings) {
      for (const language of ['en', 'zh'] as const) {
        const text = findingText(language, { code, figures, message: '' });
        expect(text).not.toBe('');
        const places = Object.values(catalogues[language][code]).flatMap((words) => words.match(/(?<=\{\{)\w+/g) ?? []);
        expect(Object.keys(figures)).toEqual(expect.arrayContaining(places));
      }
      expect(findingText('en', { code, figures, message: '' })).toBe(message);
    }
  }
});

const FIXED = RULES.filter(({ fix }) => fix !== undefined);

it.each(FIXED.map(({ id }) => id))(
  '%s is gone after its fix, which changes nothing else and can be undone',
  async (id) => {
    const { bad, good = example(), repaired } = EXAMPLES[id];
    const tree = makeSkillTree();
    const wanted = makeSkillTree();
    const dir = layOut(tree, bad);
    const before = filesIn(dir);
    const only = { only: id };
    const found = (await discoverRoot({ dir, source: 'option' }))?.found[0];
    if (found === undefined) throw new Error(`The bad example of ${id} is no skill.`);
    const options = { root: dir, countTokens: async () => 0, skillBudget: 8_000, others: [], shadowedBy: undefined };

    const dry = await fixSkill(found, options, { ...only, dry: true });
    expect(filesIn(dir)).toEqual(before);

    const { fixed, failed } = await fixSkill(found, options, only);
    expect(failed).toEqual([]);
    expect(fixed).toEqual(dry.fixed);
    expect(new Set(fixed.map((one) => one.rule))).toEqual(new Set([id]));
    expect(filesIn(dir)).toEqual(filesIn(layOut(wanted, repaired ?? good)));
    expect(rulesOf(await lint([dir]))).not.toContain(id);

    for (const { change } of fixed.toReversed()) expect(undoChange(dir, change)).toBeUndefined();
    expect(filesIn(dir)).toEqual(before);
  },
);
