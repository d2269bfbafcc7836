/**
 * Reviews as a set that only grows: two data folders that exchange theirs end with the same, in any order and however
 * often. Of one reviewer's about one moment the newest counts; the others are kept. Pure.
 */
import { placeOf, type Review, reviewSchema } from '../../../shared/judging/reviews.ts';
import { sha256 } from '../../lib/sha256.ts';

/** The same content has the same text, in whatever order its fields came. */
export const reviewText = (review: Review): string => JSON.stringify(reviewSchema.parse(review));

export const reviewHash = (review: Review): string => sha256(reviewText(review));

/** Negative where `a` is older. Of two at the same millisecond the hash decides, so that it is the same one everywhere. */
const inTime = (a: Review, b: Review): number =>
  a.at === b.at ? (reviewHash(a) < reviewHash(b) ? -1 : 1) : a.at < b.at ? -1 : 1;

/** Those that count, without what was removed. */
export function counting(reviews: Iterable<Review>): Review[] {
  const newest = new Map<string, Review>();
  for (const review of reviews) {
    const place = placeOf(review);
    const known = newest.get(place);
    if (known === undefined || inTime(known, review) < 0) newest.set(place, review);
  }
  return [...newest.values()].filter(({ removed }) => removed !== true);
}
