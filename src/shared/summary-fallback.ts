import type { SummaryFallback } from './events.ts';
import type { Translate } from './messages/types.ts';

/** Reason why the model's own summary was not taken, in words, with the provider's own where it failed. */
export function fallbackText(
  { code, figures = { tokens: 0, most: 0 }, message }: SummaryFallback,
  t: Translate,
  number: (value: number) => string,
): string {
  const values = { tokens: number(figures.tokens), most: number(figures.most) };
  return [t(`chat.compaction.fallback.${code}`, values), ...(message === undefined ? [] : [message])].join(' ');
}
