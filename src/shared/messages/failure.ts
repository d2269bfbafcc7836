/** Expected failures in a person's language: a code and figures become the same text in window, terminal and export. */

import type { z } from 'zod';
import { type ErrorCode, type ErrorDetail, keylessDetail, SkilldeckError } from '../errors.ts';
import { keylessText } from '../models/keyless-address.ts';
import type { details } from './en/details.ts';
import type { failures, refusals, values } from './en/failures.ts';
import type { findings } from './en/findings.ts';
import { type Figures, formatFor, shownFigures } from './format.ts';
import { hasWords, translatorFor } from './translate.ts';
import type { Language, Translate } from './types.ts';

export type ErrorFigures = Readonly<Record<string, number>>;

/** The figures in the text of each. */
const FIGURES = {
  'over-skill-budget': ['tokens', 'budget'],
  'context-full': ['total', 'tokens', 'allowed'],
  'too-many-skills': ['loaded', 'pinned', 'most'],
} as const satisfies Partial<Record<ErrorCode, readonly string[]>>;

const hasFigures = (code: ErrorCode): code is keyof typeof FIGURES => Object.hasOwn(FIGURES, code);

/** Describes the failure, with its figures if all are present, and what to do next. */
export function remedyFor(language: Language, code: ErrorCode, figures: ErrorFigures = {}): string {
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
  readonly figures?: ErrorFigures | undefined;
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

// Makes zod's first issue a code of `values` in `messages/LANGUAGE/failures.ts` and figures: why a value does not fit
// its schema.

type ValueReason = keyof typeof values;
type Issue = z.core.$ZodIssue;

export interface ValueFault {
  /** Field names and indexes below the value, joined by dots; empty for the value itself. */
  readonly place: string;
  /** `reason` and what its words name, beside `why`: the same in English. */
  readonly figures: Figures;
  /** Both in English. */
  readonly text: string;
}

const TYPES: Readonly<Record<string, ValueReason>> = {
  string: 'type-text',
  number: 'type-number',
  int: 'type-whole',
  boolean: 'type-switch',
  array: 'type-list',
  object: 'type-object',
  record: 'type-object',
};
const TOO_SMALL: Readonly<Record<string, ValueReason>> = { string: 'text-short', array: 'list-short' };
const TOO_BIG: Readonly<Record<string, ValueReason>> = { string: 'text-long', array: 'list-long' };

export function valueFault({ issues: [first] }: z.ZodError): ValueFault {
  const issue = first === undefined ? undefined : exact(first);
  const [reason, figures = {}] = issue === undefined ? (['wrong-form'] as const) : reasonOf(issue);
  const place = issue?.path.join('.') ?? '';
  const why = translatorFor('en')(`values.${reason}`, figures);
  return { place, figures: { ...figures, reason, why }, text: place === '' ? why : `"${place}": ${why}` };
}

/** First fault of a union, in the alternative with the fewest that is an object or list as well. */
function exact(issue: Issue): Issue {
  if (issue.code !== 'invalid_union') return issue;
  const inside = issue.errors.filter((faults) => faults.every(({ path }) => path.length > 0));
  const [nearest] = inside.toSorted((a, b) => a.length - b.length);
  const [fault] = nearest ?? [];
  return fault === undefined ? issue : exact({ ...fault, path: [...issue.path, ...fault.path] });
}

/** Schemas give a reason as their message. */
function reasonOf(issue: Issue): readonly [ValueReason, Figures?] {
  const { message } = issue;
  if (isReason(message)) return [message];
  switch (issue.code) {
    case 'invalid_type':
      return [TYPES[issue.expected] ?? 'wrong-form'];
    case 'too_small':
      return [TOO_SMALL[issue.origin] ?? 'number-small', { limit: Number(issue.minimum) }];
    case 'too_big':
      return [TOO_BIG[issue.origin] ?? 'number-large', { limit: Number(issue.maximum) }];
    case 'invalid_value':
      return ['one-of', { choices: issue.values.join(', ') }];
    case 'unrecognized_keys':
      return ['unknown-fields', { names: issue.keys.join(', ') }];
    case 'invalid_format':
      return [issue.format === 'url' ? 'web-address' : 'wrong-form'];
    case 'invalid_key':
      return issue.issues[0] === undefined ? ['wrong-form'] : reasonOf(issue.issues[0]);
    default:
      return ['wrong-form'];
  }
}

const isReason = (message: string): message is ValueReason => hasWords(`values.${message}`);

/** Adds `why` in a person's language, where the figures name a reason that is known here. */
export function withReason(t: Translate, figures: Figures): Figures {
  const { reason } = figures;
  return typeof reason === 'string' && isReason(reason) ? { ...figures, why: t(`values.${reason}`, figures) } : figures;
}

// Exact reasons of errors, and findings in skills, in a person's language: the same in window, terminal and log.

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

// Words for a failed model call, run or tool call: a code and figures become the same text for every host.

export type FailureReason = Exclude<keyof typeof failures, 'note'>;
export interface FailureFacts {
  readonly reason: FailureReason;
  /** A note follows for each of `NOTES` that is there. */
  readonly figures?: Figures | undefined;
}

/** Stored form: its message in English, for logs, `--json` and earlier programs. */
interface ReasonedMessage {
  readonly reason?: string | undefined;
  readonly figures?: Figures | undefined;
  readonly message: string;
  readonly retryInMs?: number | undefined;
}

/** `lower` before what the server said, which may be long. */
const NOTES = ['counted', 'limit', 'lower', 'said', 'attempts', 'asked'] as const;

/** Without a remedy while the app waits to try again by itself. */
export function failureReason(
  language: Language,
  { reason = '', figures = {}, message, retryInMs = 0 }: ReasonedMessage,
): string {
  const what = `failures.${reason}.what`;
  if (!hasWords(what)) return message;
  const t = translatorFor(language);
  const values = shownFigures(language, withReason(t, figures));
  const fix = `failures.${reason}.fix`;
  return [
    t(what, values) + (language === 'zh' ? '。' : '.'),
    ...(hasWords(fix) && retryInMs === 0 ? [t(fix, values)] : []),
    ...NOTES.filter((name) => figures[name] !== undefined).map((name) => t(`failures.note.${name}`, values)),
  ].join(language === 'zh' ? '' : ' ');
}

export interface ExplainedFailure {
  readonly reason: FailureReason;
  readonly figures?: Record<string, string | number>;
  readonly message: string;
}

export function failedFor({ reason, figures }: FailureFacts): ExplainedFailure {
  const message = failureReason('en', { reason, figures, message: reason });
  return { reason, ...(figures === undefined ? {} : { figures: { ...figures } }), message };
}

export interface Refusal {
  readonly code: keyof typeof refusals | DetailCode;
  readonly figures?: Figures | undefined;
}

/** Undefined for a code of a newer program. */
export function refusalText(
  language: Language,
  { code, figures = {} }: { readonly code: string; readonly figures?: Figures | undefined },
): string | undefined {
  const t = translatorFor(language);
  const values = shownFigures(language, figures);
  const key = `refusals.${code}`;
  if (hasWords(key)) return t(key, values);
  const detail = `details.${code}`;
  return hasWords(detail) ? `${t(detail, values)}${language === 'zh' ? '。' : '.'}` : undefined;
}
