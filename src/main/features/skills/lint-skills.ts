/** Checks skills, and fixes what is mechanical. */
import { createTwoFilesPatch } from 'diff';
import type { LintReport } from '../../../shared/contract.ts';
import { lint } from '../../../shared/messages/en/lint.ts';
import { ruleWords } from '../../../shared/messages/rule-words.ts';
import type { Core } from '../../core/core.ts';
import { lintCounts } from '../../core/lint-counts.ts';
import { lintSkills } from '../../skills/lint/lint.ts';
import { RULES } from '../../skills/lint/registry.ts';
import type { Change } from '../../skills/lint/types.ts';

export interface LintInput {
  readonly dirs?: readonly string[] | undefined;
  readonly fix?: boolean | undefined;
  readonly dry?: boolean | undefined;
}

export async function lintWith(core: Core, { dirs, fix, dry }: LintInput): Promise<LintReport> {
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
    rules: RULES.map(({ id, severity }) => ({ id, severity, title: lint[id], why: ruleWords(id, 'en').why })),
  };
}

/** Lines around a change. */
const CONTEXT = 2;

function diffOf(change: Change): { readonly diff?: string } {
  if (change.kind !== 'write') return {};
  const { file, before, after } = change;
  return { diff: createTwoFilesPatch(file, file, before, after, undefined, undefined, { context: CONTEXT }) };
}
