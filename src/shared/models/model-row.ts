/** One row of the table of models (`models.json`), and the table as a whole. */
import { z } from 'zod';
import { type PriceTable, priceSchema } from '../context-views.ts';
import { EFFORTS, MEDIA_KINDS, WIRES } from '../events.ts';
import models from './models.json' with { type: 'json' };

// When a model's name is that of a row or of a price.

/** Suffixes a name may have: a date, a version, a stage. `gpt-4` does not match `gpt-4o` or `gpt-4-turbo`. */
const VARIANT = /^(?:[-@:](?:latest|preview|exp|\d[\d.-]*))*$/;

/** Lower case, without the provider (`openai/`). Claude's versions are written with dots by some and with hyphens by others. */
export function bareName(model: string): string {
  const name = model.trim().toLowerCase().replace(/^.*\//, '');
  return name.startsWith('claude-') ? name.replaceAll('.', '-') : name;
}

/** Both bare. */
export const isVariantOf = (name: string, id: string): boolean =>
  name.startsWith(id) && VARIANT.test(name.slice(id.length));

const day = z.iso.date();

/** A figure is absent where no source gives it. */
const modelRowSchema = z.strictObject({
  /** Provider; `open` for open weights, which many serve. */
  provider: z.string().min(1),
  /** Lower case, without the provider. Dated variants (`-2026-03-01`, `-latest`) belong to it too. */
  id: z.string().regex(/^[a-z\d][a-z\d.-]*$/),
  /** Tokens: the context window. */
  context: z.int().min(1).optional(),
  /** Tokens: the longest answer. */
  maxOutput: z.int().min(1).optional(),
  /** US dollars per million tokens: list prices of the standard tier for the shortest prompts. */
  prices: priceSchema.optional(),
  /** It can call tools; absent: not known. */
  tools: z.boolean().optional(),
  sees: z.array(z.enum(MEDIA_KINDS)).optional(),
  reasoning: z.boolean().optional(),
  /** Efforts that it takes; absent: not known. */
  effort: z.array(z.enum(EFFORTS)).optional(),
  /** Wire at its provider's own address; absent: `chat`. */
  wire: z.enum(WIRES).optional(),
  /** Its provider refuses reasoning that is sent back. */
  reasoningBack: z.literal('refused').optional(),
  /** The day from which its provider no longer serves it. */
  retired: day.optional(),
});
export type ModelRow = z.infer<typeof modelRowSchema>;

export const modelTableSchema = z.strictObject({
  /** The day on which the rows were last compared with their source. */
  checked: day,
  source: z.string(),
  models: z.array(modelRowSchema),
});
export type ModelTable = z.infer<typeof modelTableSchema>;

// The table of models: what is known of each without asking its endpoint. `npm run models:table` checks and updates it.

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

/** The app's own prices by model, which a person's own replace. */
export const KNOWN_PRICES: PriceTable = Object.fromEntries(
  MODEL_TABLE.models.flatMap(({ id, prices }) => (prices === undefined ? [] : [[id, prices] as const])),
);
