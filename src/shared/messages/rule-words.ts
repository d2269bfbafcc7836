/**
 * Title and purpose of each rule of the skill check, in both languages. Beside the catalogue, not in it: only an author who opens a
 * finding reads them, and the window gets those of the rules that found something.
 */

import * as en from './en/findings.ts';
import type { Language } from './types.ts';
import * as zh from './zh/findings.ts';

type Rule = keyof typeof en.lint;

const WORDS = {
  en: { lint: en.lint, rules: en.rules, fixes: en.fixes },
  zh: { lint: zh.lint, rules: zh.rules, fixes: zh.fixes },
} as const;

export const ruleTitle = (rule: Rule, language: Language): string => WORDS[language].lint[rule];

/** `fix`: effect of its automatic fix. */
export function ruleWords(rule: Rule, language: Language): { readonly why: string; readonly fix?: string } {
  const { rules, fixes } = WORDS[language];
  const why: Readonly<Record<Rule, string>> = rules;
  const fix = Object.hasOwn(fixes, rule) ? fixes[rule as keyof typeof fixes] : undefined;
  return { why: why[rule], ...(fix === undefined ? {} : { fix }) };
}
