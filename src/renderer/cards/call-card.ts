/** The card in a call's result or question, read once for each object. */
import type { Card } from '../../shared/cards/card.ts';
import { parseCard } from '../../shared/cards/registry.ts';

const read = new WeakMap<object, Card | undefined>();

export function cardIn(data: unknown): Card | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  if (!read.has(data)) read.set(data, parseCard(data));
  return read.get(data);
}
