/** The exact reason of an error, in a person's language: the same sentence in window, terminal and log. */
import type { z } from 'zod';
import type { ErrorDetail } from '../error-detail.ts';
import { type ErrorCode, keylessDetail, SkilldeckError } from '../errors.ts';
import { keylessText } from '../models/keyless-address.ts';
import type { details as en } from './en/details.ts';
import { findingWords } from './finding.ts';
import type { Figures } from './format.ts';
import { hasWords, translatorFor } from './translate.ts';
import type { Language } from './types.ts';
import { valueFault, withReason } from './value-fault.ts';

export type DetailCode = keyof typeof en;

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
