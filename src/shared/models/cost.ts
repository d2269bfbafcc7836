/** Tokens turned into money, in US dollars, by list prices: what a provider would charge, not what it did. */
import type { Price, PriceTable } from '../context-views.ts';
import type { Usage } from '../events.ts';
import { bareName, isVariantOf } from './model-row.ts';

export interface PriceTables {
  /** The person's own, which go over the others. */
  readonly own: PriceTable;
  /** Those of the table of models. */
  readonly known: PriceTable;
}

export interface SessionCost {
  readonly amount: number;
  /** Models that took tokens and have no price: `amount` is without them. */
  readonly unpriced: readonly string[];
}

/** Tokens that a price counts. */
export type PricedUsage = Pick<Usage, 'promptTokens' | 'completionTokens' | 'cachedPromptTokens' | 'cacheWriteTokens'>;

const TOKENS_A_PRICE_IS_FOR = 1_000_000;

/**
 * The price of the longest name that begins the model's own, both without their providers (`openai/`); of two of one
 * length, the person's. What follows a name of ours has to be a date or the like; the person's name may begin anything.
 */
export function priceOf(model: string, { own, known }: PriceTables): Price | undefined {
  const name = bareName(model);
  const fits = (key: string): boolean => name.startsWith(bareName(key));
  const found = [
    ...Object.entries(own).filter(([key]) => fits(key)),
    ...Object.entries(known).filter(([key]) => isVariantOf(name, bareName(key))),
  ];
  // A stable sort: the person's come first among equals.
  return found.toSorted(([a], [b]) => bareName(b).length - bareName(a).length)[0]?.[1];
}

/**
 * Cost of one answer, or of several added up. Prompt tokens read from the provider's cache, and those written to it,
 * have their own prices; both are part of `promptTokens`. Reasoning is part of `completionTokens` and costs the same.
 */
export function costOf(usage: PricedUsage, price: Price): number {
  const { input, cachedInput = input, cacheWrite = input, output } = price;
  const cached = Math.min(usage.cachedPromptTokens ?? 0, usage.promptTokens);
  const written = Math.min(usage.cacheWriteTokens ?? 0, usage.promptTokens - cached);
  const fresh = usage.promptTokens - cached - written;
  const parts = fresh * input + cached * cachedInput + written * cacheWrite + usage.completionTokens * output;
  return parts / TOKENS_A_PRICE_IS_FOR;
}

/** Undefined for a model without a price. */
export function costWith(tables: PriceTables, model: string, usage: PricedUsage): number | undefined {
  const price = priceOf(model, tables);
  return price === undefined ? undefined : costOf(usage, price);
}

/** @param usage as `SessionState.usage` has it: a sum for each model. */
export function costOfSession(
  usage: readonly (PricedUsage & { readonly model: string; readonly cost?: number })[],
  tables: PriceTables,
): SessionCost {
  const unpriced: string[] = [];
  let amount = 0;
  for (const one of usage) {
    const cost = one.cost ?? costWith(tables, one.model, one);
    if (cost !== undefined) amount += cost;
    else if (one.promptTokens + one.completionTokens > 0) unpriced.push(one.model);
  }
  return { amount, unpriced };
}
