/** Words for a failed model call, run or tool call: a code and figures become the same text for every host. */
import type { DetailCode } from './detail.ts';
import type { failures as en, refusals } from './en/failures.ts';
import { type Figures, shownFigures } from './format.ts';
import { hasWords, translatorFor } from './translate.ts';
import type { Language } from './types.ts';
import { withReason } from './value-fault.ts';

export type FailureReason = Exclude<keyof typeof en, 'note'>;
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
}

/** `lower` before what the server said, which may be long. */
const NOTES = ['counted', 'limit', 'lower', 'said', 'attempts', 'asked'] as const;

export function failureReason(language: Language, { reason = '', figures = {}, message }: ReasonedMessage): string {
  const what = `failures.${reason}.what`;
  if (!hasWords(what)) return message;
  const t = translatorFor(language);
  const values = shownFigures(language, withReason(t, figures));
  const fix = `failures.${reason}.fix`;
  return [
    t(what, values) + (language === 'zh' ? '。' : '.'),
    ...(hasWords(fix) ? [t(fix, values)] : []),
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
