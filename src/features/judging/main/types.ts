import type { Review, Verdict } from '../../../shared/review/reviews.ts';
import type { Agreement } from '../agreement.ts';

/** An event that somebody remarked on. */
export interface Moment {
  readonly seq: number;
  /** Undefined where the log has no such event. */
  readonly at?: string;
  /** The event in words, with what was said or printed in it. */
  readonly text: string;
  readonly reviews: readonly Review[];
}

export interface SessionInReport {
  readonly id: string;
  readonly title: string;
  /** Undefined where only its reviews are here. */
  readonly started?: string;
  readonly model?: string;
  /** Reviews of the whole. */
  readonly reviews: readonly Review[];
  readonly moments: readonly Moment[];
}

export interface ReviewerSum {
  readonly reviewer: string;
  /** Sessions with a review of the whole. */
  readonly sessions: number;
  readonly verdicts: Readonly<Record<Verdict, number>>;
}

export interface CriterionSum {
  readonly rubric: string;
  readonly version: string;
  readonly criterion: string;
  readonly n: number;
  readonly mean: number;
  readonly min: number;
  readonly max: number;
}

export interface Report {
  /** ISO 8601. */
  readonly at: string;
  readonly sessions: readonly SessionInReport[];
  /** Places; undefined where nothing was to be removed. */
  readonly redacted: number | undefined;
  readonly reviewers: readonly ReviewerSum[];
  readonly criteria: readonly CriterionSum[];
  /** One for each pair of reviewers. */
  readonly agreements: readonly Agreement[];
}
