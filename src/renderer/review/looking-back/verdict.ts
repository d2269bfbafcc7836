import type { Verification } from '../../../shared/review.ts';
import type { Format, Translate } from '../../i18n/index.ts';

export interface Verdict {
  readonly tone: 'success' | 'danger' | 'neutral';
  readonly text: string;
}

/** Summary of a verification in a few words. */
export function verdictOf(t: Translate, format: Format, result: Verification): Verdict {
  const { requests, verified, differing, missing = [], gaps, damaged, redacted, foreign } = result;
  const altered = alteredText(t, format, result);
  if (altered !== undefined) return { tone: 'danger', text: altered };
  if (foreign === true) return { tone: 'neutral', text: t('review.verified.foreign') };
  if (redacted) return { tone: 'neutral', text: t('review.verified.redacted') };
  const n = differing.length;
  if (n > 0) return { tone: 'danger', text: t('review.verified.differs', { count: n, n: format.number(n) }) };
  if (gaps.length + damaged.length > 0) return { tone: 'danger', text: t('review.verified.damaged') };
  if (missing.length > 0) {
    return { tone: 'danger', text: t('review.verified.missing', { name: missing[0]?.name ?? '' }) };
  }
  if (verified === requests) {
    return { tone: 'success', text: t('review.verified.all', { count: requests, n: format.number(requests) }) };
  }
  return {
    tone: 'neutral',
    text: t('review.verified.some', { n: format.number(verified), all: format.number(requests) }),
  };
}

/** What is wrong with the record as a whole, in a few words. */
export function alteredText(
  t: Translate,
  format: Format,
  { chain, signature }: Pick<Verification, 'chain' | 'signature'>,
): string | undefined {
  if (chain?.brokenAt !== undefined) return t('evidence.altered', { n: format.number(chain.brokenAt) });
  if (signature?.ok === false) return t('evidence.forged');
  return chain?.isOpen === true ? t('evidence.unclosed') : undefined;
}

/** Verdict on one request; undefined while unknown. */
export function requestVerdict(result: Verification | undefined, seq: number, isSummary: boolean) {
  if (result === undefined) return undefined;
  const differing = result.differing.find((one) => one.seq === seq);
  if (differing !== undefined) return differing;
  if (result.missing?.some((one) => one.seq === seq) === true) return 'cannot';
  if (result.redacted || result.foreign === true) return 'cannot';
  // Which summaries could not be rebuilt is not said: none is claimed.
  return isSummary && result.notRebuilt > 0 ? 'cannot' : 'verified';
}
