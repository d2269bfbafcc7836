/** The report's tables, before they become markup. */
import type { Review, Verdict } from '../../../shared/review/reviews.ts';
import type { Agreement } from '../agreement.ts';
import type { ReviewReportWords } from '../report-words.en.ts';

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
  readonly reviews: readonly Review[];
  readonly moments: readonly Moment[];
}

interface ReviewerSum {
  readonly reviewer: string;
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

type Cells = readonly [head: readonly string[], rows: readonly (readonly string[])[]];

const rounded = (value: number): string => value.toFixed(2);

export function reviewerCells(sums: readonly ReviewerSum[], words: ReviewReportWords): Cells {
  const { reviewer, sessions, verdicts } = words;
  return [
    [reviewer, sessions, verdicts.pass, verdicts.fail, verdicts.unclear],
    sums.map((sum) => [
      sum.reviewer,
      words.number(sum.sessions),
      ...[sum.verdicts.pass, sum.verdicts.fail, sum.verdicts.unclear].map(words.number),
    ]),
  ];
}

export function agreementCells(agreements: readonly Agreement[], words: ReviewReportWords): Cells {
  return [
    [words.reviewers, words.both, words.same, words.kappa, ''],
    agreements.map(({ a, b, n, same, percent, kappa, tooFew }) => [
      `${a} · ${b}`,
      words.number(n),
      percent === null ? '–' : `${words.number(same)} (${Math.round(percent * 100)} %)`,
      kappa === null ? words.undefinedKappa : rounded(kappa),
      tooFew ? words.tooFew(n) : '',
    ]),
  ];
}

export function criterionCells(sums: readonly CriterionSum[], words: ReviewReportWords): Cells {
  return [
    [words.rubric, words.criterion, words.scores, words.mean, words.scale],
    sums.map(({ rubric, version, criterion, n, mean, min, max }) => [
      `${rubric} ${version}`.trim(),
      criterion,
      words.number(n),
      rounded(mean),
      `${min}–${max}`,
    ]),
  ];
}

/** '' where there are none. */
export function scoresText({ rubric, scores = [] }: Review): string {
  if (scores.length === 0) return '';
  const list = scores.map(({ criterion, score, max }) => `${criterion} ${score}/${max}`).join(', ');
  return rubric === undefined ? list : `${list} (${rubric.name} ${rubric.version})`;
}
