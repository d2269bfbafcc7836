/** Money for what a model took, in US dollars; undefined where the model has no price. */
import type { Price } from '../../../shared/context-views.ts';
import { costOf } from '../../../shared/cost.ts';
import type { Usage } from '../../../shared/events.ts';
import type { PromptPrice } from '../../context/manifest/replay.ts';

export type Prices = (model: string, usage: Usage) => number | undefined;

export type UnitPrices = (model: string) => Price | undefined;

/** Each model looked up once, however many sessions used it: prices are linear in tokens. */
export function unitPrices(prices: Prices): UnitPrices {
  const known = new Map<string, Price | undefined>();
  const million = 1_000_000;
  const look = (model: string): Price | undefined => {
    const of = (promptTokens: number, cachedPromptTokens: number, completionTokens: number) =>
      prices(model, { promptTokens, cachedPromptTokens, completionTokens });
    const [input, cachedInput, output] = [of(million, 0, 0), of(million, million, 0), of(0, 0, million)];
    return input === undefined || cachedInput === undefined || output === undefined
      ? undefined
      : { input, cachedInput, output };
  };
  return (model) => {
    if (!known.has(model)) known.set(model, look(model));
    return known.get(model);
  };
}

/** A prompt of which the provider's cache gave `cached` tokens back, without its answer. */
export function promptPrices(prices: Prices): PromptPrice {
  const priced = unitPrices(prices);
  return (model, promptTokens, cachedPromptTokens) => {
    const price = priced(model);
    return price === undefined ? undefined : costOf({ promptTokens, completionTokens: 0, cachedPromptTokens }, price);
  };
}
