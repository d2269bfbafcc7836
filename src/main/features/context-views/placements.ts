import type { PlacementComparison } from '../../../shared/context-views.ts';
import { DIALECT_SETTINGS } from '../../../shared/dialects.ts';
import { comparePlacements } from '../../context/manifest/replay.ts';
import { type Prices, promptPrices } from '../../session/requests/prices.ts';
import type { SessionLogView } from '../../session/requests/request-at.ts';

/** All requests of the session, replayed under each placement that its dialects honour. */
export async function comparePlacementsOf(session: SessionLogView, prices: Prices): Promise<PlacementComparison> {
  const { dialect, placement: current } = session.state;
  const compared = await comparePlacements(session.id, session.events, promptPrices(prices));
  if (compared.length > 0) return { current, placements: compared };
  // Nothing was sent yet.
  const nothing = { requests: 0, tokens: 0, prefixKept: 0, largest: 0 };
  return { current, placements: DIALECT_SETTINGS[dialect].placements.map((placement) => ({ placement, ...nothing })) };
}
