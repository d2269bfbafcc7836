/** The card in a call's result or question, read once for each object. */
import type { Card } from '../../shared/cards/card.ts';
import { parseCard } from '../../shared/cards/registry.ts';
import { shownText } from '../../shared/text/invisible.ts';

const read = new WeakMap<object, Card | undefined>();

export function cardIn(data: unknown): Card | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  if (!read.has(data)) read.set(data, shownCard(data));
  return read.get(data);
}

/** A plain card marks what is hidden in its texts; the views of other kinds show texts as they are. */
function shownCard(data: unknown): Card | undefined {
  const card = parseCard(data);
  return card === undefined || card.isPlain ? card : parseCard(shown(data));
}

function shown(value: unknown): unknown {
  if (typeof value === 'string') return shownText(value);
  if (Array.isArray(value)) return value.map(shown);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shown(inner)]));
}
