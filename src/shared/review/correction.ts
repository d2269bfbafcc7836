/** Correction of our token estimates by the provider's reported prompt sizes. */
import type { TokenTable, Usage } from '../events.ts';

/** Answers that are looked at, the latest; and the fewest that teach anything. */
export const LEARNED_FROM = 20;
const FEWEST = 3;
/** Outside of these a provider's figure says nothing of our counting: a server for tests, or one that counts otherwise. */
const PLAUSIBLE = { least: 0.5, most: 2 } as const;

export interface Correction {
  /** Reported tokens ÷ estimated tokens. */
  readonly factor: number;
  readonly answers: number;
}

/** Reported ÷ estimated tokens of one answered request; undefined where there is nothing to compare. */
export function sentRatio(estimated: number, usage: Pick<Usage, 'promptTokens'> | undefined): number | undefined {
  if (usage === undefined || usage.promptTokens === 0 || estimated === 0) return undefined;
  return usage.promptTokens / estimated;
}

export const isPlausible = (ratio: number | undefined): ratio is number =>
  ratio !== undefined && ratio >= PLAUSIBLE.least && ratio <= PLAUSIBLE.most;

/** @param ratios plausible ones, of the latest answers of one model. */
export function correctionFrom(ratios: readonly number[]): Correction | undefined {
  if (ratios.length < FEWEST) return undefined;
  const sorted = ratios.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 1;
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? upper;
  // Four digits: more would be noise in every event.
  return { factor: Number(((lower + upper) / 2).toFixed(4)), answers: ratios.length };
}

/** The table with the corrected figure beside its own; `total` stays what it was. */
export function withCorrection(table: TokenTable, correction: Correction | undefined): TokenTable {
  if (correction === undefined) return table;
  return { ...table, corrected: { ...correction, total: Math.round(table.total * correction.factor) } };
}
