/** Reviews as the person sees and writes them. */

import type { Queued } from '../../../shared/contract/judging.ts';
import { defined } from '../../../shared/defined.ts';
import type { NewReview, Review } from '../../../shared/judging/reviews.ts';
import { detailed } from '../../../shared/messages/detail.ts';
import { noSession } from '../../session/stored-rows.ts';
import type { Store } from '../../store/store.ts';

/** Titles of all sessions that are here, evals and deleted ones too. */
export function titlesOf(store: Pick<Store, 'summaries'>): ReadonlyMap<string, string> {
  return new Map(store.summaries({ includeDeleted: true, kind: 'any' }).map(({ id, title }) => [id, title]));
}

/** @param sessionIds default: all. */
export function reviewsOf(store: Pick<Store, 'reviews'>, sessionIds: readonly string[] | undefined): Review[] {
  if (sessionIds === undefined) return store.reviews.all();
  return [...new Set(sessionIds)].flatMap((id) => store.reviews.all(id));
}

/** @throws SkilldeckError `session-not-found`, `bad-input`. */
export function writeReview(
  store: Pick<Store, 'has' | 'lastSeq' | 'reviews'>,
  given: NewReview & { readonly reviewer: string },
  now: Date,
): Review {
  const { session, seq, reviewer } = given;
  if (!store.has(session)) throw noSession(session);
  const last = store.lastSeq(session);
  if (seq > last) throw detailed('bad-input', 'review-event', { session, seq, last });
  const says = [given.verdict, given.text?.trim(), given.scores?.length, given.removed];
  if (!says.some(Boolean)) throw detailed('bad-input', 'review-empty');
  // A clock that was set back must not let an older review win.
  const before = store.reviews
    .history(session)
    .filter((one) => one.seq === seq && one.reviewer === reviewer)
    .reduce((latest, { at }) => Math.max(latest, Date.parse(at)), 0);
  const review: Review = { ...given, at: new Date(Math.max(now.getTime(), before + 1)).toISOString() };
  store.reviews.merge([review]);
  return review;
}

export function queueOf(store: Pick<Store, 'summaries' | 'reviews'>, me: string): Queued[] {
  const titles = titlesOf(store);
  return store.reviews.queue().map(({ session, at, why }) => {
    const reviews = store.reviews.all(session);
    const judged = reviews.filter(({ seq, verdict }) => seq === 0 && verdict !== undefined);
    return {
      session,
      title: titles.get(session) ?? '',
      at,
      why,
      ...defined({ verdict: judged.find(({ reviewer }) => reviewer === me)?.verdict }),
      judgedBy: judged.map(({ reviewer }) => reviewer),
      remarks: reviews.filter(({ seq }) => seq > 0).length,
    };
  });
}
