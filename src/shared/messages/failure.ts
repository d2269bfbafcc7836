/** Expected failures in a person's language: a code and figures become the same text in window, terminal and export. */
import type { ErrorCode, ErrorDetail } from '../errors.ts';
import { type DetailText, detailText } from './detail.ts';
import { formatFor } from './format.ts';
import { translatorFor } from './translate.ts';
import type { Language } from './types.ts';

export type Figures = Readonly<Record<string, number>>;

/** The figures in the text of each. */
const FIGURES = {
  'over-skill-budget': ['tokens', 'budget'],
  'context-full': ['total', 'tokens', 'allowed'],
  'too-many-skills': ['loaded', 'pinned', 'most'],
} as const satisfies Partial<Record<ErrorCode, readonly string[]>>;

const hasFigures = (code: ErrorCode): code is keyof typeof FIGURES => Object.hasOwn(FIGURES, code);

/** Describes the failure, with its figures if all are present, and what to do next. */
export function remedyFor(language: Language, code: ErrorCode, figures: Figures = {}): string {
  const t = translatorFor(language);
  const help = t(`remedies.help.${code}`);
  if (!hasFigures(code) || FIGURES[code].some((name) => figures[name] === undefined)) return help;
  const { number } = formatFor(language);
  const shown = Object.fromEntries(FIGURES[code].map((name) => [name, number(figures[name] ?? 0)]));
  return t('remedies.both', { figures: t(`remedies.figures.${code}`, shown), help });
}

export interface Failure {
  readonly code: ErrorCode | 'not-connected' | 'unexpected';
  /** The core's own, in English: for logs, `--json` and the details. */
  readonly message: string;
  readonly figures?: Figures | undefined;
  readonly detail?: ErrorDetail | undefined;
}

export interface FailureText {
  readonly title: string;
  readonly text: string;
  /** The exact reason, where the text does not contain it. */
  readonly exact?: DetailText;
}

export function failureText(language: Language, { code, message, figures, detail }: Failure): FailureText {
  const t = translatorFor(language);
  const host = code === 'source-unreachable' ? detail?.figures?.host : undefined;
  const title = host === undefined ? t(`errors.${code}`) : t('remedies.unreachable', { host });
  if (code === 'not-connected') return { title, text: t('common.notConnected') };
  if (code === 'unexpected') return { title, text: t('common.unexpected', { message }) };
  return { title, text: remedyFor(language, code, figures), exact: detailText(language, detail, message) };
}

/** More than one sentence: the first says what happened, the others what to do. */
const SAYS_ALL = /[.!?]\s+\S|[。！？]\S/;

/** A failure as one line of the terminal: the exact reason, with the usual help where it has none itself. */
export function failureLine(language: Language, failure: Failure): string {
  const { title, text, exact } = failureText(language, failure);
  if (failure.detail !== undefined && exact?.language === language) {
    if (failure.code === 'bad-input' || SAYS_ALL.test(exact.text)) return exact.text;
    return `${exact.text}${language === 'zh' ? '' : ' '}${text}`;
  }
  return translatorFor(language)('remedies.line', { title, text, exact: exact?.text ?? failure.message });
}
