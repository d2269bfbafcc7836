import { useMemo } from 'react';
import { costOf, priceOf } from '../../../shared/cost.ts';
import { useSessionState, useSettings } from '../../store/index.ts';

/** What so many tokens of a prompt cost once, of which the cache gives back so many; undefined without a price. */
export type Money = (tokens: number, cached: number) => number | undefined;

/** By the price table, for the session's model or the one that is named. */
export function useMoney(model?: string): Money {
  const own = useSessionState((state) => state.model);
  const settings = useSettings();
  const name = model ?? (own === '' ? settings.model : own);
  return useMemo(() => {
    const price = priceOf(name, { own: settings.prices, known: settings.knownPrices });
    return (tokens, cached) =>
      price === undefined || price.input === 0
        ? undefined
        : costOf({ promptTokens: tokens, completionTokens: 0, cachedPromptTokens: cached }, price);
  }, [name, settings.prices, settings.knownPrices]);
}
