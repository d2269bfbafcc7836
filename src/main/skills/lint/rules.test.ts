import { describe, expect, it } from 'vitest';
import { findings as en } from '../../../shared/messages/en/findings.ts';
import { findingText } from '../../../shared/messages/finding.ts';
import { findings as zh } from '../../../shared/messages/zh/findings.ts';
import { RULES } from './registry.ts';
import { lintExample, rulesOf } from './test-kit/linted.ts';
import type { Rule } from './types.ts';

const catalogues = { en, zh };

it('every rule has its own id', () => {
  expect(new Set(RULES.map(({ id }) => id)).size).toBe(RULES.length);
});

describe.each<[string, Rule]>(RULES.map((rule) => [rule.id, rule]))('%s', (id, rule) => {
  // Rules: 000.25
  it('is found in its bad example, and its good example has no findings', async () => {
    const [bad, good] = await Promise.all([lintExample(rule.bad), lintExample(rule.good)]);
    expect(rulesOf(bad)).toContain(id);
    expect(good.findings).toEqual([]);
  });
});

it('every finding has the words for its figures, in both languages', async () => {
  for (const rule of RULES) {
    const { findings } = await lintExample(rule.bad);
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

it.each<[string, Rule]>(FIXED.map((rule) => [rule.id, rule]))(
  '%s is gone after its fix, which says what it changed',
  async (id, rule) => {
    const { findings, fixed } = await lintExample(rule.bad, true);
    expect(findings.map((finding) => finding.rule)).not.toContain(id);
    expect(fixed.map((one) => one.rule)).toContain(id);
  },
);
