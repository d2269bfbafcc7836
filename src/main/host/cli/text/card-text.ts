/** A quote in plain lines: what a person says yes to, from the script's own figures. */
import { cardLines } from '../../../../shared/cards/plain-card.ts';
import { parseCard } from '../../../../shared/cards/registry.ts';
import { type Compared, comparedLines } from '../../../../shared/forms/compared.ts';
import type { CliWords } from '../../../../shared/messages/en/cli.ts';
import { oneLine, visible } from './visible.ts';

/**
 * Undefined where `preview` is no card. Every line is safe to print.
 * @param language BCP 47.
 */
export function quoteLines(
  preview: unknown,
  { words, language }: { readonly words: CliWords; readonly language: string },
): string[] | undefined {
  const card = parseCard(preview)?.plain();
  return card === undefined ? undefined : cardLines(card, speechIn(words, language)).map(oneLine);
}

const speechIn = ({ number }: CliWords, language: string) => ({ language: language.slice(0, 2).toLowerCase(), number });

/** Wishes beside results, each line safe to print. */
export const askedLines = (
  compared: readonly Compared[],
  { words, language }: { readonly words: CliWords; readonly language: string },
): string[] => ['', ...comparedLines(compared, speechIn(words, language), words.t)].map((line) => `  ${visible(line)}`);
