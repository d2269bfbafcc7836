/** What a verification covers, in a person's language: the same sentences in window, terminal and exports. */
import type { Verification } from '../review.ts';
import { formatFor } from './format.ts';
import { translatorFor } from './translate.ts';
import type { Language } from './types.ts';

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
