import { moneySchema } from './plain-card.ts';
import { parseCard } from './registry.ts';

/** True if `preview` is a card that gives an amount: of the whole, of an item, or as a fact. */
export function namesPrice(preview: unknown): boolean {
  const card = parseCard(preview)?.plain();
  if (card === undefined) return false;
  return [card, ...card.items].some(
    ({ price, facts }) => price !== undefined || facts.some(({ value }) => moneySchema.safeParse(value).success),
  );
}
