/** A rubric: the criteria that a team scores sessions by (`rubrics/NAME.yaml` in the data folder, or any file). */
import { z } from 'zod';
import { errorDetailSchema } from '../../shared/errors.ts';

const criterionSchema = z
  .strictObject({
    id: z
      .string()
      .regex(/^[a-z0-9][a-z0-9_-]{0,63}$/, 'rubric-id')
      .describe('names the criterion in reviews and reports; never change it within a version'),
    title: z.string().min(1).max(200),
    description: z.string().max(2_000).optional(),
    min: z.number().default(0),
    max: z.number().default(4),
    labels: z
      .record(z.string(), z.string().max(200))
      .optional()
      .describe('what a score means, by the score: {"0": "wrong", "4": "right"}'),
  })
  .refine(({ min, max }) => min < max && max - min <= 100, 'rubric-range')
  .refine(({ min, max }) => Number.isInteger(min) && Number.isInteger(max), 'rubric-integers');

export const rubricFileSchema = z
  .strictObject({
    $schema: z.string().optional(),
    name: z.string().min(1).max(200),
    /** Written `2` or `"2.1"`. */
    version: z
      .union([z.string().min(1).max(100), z.int()])
      .transform(String)
      .describe('raise it with every change: scores are only compared within one version'),
    description: z.string().max(2_000).optional(),
    criteria: z.array(criterionSchema).min(1).max(50),
  })
  .refine(({ criteria }) => new Set(criteria.map(({ id }) => id)).size === criteria.length, {
    path: ['criteria'],
    message: 'rubric-repeated',
  });

export const rubricSchema = z.object({
  name: z.string(),
  version: z.string(),
  description: z.string().optional(),
  criteria: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      description: z.string().optional(),
      min: z.number(),
      max: z.number(),
      labels: z.record(z.string(), z.string()).optional(),
    }),
  ),
  /** Absolute. */
  file: z.string(),
});
export type Rubric = z.infer<typeof rubricSchema>;

export const brokenRubricSchema = z.object({
  file: z.string(),
  /** In English. */
  why: z.string(),
  detail: errorDetailSchema.optional(),
});
export type BrokenRubric = z.infer<typeof brokenRubricSchema>;
