/** Usage that the provider reported for a sent request, and its cost by the price table. */
import type { ContextView } from '../../../shared/contract.ts';
import { answersOf } from '../../session/requests/list-requests.ts';
import type { Prices } from '../../session/requests/prices.ts';
import type { SessionLogView } from '../../session/requests/request-at.ts';

/** @param at event of the request; empty if it was not sent or not answered, or the provider reported nothing. */
export function answerFigures(
  { events }: Pick<SessionLogView, 'events'>,
  at: number | undefined,
  prices: Prices,
): Pick<ContextView, 'usage' | 'cost'> {
  const sent = events.find((event) => event.seq === at);
  if (sent?.type !== 'request-sent') return {};
  const usage = answersOf(events).get(sent.seq)?.usage;
  if (usage === undefined) return {};
  const cost = prices(sent.model, usage);
  return { usage, ...(cost === undefined ? {} : { cost }) };
}
