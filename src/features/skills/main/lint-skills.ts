/** Checks skills, fixes what is mechanical, and explains the rules. */
import { createTwoFilesPatch } from 'diff';
import type { Core } from '../../../main/core/core.ts';
import { lintCounts } from '../../../main/core/skill-source.ts';
import { type LintOptions, lintSkills } from '../../../main/skills/lint/lint.ts';
import { RULES } from '../../../main/skills/lint/registry.ts';
import type { Change } from '../../../main/skills/lint/types.ts';
import type { LintReport, LintRules } from '../../../shared/contract.ts';
import { ruleTitle, ruleWords } from '../../../shared/messages/rule-words.ts';
import type { Language } from '../../../shared/messages/types.ts';

export async function lintWith(
  core: Core,
  { dirs, fix, dry }: Pick<LintOptions, 'dirs' | 'fix' | 'dry'>,
): Promise<LintReport> {
  const { findings, checked, fixed } = await lintSkills({
    dirs,
    fix,
    dry,
    roots: core.skills.roots(),
    ...lintCounts(core),
  });
  return {
    findings: [...findings],
    checked,
    fixed: fixed.map(({ change, ...said }) => ({ ...said, ...(dry === true ? diffOf(change) : {}) })),
    rules: RULES.map(({ id, severity }) => ({
      id,
      severity,
      title: ruleTitle(id, 'en'),
      why: ruleWords(id, 'en').why,
    })),
  };
}

export const lintRules = (language: Language): LintRules => ({
  rules: RULES.map(({ id, severity }) => ({
    id,
    severity,
    title: ruleTitle(id, language),
    ...ruleWords(id, language),
  })),
});

/** Lines around a change. */
const CONTEXT = 2;

function diffOf(change: Change): { readonly diff?: string } {
  if (change.kind !== 'write') return {};
  const { file, before, after } = change;
  return { diff: createTwoFilesPatch(file, file, before, after, undefined, undefined, { context: CONTEXT }) };
}
