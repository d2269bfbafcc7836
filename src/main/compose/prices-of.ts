/** Money by the price table in force: the person's own prices over those that the app brings. */
import { costWith } from '../../shared/cost.ts';
import { MODEL_PRICES } from '../../shared/model-prices.ts';
import type { Prices } from '../api/context/prices.ts';
import type { SettingsStore } from '../config/settings.ts';

export function pricesOf(settings: Pick<SettingsStore, 'config'>): Prices {
  return (model, usage) => costWith({ own: settings.config().prices ?? {}, known: MODEL_PRICES }, model, usage);
}
