/** Reviews and the queue in memory; reports and agreement take the real core. */
import type { Queued } from '../../../features/judging/contract.ts';
import { placeOf, type Review } from '../../../shared/review/reviews.ts';
import type { Answers } from './refused.ts';

const ME = 'me';

export function fakeJudging(): Answers<'judging'> {
  const reviews = new Map<string, Review>();
  let queue: readonly Queued[] = [];
  return {
    judging: {
      reviews: async ({ sessionIds }) => ({
        reviews: [...reviews.values()]
          .filter(({ session }) => sessionIds?.includes(session) !== false)
          .map((one) => ({ ...one, title: '' })),
        notes: [],
        reviewers: [ME],
        me: ME,
      }),
      async write(given) {
        const review: Review = { ...given, reviewer: given.reviewer ?? ME, at: '2030-01-01T00:00:00.000Z' };
        if (given.removed === true) reviews.delete(placeOf(review));
        else reviews.set(placeOf(review), review);
        const { session, seq, verdict } = review;
        if (seq === 0) {
          queue = queue.map((one) =>
            one.session === session && verdict !== undefined ? { ...one, verdict, judgedBy: [ME] } : one,
          );
        }
        return review;
      },
    },
  };
}
