/** Findings in a skill's files, in a person's language: a code and figures become the same text for every host. */
import type { findings as en } from './en/findings.ts';
import { type Figures, shownFigures } from './format.ts';
import { hasWords, translatorFor } from './translate.ts';
import type { Language } from './types.ts';
import { withReason } from './value-fault.ts';

export type FindingCode = keyof typeof en;

export interface FindingFacts {
  readonly code: FindingCode;
  readonly figures?: Figures | undefined;
}

/** A finding as it is stored and sent; one of a newer or older program may have no code that is known here. */
interface CodedMessage {
  readonly code?: string | undefined;
  readonly figures?: Figures | undefined;
  readonly message: string;
  readonly remedy?: string | undefined;
}

export interface FindingWords {
  /** Without a full stop. */
  readonly what: string;
  readonly fix?: string;
  readonly language: Language;
}

export function findingWords(
  language: Language,
  { code = '', figures = {}, message, remedy }: CodedMessage,
): FindingWords {
  const what = `findings.${code}.what`;
  if (!hasWords(what)) return { what: message, language: 'en', ...(remedy === undefined ? {} : { fix: remedy }) };
  const t = translatorFor(language);
  const values = withReason(t, shownFigures(language, figures));
  const fix = `findings.${code}.fix`;
  return { what: t(what, values), language, ...(hasWords(fix) ? { fix: t(fix, values) } : {}) };
}

/** The whole finding in a line. */
export function findingText(language: Language, finding: CodedMessage): string {
  const { what, fix, language: written } = findingWords(language, finding);
  // A finding of another program is a whole text already.
  const end = /[.。…?？]$/.test(what) ? '' : written === 'zh' ? '。' : '.';
  return fix === undefined ? what + end : `${what}${end}${written === 'zh' ? '' : ' '}${fix}`;
}

/** The fields of a diagnostic: its facts, and their words in English for logs, `--json` and earlier programs. */
export function diagnosed({ code, figures }: FindingFacts): {
  code: FindingCode;
  figures?: Record<string, string | number>;
  message: string;
  remedy?: string;
} {
  const { what, fix } = findingWords('en', { code, figures, message: code });
  return {
    code,
    ...(figures === undefined ? {} : { figures: { ...figures } }),
    message: what,
    ...(fix === undefined ? {} : { remedy: fix }),
  };
}

/** The author's reason goes with a finding that was answered. */
export const withAnswer = (text: string, ignored: string | undefined): string =>
  ignored === undefined ? text : `${text} [skilldeck-lint-ignore: ${ignored}]`;
