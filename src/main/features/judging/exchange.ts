/** Reviews that go from one data folder to another without their sessions. */
import type { Review } from '../../../shared/judging/reviews.ts';
import { refuse } from '../../store/intake/log-line.ts';
import { readReviewsLine, reviewsLine } from '../../store/reviews/reviews-line.ts';
import type { Store } from '../../store/store.ts';

/** A line for each session. @param sessionIds default: all that were judged. */
export function giveReviews(store: Pick<Store, 'reviews'>, sessionIds: readonly string[] | undefined) {
  const ids = sessionIds ?? [...new Set(store.reviews.all().map(({ session }) => session))];
  const all = ids.map((id) => store.reviews.history(id));
  const lines = all.flatMap((reviews) => reviewsLine(reviews) ?? []);
  return { text: lines.map((line) => `${line}\n`).join(''), reviews: all.reduce((sum, { length }) => sum + length, 0) };
}

/** @throws SkilldeckError `import-refused`; then nothing was taken. */
export function takeReviews(store: Pick<Store, 'reviews'>, text: string) {
  const reviews: Review[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    for (const review of readReviewsLine(line, index + 1) ?? []) reviews.push(review);
  }
  if (reviews.length === 0) {
    refuse('no-reviews');
  }
  const added = store.reviews.merge(reviews);
  return { reviews: reviews.length, added, sessions: [...new Set(reviews.map(({ session }) => session))] };
}
