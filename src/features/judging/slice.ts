/** Reviews, the queue, reports and saved filters. */

import type { CommandContext } from '../../renderer/store/command-context.ts';
import { tryOver } from '../../renderer/store/slices/failures.ts';
import type { NewReview, Review } from '../../shared/review/reviews.ts';
import { allShown } from '../../shared/text/invisible.ts';
import type { ReportFormat, SavedFilter } from './contract.ts';

export interface JudgedReview extends Review {
  readonly title: string;
}

export type { SavedFilter };

/** None throws. */
export function judgingCommands({ connection }: CommandContext<object>) {
  const { judging, review } = connection.client;
  const tried = tryOver(connection);
  return {
    queue: () => tried(async () => allShown(await judging.queue({}))),
    enqueue: (sessions: readonly string[], why?: string) =>
      tried(() => judging.enqueue({ sessionIds: [...sessions], ...(why === undefined ? {} : { why }) })),
    dequeue: (sessions: readonly string[]) => tried(() => judging.dequeue({ sessionIds: [...sessions] })),
    /** @param session absent: of all. */
    reviews: (session?: string) => tried(() => judging.reviews(session === undefined ? {} : { sessionIds: [session] })),
    write: (given: NewReview) => tried(() => judging.write(given)),
    rubrics: () => tried(() => judging.rubrics({})),
    preview: (sessionId: string, language: 'en' | 'zh') =>
      tried(async () => allShown(await review.preview({ sessionId, language }))),
    /** Redacted. */
    report: (format: ReportFormat, language: 'en' | 'zh') => tried(() => judging.report({ format, language })),
    savedFilters: () => tried(() => judging.savedFilters({})),
    saveFilter: (filter: SavedFilter) => tried(() => judging.saveFilter(filter)),
    removeFilter: (name: string) => tried(() => judging.removeFilter({ name })),
  };
}
