import { expect, it } from 'vitest';
import type { Review, Verdict } from '../../shared/review/reviews.ts';
import { agreementOf } from './agreement.ts';

const at = '2030-01-01T00:00:00.000Z';
const judged = (reviewer: string, verdicts: readonly (Verdict | undefined)[]): Review[] =>
  verdicts.map((verdict, index) => ({
    session: `s${index}`,
    seq: 0,
    reviewer,
    at,
    ...(verdict === undefined ? {} : { verdict }),
  }));
const times = (count: number, verdict: Verdict): Verdict[] => Array.from({ length: count }, () => verdict);

it("gives Cohen's kappa of the textbook example: 20 yes-yes, 5 yes-no, 10 no-yes, 15 no-no is 0.4", () => {
  const a = judged('a', [...times(25, 'pass'), ...times(25, 'fail')]);
  const b = judged('b', [...times(20, 'pass'), ...times(5, 'fail'), ...times(10, 'pass'), ...times(15, 'fail')]);
  const found = agreementOf([...a, ...b], 'a', 'b');
  expect(found).toMatchObject({ n: 50, same: 35, percent: 0.7, tooFew: false });
  expect(found.kappa).toBeCloseTo(0.4, 10);
  expect([found.table.pass, found.table.fail]).toEqual([
    { pass: 20, fail: 5, unclear: 0 },
    { pass: 10, fail: 15, unclear: 0 },
  ]);
  expect(found.differing).toHaveLength(15);
});

it('says when there are too few, and when kappa is not defined', () => {
  const same = [...judged('a', times(9, 'pass')), ...judged('b', times(9, 'pass'))];
  expect(agreementOf(same, 'a', 'b')).toMatchObject({ n: 9, percent: 1, kappa: null, tooFew: true });
  expect(agreementOf(same, 'a', 'c')).toMatchObject({ n: 0, percent: null, kappa: null, tooFew: true });
});

it('counts only sessions with a verdict of both, on the whole, and scores of the same version of a rubric', () => {
  const rubric = { name: 'Quality', version: '1' };
  const scored = (reviewer: string, session: string, score: number, version = '1'): Review => ({
    session,
    seq: 0,
    reviewer,
    at,
    verdict: 'pass',
    rubric: { ...rubric, version },
    scores: [{ criterion: 'tone', score, min: 0, max: 4 }],
  });
  const reviews = [
    scored('a', 'one', 4),
    scored('b', 'one', 1),
    scored('a', 'two', 2),
    scored('b', 'two', 2),
    scored('a', 'three', 0),
    scored('b', 'three', 4, '2'),
    { ...scored('a', 'four', 1), seq: 7 },
    scored('b', 'four', 1),
  ];
  expect(agreementOf(reviews, 'a', 'b')).toMatchObject({
    n: 3,
    criteria: [{ rubric: 'Quality', version: '1', criterion: 'tone', n: 2, same: 1, distance: 1.5 }],
  });
});
