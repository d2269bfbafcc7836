import { type CardValue, moneySchema } from './card.ts';
import { parseCard } from './registry.ts';

const isPrice = (value: CardValue | undefined): boolean => {
  const money = moneySchema.safeParse(value);
  return money.success && money.data.amount >= 0;
};

/**
 * True if `preview` is a card that says what would be paid: as `price` of the whole or of an item, or in the facts of a
 * kind that the app knows. The facts of other cards may be anything, a discount for one.
 */
export function namesPrice(preview: unknown): boolean {
  const card = parseCard(preview);
  if (card === undefined) return false;
  const plain = card.plain();
  return [plain, ...plain.items].some(
    ({ price, facts }) => isPrice(price) || (!card.isPlain && facts.some(({ value }) => isPrice(value))),
  );
}
