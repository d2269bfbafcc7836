/** Figures of reviews. Pure. */
import { agreementOf } from '../../../../shared/judging/agreement.ts';
import type { VERDICTS, Verdict } from '../../../../shared/judging/reviews.ts';
import type { CriterionSum, Report, SessionInReport } from './types.ts';

export function summaryOf(sessions: readonly SessionInReport[]): Pick<Report, 'reviewers' | 'criteria' | 'agreements'> {
  const all = sessions.flatMap(({ reviews }) => reviews);
  const names = [...new Set(all.map(({ reviewer }) => reviewer))].sort();
  const count = (reviewer: string, verdict: Verdict): number =>
    all.filter((one) => one.reviewer === reviewer && one.verdict === verdict).length;
  const criteria = new Map<string, CriterionSum>();
  for (const { rubric, scores = [] } of all) {
    for (const { criterion, score, min, max } of scores) {
      const which = { rubric: rubric?.name ?? '', version: rubric?.version ?? '', criterion };
      const key = JSON.stringify(which);
      const { n, mean } = criteria.get(key) ?? { n: 0, mean: 0 };
      criteria.set(key, { ...which, min, max, n: n + 1, mean: mean + (score - mean) / (n + 1) });
    }
  }
  return {
    reviewers: names.map((reviewer) => ({
      reviewer,
      sessions: all.filter((one) => one.reviewer === reviewer).length,
      verdicts: {
        pass: count(reviewer, 'pass'),
        fail: count(reviewer, 'fail'),
        unclear: count(reviewer, 'unclear'),
      } satisfies Record<(typeof VERDICTS)[number], number>,
    })),
    criteria: [...criteria.values()],
    agreements: names.flatMap((a, index) => names.slice(index + 1).map((b) => agreementOf(all, a, b))),
  };
}
