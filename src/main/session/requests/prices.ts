/** Money for what a model took, in US dollars; undefined where the model has no price. */
import type { Usage } from '../../../shared/events.ts';

export type Prices = (model: string, usage: Usage) => number | undefined;

/** A prompt of which the provider's cache gave `cached` tokens back, without its answer. */
export function promptPrice(prices: Prices, model: string, tokens: number, cached: number): number | undefined {
  return prices(model, { promptTokens: tokens, completionTokens: 0, cachedPromptTokens: cached });
}
