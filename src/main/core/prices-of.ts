/** Money by the price table in force: the person's own prices over those that the app brings. */
import { costWith } from '../../shared/cost.ts';
import type { SettingsStore } from '../config/settings.ts';
import type { Prices } from '../session/requests/prices.ts';

export function pricesOf(settings: Pick<SettingsStore, 'environment' | 'of'>): Prices {
  return (model, usage) => {
    const { config, knownPrices } = settings.of(settings.environment());
    return costWith({ own: config().prices ?? {}, known: knownPrices() }, model, usage);
  };
}
