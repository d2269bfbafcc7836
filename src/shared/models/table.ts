/** The table of models: what is known of each without asking its endpoint. `npm run models:table` checks and updates it. */
import type { PriceTable } from '../context-views.ts';
import { bareName, isVariantOf } from './model-name.ts';
import type { ModelRow, ModelTable } from './model-row.ts';
import models from './models.json' with { type: 'json' };

/** A test holds the file against its schema: reading it takes none of a start's time. */
export const MODEL_TABLE = models as ModelTable;

/** Finds the row of a model, or of the model it is a variant of; the longest name wins. */
export function rowOf(model: string): ModelRow | undefined {
  const name = bareName(model);
  return MODEL_TABLE.models
    .filter(({ id }) => isVariantOf(name, id))
    .toSorted((a, b) => b.id.length - a.id.length)
    .at(0);
}

export const isRetired = ({ retired }: ModelRow, today: string): boolean => retired !== undefined && retired <= today;

/** The app's own prices by model, which a person's own replace. */
export const KNOWN_PRICES: PriceTable = Object.fromEntries(
  MODEL_TABLE.models.flatMap(({ id, prices }) => (prices === undefined ? [] : [[id, prices] as const])),
);
