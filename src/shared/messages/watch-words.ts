/** A watch's reading, and the reason why a check failed, in a person's language. */
import { textIn, type WatchReading } from '../cards/card.ts';
import type { ErrorDetail } from '../error-detail.ts';
import { detailIn, isKnownDetail } from './detail.ts';
import { formatFor } from './format.ts';
import type { Language } from './types.ts';

/** Empty where nothing was read. */
export function readingIn(language: Language, { value, currency, text }: WatchReading): string {
  const { money, number } = formatFor(language);
  const amount = value === undefined ? '' : currency === undefined ? number(value) : money({ amount: value, currency });
  return [amount, text === undefined ? '' : textIn(text, language)].filter((part) => part !== '').join(', ');
}

/** The code alone where this version does not know it. */
export const reasonIn = (language: Language, fault: ErrorDetail): string =>
  isKnownDetail(fault) ? detailIn(language, fault) : fault.code;
