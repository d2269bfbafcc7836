/** Reviews, the queue, reports and saved filters. */

import type { JudgedNote, Queued, ReportFormat } from '../../../shared/contract/judging.ts';
import type { NewReview, Review } from '../../../shared/judging/reviews.ts';
import type { BrokenRubric, Rubric } from '../../../shared/judging/rubric.ts';
import type { LibraryFilters, Preview } from '../../../shared/review.ts';
import { allShown } from '../../../shared/text/invisible.ts';
import { type Tried, tryOver } from '../app/failures.ts';
import type { CommandContext } from '../command-context.ts';

export interface JudgedReview extends Review {
  readonly title: string;
}

export interface SavedFilter {
  readonly name: string;
  readonly filters: LibraryFilters;
  readonly words?: string | undefined;
}

/** None throws. */
export interface JudgingCommands {
  queue(): Promise<Tried<{ readonly queue: readonly Queued[]; readonly me: string }>>;
  enqueue(sessions: readonly string[], why?: string): Promise<Tried<unknown>>;
  dequeue(sessions: readonly string[]): Promise<Tried<unknown>>;
  /** @param session absent: of all. */
  reviews(
    session?: string,
  ): Promise<
    Tried<{ readonly reviews: readonly JudgedReview[]; readonly notes: readonly JudgedNote[]; readonly me: string }>
  >;
  write(review: NewReview): Promise<Tried<Review>>;
  rubrics(): Promise<Tried<{ readonly rubrics: readonly Rubric[]; readonly broken: readonly BrokenRubric[] }>>;
  preview(session: string, language: 'en' | 'zh'): Promise<Tried<Preview>>;
  /** Redacted. */
  report(
    format: ReportFormat,
    language: 'en' | 'zh',
  ): Promise<Tried<{ readonly text: string; readonly mime: string; readonly fileName: string }>>;
  savedFilters(): Promise<Tried<readonly SavedFilter[]>>;
  saveFilter(filter: SavedFilter): Promise<Tried<unknown>>;
  removeFilter(name: string): Promise<Tried<unknown>>;
}

export function judgingCommands({ connection }: CommandContext<object>): JudgingCommands {
  const { judging, review } = connection.client;
  const tried = tryOver(connection);
  return {
    queue: () => tried(async () => allShown(await judging.queue({}))),
    enqueue: (sessions, why) =>
      tried(() => judging.enqueue({ sessionIds: [...sessions], ...(why === undefined ? {} : { why }) })),
    dequeue: (sessions) => tried(() => judging.dequeue({ sessionIds: [...sessions] })),
    reviews: (session) => tried(() => judging.reviews(session === undefined ? {} : { sessionIds: [session] })),
    write: (given) => tried(() => judging.write(given)),
    rubrics: () => tried(() => judging.rubrics({})),
    preview: (sessionId, language) => tried(async () => allShown(await review.preview({ sessionId, language }))),
    report: (format, language) => tried(() => judging.report({ format, language })),
    savedFilters: () => tried(() => judging.savedFilters({})),
    saveFilter: (filter) => tried(() => judging.saveFilter(filter)),
    removeFilter: (name) => tried(() => judging.removeFilter({ name })),
  };
}
