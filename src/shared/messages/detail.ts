/** Exact reasons of errors, and findings in skills, in a person's language: the same in window, terminal and log. */
import type { z } from 'zod';
import { type ErrorCode, type ErrorDetail, keylessDetail, SkilldeckError } from '../errors.ts';
import { keylessText } from '../models/keyless-address.ts';
import type { details } from './en/details.ts';
import type { findings } from './en/findings.ts';
import { type Figures, shownFigures } from './format.ts';
import { hasWords, translatorFor } from './translate.ts';
import type { Language } from './types.ts';
import { valueFault, withReason } from './value-fault.ts';

export type DetailCode = keyof typeof details;

export interface KnownDetail extends ErrorDetail {
  readonly code: DetailCode;
}

export interface DetailText {
  readonly text: string;
  /** English where this version does not know the detail. */
  readonly language: Language;
}

/** @param message the same in English, whole. */
export function detailText(language: Language, detail: ErrorDetail | undefined, message: string): DetailText {
  if (language === 'en' || detail === undefined || !isKnownDetail(detail)) return { text: message, language: 'en' };
  return { text: `${detailIn(language, detail)}。`, language };
}

export const isKnownDetail = (detail: ErrorDetail): detail is KnownDetail => hasWords(`details.${detail.code}`);

/** Without a full stop. */
export function detailIn(language: Language, { code, figures }: KnownDetail): string {
  const t = translatorFor(language);
  return t(`details.${code}`, withParts(language, figures));
}

interface CodedFinding {
  readonly code?: string | undefined;
  readonly figures?: Figures | undefined;
  readonly message: string;
}

/** Figures of a detail whose `why` is what a finding says. */
export const ofFinding = ({ code = '', figures, message }: CodedFinding): Figures => ({
  why: message,
  ...figures,
  finding: code,
});

/** The reason that figures give. */
export const whyIn = (language: Language, figures: Figures): string => String(withParts(language, figures).why ?? '');

/** Details within a detail: each figure named here is the code of the one that its place says. */
const PARTS = { because: 'why', next: 'how' } as const;

function withParts(language: Language, figures: Figures): Figures {
  const { finding, why } = figures;
  if (typeof finding === 'string')
    return { ...figures, why: findingWords(language, { code: finding, figures, message: String(why) }).what };
  const t = translatorFor(language);
  const parts = Object.entries(PARTS).flatMap(([name, place]) => {
    const code = `details.${figures[name]}`;
    return hasWords(code) ? [[place, t(code, figures)]] : [];
  });
  return { ...withReason(t, figures), ...Object.fromEntries(parts) };
}

/** @param ending follows the detail in English. */
export function detailed(
  error: ErrorCode,
  code: DetailCode,
  figures: Figures = {},
  { ending = '', cause }: { readonly ending?: string; readonly cause?: unknown } = {},
): SkilldeckError {
  const message = `${detailIn('en', { code, figures })}.${ending}`;
  return new SkilldeckError(error, message, { detail: { code, figures }, ...(cause === undefined ? {} : { cause }) });
}

/** Reason why something listed with others cannot be used: in English, and as a detail. */
export const reasoned = (code: DetailCode, figures: Figures = {}): { reason: string; detail: KnownDetail } => ({
  reason: keylessText(`${detailIn('en', { code, figures })}.`),
  detail: keylessDetail({ code, figures }),
});

/** Describes a file that does not fit its schema. @param name the codes `NAME-field` and `NAME-whole`. */
export function misfit(name: 'rubric' | 'cases', error: z.ZodError, figures: Figures): KnownDetail {
  const { place, figures: why } = valueFault(error);
  return { code: place === '' ? `${name}-whole` : `${name}-field`, figures: { ...figures, ...why, place } };
}

// Findings in a skill's files: a code and figures become the same text for every host.

export type FindingCode = keyof typeof findings;

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
