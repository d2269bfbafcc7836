/**
 * Title and purpose of each rule of the skill check, in both languages. Beside the catalogue, not in it: only an author who opens a
 * finding reads them, and the window gets those of the rules that found something.
 */

import { rules as en, lint } from './en/findings.ts';
import type { Language } from './types.ts';
import { rules as zh, lint as zhTitles } from './zh/findings.ts';

interface RuleWords {
  readonly why: string;
  /** Effect of its automatic fix. */
  readonly fix?: string;
}

const WORDS: Readonly<Record<Language, Readonly<Record<keyof typeof lint, RuleWords>>>> = { en, zh };

const TITLES: Readonly<Record<Language, Readonly<Record<keyof typeof lint, string>>>> = { en: lint, zh: zhTitles };

export const ruleTitle = (rule: keyof typeof lint, language: Language): string => TITLES[language][rule];
export const ruleWords = (rule: keyof typeof lint, language: Language): RuleWords => WORDS[language][rule];
