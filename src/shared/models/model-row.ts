/** One row of the table of models (`models.json`), and the table as a whole. */
import { z } from 'zod';
import { priceSchema } from '../context-views.ts';
import { EFFORTS, MEDIA_KINDS, WIRES } from '../events.ts';

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
