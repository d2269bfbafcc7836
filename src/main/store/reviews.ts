/** Reviews, the queue of sessions to judge, and saved filters: what a reviewer keeps beside the logs. */

import { valueFault } from '../../shared/messages/failure.ts';
import { placeOf, type Review, reviewSchema, reviewsLineSchema } from '../../shared/review/reviews.ts';
import { sha256 } from '../lib/text.ts';
import type { Db } from './db.ts';
import { storedJson } from './event-log.ts';
import { refuse } from './log-intake.ts';

// Reviews as a set that only grows: two data folders that exchange theirs end with the same, in any order and however
// often. Of one reviewer's about one moment the newest counts; the others are kept. Pure.

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

// The line of an exported log that carries what reviewers said of it. It is no event, and no link or signature covers it.

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

interface Queued {
  readonly session: string;
  /** When it was put there. */
  readonly at: string;
  /** Reason in one line; '' where no one said. */
  readonly why: string;
}

export type ReviewTable = ReturnType<typeof createReviewTable>;

export function createReviewTable(db: Db) {
  const every = db.prepare<[], { review: string }>(
    'SELECT review FROM reviews ORDER BY session, seq, reviewer, at, hash',
  );
  const one = db.prepare<[string], { review: string }>(
    'SELECT review FROM reviews WHERE session = ? ORDER BY seq, reviewer, at, hash',
  );
  const insert = db.prepare<[string, number, string, string, string, string]>(
    'INSERT OR IGNORE INTO reviews (session, seq, reviewer, at, hash, review) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const queue = db.prepare<[], Queued>('SELECT session, at, why FROM review_queue ORDER BY at, session');
  const enqueue = db.prepare<[string, string, string]>(
    'INSERT OR IGNORE INTO review_queue (session, at, why) VALUES (?, ?, ?)',
  );
  const dequeue = db.prepare<[string]>('DELETE FROM review_queue WHERE session = ?');
  const filters = db.prepare<[], { name: string; filters: string }>(
    'SELECT name, filters FROM saved_filters ORDER BY name',
  );
  const putFilters = db.prepare<[string, string]>('INSERT OR REPLACE INTO saved_filters (name, filters) VALUES (?, ?)');
  const dropFilters = db.prepare<[string]>('DELETE FROM saved_filters WHERE name = ?');
  const parsed = (rows: readonly { review: string }[]): Review[] =>
    rows.map(({ review }) => JSON.parse(review) as Review);
  const merge = db.transaction((reviews: readonly Review[]): number => {
    let added = 0;
    for (const review of reviews) {
      const { session, seq, reviewer, at } = review;
      added += insert.run(session, seq, reviewer, at, reviewHash(review), reviewText(review)).changes;
    }
    return added;
  });
  return {
    /** Those that count, by session, moment and reviewer. @param session default: of all. */
    all: (session?: string) => counting(parsed(session === undefined ? every.all() : one.all(session))),
    /** Includes every one that was replaced or removed, in order. */
    history: (session: string) => parsed(one.all(session)),
    /** Adds those that are not there yet; all or none. @returns how many that were. */
    merge: (reviews: readonly Review[]) => merge.immediate(reviews),
    /** Oldest first. */
    queue: () => queue.all(),
    /** Those that are there keep their place. */
    enqueue: db.transaction((queued: readonly Queued[]) => {
      for (const { session, at, why } of queued) enqueue.run(session, at, why);
    }).immediate,
    dequeue: db.transaction((sessions: readonly string[]) => {
      for (const session of sessions) dequeue.run(session);
    }).immediate,
    /** JSON by name, in order of the names. */
    savedFilters: () =>
      filters.all().map(({ name, filters: text }) => ({ name, filters: storedJson<unknown>(text, {}) })),
    /** @param filters undefined removes them. */
    saveFilters(name: string, given: unknown) {
      if (given === undefined) dropFilters.run(name);
      else putFilters.run(name, JSON.stringify(given));
    },
  };
}

/** @param read opens the table, or reads as empty. @param write refuses where nothing may be written. */
export function reviewsOver(
  read: <T>(otherwise: T, work: (table: ReviewTable) => T) => T,
  write: <T>(work: (table: ReviewTable) => T) => T,
): ReviewTable {
  return {
    all: (session) => read<Review[]>([], (table) => table.all(session)),
    history: (session) => read<Review[]>([], (table) => table.history(session)),
    queue: () => read<Queued[]>([], (table) => table.queue()),
    savedFilters: () => read<ReturnType<ReviewTable['savedFilters']>>([], (table) => table.savedFilters()),
    merge: (reviews) => write((table) => table.merge(reviews)),
    enqueue: (queued) => write((table) => table.enqueue(queued)),
    dequeue: (sessions) => write((table) => table.dequeue(sessions)),
    saveFilters: (name, filters) => write((table) => table.saveFilters(name, filters)),
  };
}
