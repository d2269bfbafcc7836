/** A quote in plain lines: what a person says yes to, from the script's own figures. */
import { cardLines } from '../../../../shared/cards/plain-card.ts';
import { parseCard } from '../../../../shared/cards/registry.ts';
import type { CliWords } from '../../../../shared/messages/en/cli.ts';
import { oneLine } from './visible.ts';

/**
 * Undefined where `preview` is no card. Every line is safe to print.
 * @param language BCP 47.
 */
export function quoteLines(
  preview: unknown,
  { words, language }: { readonly words: CliWords; readonly language: string },
): string[] | undefined {
  const card = parseCard(preview)?.plain();
  const speech = { language: language.slice(0, 2).toLowerCase(), number: words.number };
  return card === undefined ? undefined : cardLines(card, speech).map(oneLine);
}
