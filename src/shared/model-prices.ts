/** What models cost, where the person's own table does not say otherwise. */
import type { PriceTable } from './context-views.ts';

/** US dollars for a million tokens, as the providers published them; they change, and the settings go over them. */
export const MODEL_PRICES: PriceTable = {
  'gpt-4o': { input: 2.5, cachedInput: 1.25, output: 10 },
  'gpt-4o-mini': { input: 0.15, cachedInput: 0.075, output: 0.6 },
};
