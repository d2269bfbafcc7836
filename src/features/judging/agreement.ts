/** Agreement of two reviewers on the sessions that both judged. Pure. */
import { z } from 'zod';
import { type Review, VERDICTS, type Verdict } from '../../shared/review/reviews.ts';

/** Sessions below which a figure says little (the confidence interval of kappa spans most of its range). */
const FEW_SESSIONS = 10;

const counts = z.record(z.enum(VERDICTS), z.int());

export const agreementSchema = z.object({
  a: z.string(),
  b: z.string(),
  /** Sessions with a verdict of both. */
  n: z.int(),
  same: z.int(),
  /** Same ÷ n; null where n is 0. */
  percent: z.number().nullable(),
  /** Cohen's kappa; null where it is not defined: no session, or both gave one and the same verdict throughout. */
  kappa: z.number().nullable(),
  /** n is below ten. */
  tooFew: z.boolean(),
  /** Counts of b's verdicts, by the verdict of a. */
  table: z.record(z.enum(VERDICTS), counts),
  differing: z.array(z.object({ session: z.string(), a: z.enum(VERDICTS), b: z.enum(VERDICTS) })),
  /** Scores by the same version of a rubric. */
  criteria: z.array(
    z.object({
      rubric: z.string(),
      version: z.string(),
      criterion: z.string(),
      n: z.int(),
      same: z.int(),
      /** Mean distance between the two scores, in points. */
      distance: z.number(),
    }),
  ),
});
export type Agreement = z.infer<typeof agreementSchema>;

/** @param reviews those that count: one for each reviewer and moment. */
export function agreementOf(reviews: readonly Review[], a: string, b: string): Agreement {
  const of = (reviewer: string) =>
    new Map(reviews.filter((one) => one.reviewer === reviewer && one.seq === 0).map((one) => [one.session, one]));
  const [left, right] = [of(a), of(b)];
  const table = emptyTable();
  const differing: Agreement['differing'] = [];
  const scores = new Map<string, { rubric: string; version: string; criterion: string; distances: number[] }>();
  for (const [session, one] of left) {
    const other = right.get(session);
    if (other === undefined) continue;
    collectScores(scores, one, other);
    if (one.verdict === undefined || other.verdict === undefined) continue;
    table[one.verdict][other.verdict] += 1;
    if (one.verdict !== other.verdict) differing.push({ session, a: one.verdict, b: other.verdict });
  }
  const n = VERDICTS.reduce((sum, row) => sum + VERDICTS.reduce((all, column) => all + table[row][column], 0), 0);
  const same = VERDICTS.reduce((sum, verdict) => sum + table[verdict][verdict], 0);
  return {
    a,
    b,
    n,
    same,
    percent: n === 0 ? null : same / n,
    kappa: kappaOf(table, n),
    tooFew: n < FEW_SESSIONS,
    table,
    differing,
    criteria: [...scores.values()].map(({ distances, ...which }) => ({
      ...which,
      n: distances.length,
      same: distances.filter((distance) => distance === 0).length,
      distance: distances.reduce((sum, distance) => sum + distance, 0) / distances.length,
    })),
  };
}

type Table = Record<Verdict, Record<Verdict, number>>;

const emptyTable = (): Table => ({
  pass: { pass: 0, fail: 0, unclear: 0 },
  fail: { pass: 0, fail: 0, unclear: 0 },
  unclear: { pass: 0, fail: 0, unclear: 0 },
});

/** Cohen, J. (1960), "A coefficient of agreement for nominal scales": (observed − expected) ÷ (1 − expected). */
function kappaOf(table: Table, n: number): number | null {
  if (n === 0) return null;
  const observed = VERDICTS.reduce((sum, verdict) => sum + table[verdict][verdict], 0) / n;
  const expected = VERDICTS.reduce((sum, verdict) => {
    const row = VERDICTS.reduce((all, other) => all + table[verdict][other], 0);
    const column = VERDICTS.reduce((all, other) => all + table[other][verdict], 0);
    return sum + (row / n) * (column / n);
  }, 0);
  return expected === 1 ? null : (observed - expected) / (1 - expected);
}

function collectScores(
  into: Map<string, { rubric: string; version: string; criterion: string; distances: number[] }>,
  one: Review,
  other: Review,
): void {
  const { rubric } = one;
  if (rubric === undefined || rubric.name !== other.rubric?.name || rubric.version !== other.rubric.version) return;
  for (const { criterion, score } of one.scores ?? []) {
    const match = other.scores?.find((given) => given.criterion === criterion);
    if (match === undefined) continue;
    const key = JSON.stringify([rubric.name, rubric.version, criterion]);
    const known = into.get(key) ?? { rubric: rubric.name, version: rubric.version, criterion, distances: [] };
    known.distances.push(Math.abs(score - match.score));
    into.set(key, known);
  }
}
