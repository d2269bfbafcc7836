import { useCallback, useEffect, useState } from 'react';
import type { JudgedNote, Queued } from '../../../../shared/contract/judging.ts';
import type { NewReview } from '../../../../shared/judging/reviews.ts';
import type { BrokenRubric, Rubric } from '../../../../shared/judging/rubric.ts';
import { type Failure, type JudgedReview, useActions, useApp } from '../../../store/index.ts';

export interface Judging {
  /** Undefined until they were read. */
  readonly queue: readonly Queued[] | undefined;
  readonly reviews: readonly JudgedReview[];
  /** Written while looking back. */
  readonly notes: readonly JudgedNote[];
  readonly rubrics: readonly Rubric[];
  /** Files that are no rubrics, and why. */
  readonly broken: readonly BrokenRubric[];
  readonly me: string;
  readonly failure: Failure | undefined;
  /** @returns whether it is stored. */
  write(review: NewReview): Promise<boolean>;
  remove(session: string): Promise<void>;
  again(): void;
}

/** All that the page shows, read again after each change. */
export function useJudging(): Judging {
  const { judging } = useActions();
  const connection = useApp((data) => data.connection);
  const [read, setRead] = useState<Pick<Judging, 'queue' | 'reviews' | 'notes' | 'me'>>({
    queue: undefined,
    reviews: [],
    notes: [],
    me: '',
  });
  const [found, setFound] = useState<Pick<Judging, 'rubrics' | 'broken'>>({ rubrics: [], broken: [] });
  const [failure, setFailure] = useState<Failure>();
  const load = useCallback(async () => {
    const [queue, reviews] = await Promise.all([judging.queue(), judging.reviews()]);
    if (!queue.ok) return setFailure(queue.failure);
    if (!reviews.ok) return setFailure(reviews.failure);
    setFailure(undefined);
    const { reviews: judged, notes } = reviews.value;
    setRead({ queue: queue.value.queue, reviews: judged, notes, me: queue.value.me });
  }, [judging]);
  useEffect(() => {
    if (connection === 'lost') return;
    void load();
    void judging.rubrics().then((rubrics) => {
      if (!rubrics.ok) return;
      const { value } = rubrics;
      setFound({ rubrics: value.rubrics, broken: value.broken });
    });
  }, [load, judging, connection]);
  const after = async (done: { readonly ok: true } | { readonly ok: false; readonly failure: Failure }) => {
    if (done.ok) await load();
    else setFailure(done.failure);
    return done.ok;
  };
  return {
    ...read,
    ...found,
    failure,
    write: async (review) => after(await judging.write(review)),
    remove: async (session) => void (await after(await judging.dequeue([session]))),
    again: () => void load(),
  };
}
