/** The linter with what it is not allowed to know: how tokens are counted, and the budget that is set. */

import type { LintReport } from '../../../shared/contract.ts';
import { lint } from '../../../shared/messages/en/lint.ts';
import { ruleWords } from '../../../shared/messages/rule-words.ts';
import { DEFAULT_LIMITS } from '../../../shared/settings/limits.ts';
import type { SettingsStore } from '../../config/settings.ts';
import { countTokens } from '../../context/engine.ts';
import { lintSkills } from '../../skills/lint/lint.ts';
import { RULES } from '../../skills/lint/registry.ts';
import type { SkillRoot } from '../../skills/types.ts';

export interface LintInput {
  readonly dirs?: readonly string[] | undefined;
  readonly fix?: boolean | undefined;
}

/** Tokens by the encoding of the model that is set, as a load counts them. */
export async function lintWith(
  settings: SettingsStore,
  roots: readonly SkillRoot[],
  { dirs, fix }: LintInput,
): Promise<LintReport> {
  const model = settings.modelId();
  const { findings, checked, fixed } = await lintSkills({
    dirs,
    fix,
    roots,
    countTokens: (text) => countTokens(model, text),
    skillBudget: settings.config().skillBudget ?? DEFAULT_LIMITS.skillBudget,
  });
  return {
    findings: [...findings],
    checked,
    fixed: [...fixed],
    rules: RULES.map(({ id, severity }) => ({ id, severity, title: lint[id], why: ruleWords(id, 'en').why })),
  };
}
