/** A person's review of a session, or of one moment of it. Kept beside the log: judging appends no event. */
import { z } from 'zod';

export const VERDICTS = ['pass', 'fail', 'unclear'] as const;
export type Verdict = (typeof VERDICTS)[number];

const MAX_REMARK = 20_000;

const scoreSchema = z
  .object({
    /** Id of the rubric's criterion, with its scale: it can be read without the rubric. */
    criterion: z.string().min(1).max(100),
    score: z.number(),
    min: z.number(),
    max: z.number(),
  })
  .refine(({ score, min, max }) => score >= min && score <= max, 'the score is outside its scale');
export type Score = z.infer<typeof scoreSchema>;

const said = {
  verdict: z.enum(VERDICTS).optional(),
  text: z.string().max(MAX_REMARK).optional(),
  rubric: z.object({ name: z.string().min(1).max(200), version: z.string().min(1).max(100) }).optional(),
  scores: z.array(scoreSchema).max(100).optional(),
};

/** The newest of one reviewer about one moment counts; the ones before it are kept. */
export const reviewSchema = z.object({
  session: z.string().min(1).max(100),
  /** Number of the event that it is about; 0: the whole session. */
  seq: z.int().min(0),
  reviewer: z.string().min(1).max(100),
  /** ISO 8601 in UTC, with milliseconds: texts in the order of times. */
  at: z.iso.datetime({ precision: 3 }),
  ...said,
  /** Taken back: what was said before no longer counts. */
  removed: z.literal(true).optional(),
});
export type Review = z.infer<typeof reviewSchema>;

/** A review to be written. Default of `reviewer`: the person who uses this data folder. */
export const newReviewSchema = reviewSchema
  .omit({ at: true })
  .extend({ reviewer: reviewSchema.shape.reviewer.optional() });
export type NewReview = z.infer<typeof newReviewSchema>;

/** The line of an export that carries reviews; it is no event. */
export const reviewsLineSchema = z.object({
  type: z.literal('export-reviews'),
  reviews: z.array(reviewSchema).max(100_000),
});

/** Key of a review: a newer one with the same key replaces it. */
export const placeOf = ({ session, reviewer, seq }: Pick<Review, 'session' | 'reviewer' | 'seq'>): string =>
  JSON.stringify([session, seq, reviewer]);
