/** Reviews as the person sees and writes them. */

import os from 'node:os';
import type { Core } from '../../../main/core/core.ts';
import { noSession } from '../../../main/session/requests.ts';
import { toEvent } from '../../../main/store/event-log.ts';
import { refuse } from '../../../main/store/log-intake.ts';
import { readReviewsLine, reviewsLine } from '../../../main/store/reviews.ts';
import type { Store } from '../../../main/store/store.ts';
import { defined } from '../../../shared/defined.ts';
import type { NewReview, Review } from '../../../shared/judging/reviews.ts';
import { detailed } from '../../../shared/messages/detail.ts';
import { foldEvents } from '../../../shared/reducer.ts';
import type { JudgedNote, Queued } from '../contract.ts';

// Reviews that go from one data folder to another without their sessions.

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

// Notes that people wrote while looking back: events of their sessions, listed with what reviewers say of moments.

/** @param sessionIds default: of all that are not deleted. */
export function notesOf(
  store: Pick<Store, 'library' | 'rows'>,
  sessionIds: readonly string[] | undefined,
): JudgedNote[] {
  return store.library().flatMap(({ summary: { id: session, title, deleted }, facts }) => {
    const isWanted = sessionIds?.includes(session) ?? !deleted;
    if (!isWanted || facts.notes === 0) return [];
    const { notes } = foldEvents(session, store.rows(session).map(toEvent));
    return notes.map(({ on, text, at, changedAt = at, by }) => ({
      session,
      title,
      seq: on,
      at: changedAt,
      text,
      ...defined({ by }),
    }));
  });
}

/** The name that reviews of the person who uses this data folder carry. */
export function reviewerName({ settings }: Pick<Core, 'settings'>): string {
  return settings.config().reviewer ?? accountName() ?? 'reviewer';
}

/** Undefined for an account without an entry, as in some containers. */
function accountName(): string | undefined {
  try {
    return os.userInfo().username.slice(0, 100) || undefined;
  } catch {
    return undefined;
  }
}

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
