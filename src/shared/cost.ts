/** Tokens turned into money, in US dollars, by list prices: what a provider would charge, not what it did. */
import type { Price, PriceTable } from './context-views.ts';
import type { Usage } from './events.ts';

export interface PriceTables {
  /** The person's own, which go over the others. */
  readonly own: PriceTable;
  /** Those that the app brings with it (`model-prices.ts`). */
  readonly known: PriceTable;
}

export interface SessionCost {
  readonly amount: number;
  /** Models that took tokens and have no price: `amount` is without them. */
  readonly unpriced: readonly string[];
}

/** Tokens that a price counts. */
export type PricedUsage = Pick<Usage, 'promptTokens' | 'completionTokens' | 'cachedPromptTokens'>;

const TOKENS_A_PRICE_IS_FOR = 1_000_000;

/** What may follow a name of ours: a date, a version, a stage. `gpt-4` says nothing of `gpt-4o` or `gpt-4-turbo`. */
const SAME_MODEL = /^(?:[-@:](?:latest|preview|exp|\d[\d.-]*))*$/;

/**
 * The price of the longest name that begins the model's own, both without their providers (`openai/`); of two of one
 * length, the person's. What follows a name of ours has to be a date or the like; the person's name may begin anything.
 */
export function priceOf(model: string, { own, known }: PriceTables): Price | undefined {
  const name = bareName(model);
  const fits = (key: string): boolean => name.startsWith(bareName(key));
  const found = [
    ...Object.entries(own).filter(([key]) => fits(key)),
    ...Object.entries(known).filter(([key]) => fits(key) && SAME_MODEL.test(name.slice(bareName(key).length))),
  ];
  // A stable sort: the person's come first among equals.
  return found.toSorted(([a], [b]) => bareName(b).length - bareName(a).length)[0]?.[1];
}

/** Of one answer, or of many added up. Tokens that the provider's cache gave back are priced apart. */
export function costOf(usage: PricedUsage, { input, cachedInput = input, output }: Price): number {
  const cached = Math.min(usage.cachedPromptTokens ?? 0, usage.promptTokens);
  const parts = (usage.promptTokens - cached) * input + cached * cachedInput + usage.completionTokens * output;
  return parts / TOKENS_A_PRICE_IS_FOR;
}

/** Undefined for a model without a price. */
export function costWith(tables: PriceTables, model: string, usage: PricedUsage): number | undefined {
  const price = priceOf(model, tables);
  return price === undefined ? undefined : costOf(usage, price);
}

/** @param usage as `SessionState.usage` has it: a sum for each model. */
export function costOfSession(
  usage: readonly (PricedUsage & { readonly model: string })[],
  tables: PriceTables,
): SessionCost {
  const unpriced: string[] = [];
  let amount = 0;
  for (const one of usage) {
    const cost = costWith(tables, one.model, one);
    if (cost !== undefined) amount += cost;
    else if (one.promptTokens + one.completionTokens > 0) unpriced.push(one.model);
  }
  return { amount, unpriced };
}

function bareName(model: string): string {
  return model.trim().toLowerCase().replace(/^.*\//, '');
}
