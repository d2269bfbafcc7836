/** Coverage of a verification, in a person's language: the same sentences in window, terminal and exports. */
import type { Verification } from '../review.ts';
import { type Format, formatFor } from './format.ts';
import { translatorFor } from './translate.ts';
import type { Language, Translate } from './types.ts';

/** Digits of a key's fingerprint that people compare. */
const KEY_DIGITS = 16;

export function evidenceLines(
  language: Language,
  { chain, signature, events }: Pick<Verification, 'chain' | 'signature' | 'events'>,
): string[] {
  const t = translatorFor(language);
  const { number } = formatFor(language);
  const lines: string[] = [];
  if (chain === null) lines.push(t('evidence.unchained'));
  else if (chain.brokenAt !== undefined) lines.push(t('evidence.broken', { n: number(chain.brokenAt) }));
  else if (chain.from > 1) lines.push(t('evidence.chainedFrom', { n: number(chain.from) }));
  else lines.push(t('evidence.chained', { count: events, n: number(events) }));
  if (chain?.isOpen === true) lines.push(t('evidence.open'));
  if (signature !== undefined) {
    const key = { key: (signature.by.slice(0, KEY_DIGITS).match(/.{4}/g) ?? []).join(' ') };
    if (!signature.ok) lines.push(t('evidence.badSignature', key));
    else lines.push(t(signature.own ? 'evidence.signedOwn' : 'evidence.signed', key));
  }
  if (chain !== null) lines.push(t('evidence.notCovered'));
  return lines;
}

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
  if (missing.length > 0)
    return { tone: 'danger', text: t('review.verified.missing', { name: missing[0]?.name ?? '' }) };
  if (requests === 0) return { tone: 'neutral', text: t('review.verified.none') };
  if (verified === requests)
    return { tone: 'success', text: t('review.verified.all', { count: requests, n: format.number(requests) }) };
  return {
    tone: 'neutral',
    text: t('review.verified.some', { n: format.number(verified), all: format.number(requests) }),
  };
}

/** The fault of the record as a whole, in a few words. */
export function alteredText(
  t: Translate,
  format: Format,
  { chain, signature }: Pick<Verification, 'chain' | 'signature'>,
): string | undefined {
  if (chain?.brokenAt !== undefined) return t('evidence.altered', { n: format.number(chain.brokenAt) });
  if (signature?.ok === false) return t('evidence.forged');
  return chain?.isOpen === true ? t('evidence.unclosed') : undefined;
}
