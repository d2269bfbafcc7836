/** The line of an exported log that carries what reviewers said of it. It is no event, and no link or signature covers it. */
import { type Review, reviewsLineSchema } from '../../../shared/judging/reviews.ts';
import { valueFault } from '../../../shared/messages/value-fault.ts';
import { refuse } from '../intake/log-line.ts';

/** Undefined where there are none. @param redactor takes private data out of what was written. */
export function reviewsLine(reviews: readonly Review[], redactor?: TextRedactor): string | undefined {
  if (reviews.length === 0) return undefined;
  const written = redactor === undefined ? reviews : withoutPrivate(reviews, redactor);
  return JSON.stringify({ type: 'export-reviews', reviews: written });
}

interface TextRedactor {
  text(text: string): string;
}

/** Two reviewers stay two where their names are private. */
export function withoutPrivate(reviews: readonly Review[], redactor: TextRedactor): Review[] {
  const names = new Map<string, string>();
  for (const { reviewer } of reviews) {
    const isPlain = redactor.text(reviewer) === reviewer;
    if (!names.has(reviewer)) names.set(reviewer, isPlain ? reviewer : `reviewer ${names.size + 1}`);
  }
  return reviews.map((review) => ({
    ...review,
    reviewer: names.get(review.reviewer) ?? '',
    ...(review.text === undefined ? {} : { text: redactor.text(review.text) }),
  }));
}

/** Texts of reviews in which private data is looked for. */
export const reviewTexts = (reviews: readonly Review[]): string[] =>
  reviews.flatMap(({ text, reviewer }) => [reviewer, ...(text === undefined ? [] : [text])]);

/** Undefined for any other line. @throws SkilldeckError `import-refused` for one that is broken. */
export function readReviewsLine(line: string, at: number): Review[] | undefined {
  if (!/^\s*\{\s*"type"\s*:\s*"export-reviews"/.test(line)) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return refuse('reviews-not-json', { line: at });
  }
  const read = reviewsLineSchema.safeParse(value);
  if (read.success) return read.data.reviews;
  const { place, figures } = valueFault(read.error);
  return refuse('reviews-field', { ...figures, line: at, place });
}
