import { useMemo } from 'react';
import { costOf, priceOf } from '../../../shared/cost.ts';
import { useSessionState, useSettings } from '../../store/index.ts';

/** Cost of prompt tokens for one request, some of them cached; undefined without a price. */
export type Money = (tokens: number, cached: number) => number | undefined;

/** From the price table, for the session's model or the given one. */
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
