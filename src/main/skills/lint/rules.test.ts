import { describe, expect, it } from 'vitest';
import { RULES } from './registry.ts';
import { lintExample, rulesOf } from './test-kit/linted.ts';
import type { Rule } from './types.ts';

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

const FIXED = RULES.filter(({ fix }) => fix !== undefined);

it.each<[string, Rule]>(FIXED.map((rule) => [rule.id, rule]))(
  '%s is gone after its fix, which says what it changed',
  async (id, rule) => {
    const { findings, fixed } = await lintExample(rule.bad, true);
    expect(findings.map((finding) => finding.rule)).not.toContain(id);
    expect(fixed.map((one) => one.rule)).toContain(id);
  },
);
