/** The card in a call's result or question, read once for each object. */
import type { Card } from '../../shared/cards/card.ts';
import { parseCard } from '../../shared/cards/registry.ts';
import { perObject } from '../../shared/per-object.ts';
import { shownText } from '../../shared/text/invisible.ts';

const read = perObject(shownCard);

export function cardIn(data: unknown): Card | undefined {
  return typeof data === 'object' && data !== null ? read(data) : undefined;
}

/** A plain card marks what is hidden in its texts; the views of other kinds show texts as they are. */
function shownCard(data: object): Card | undefined {
  const card = parseCard(data);
  return card === undefined || card.isPlain ? card : parseCard(shown(data));
}

function shown(value: unknown): unknown {
  if (typeof value === 'string') return shownText(value);
  if (Array.isArray(value)) return value.map(shown);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shown(inner)]));
}
