import type { Verification } from '../../../../shared/review.ts';

/** Verdict on one request; undefined while unknown. */
export function requestVerdict(result: Verification | undefined, seq: number, isSummary: boolean) {
  if (result === undefined) return undefined;
  const differing = result.differing.find((one) => one.seq === seq);
  if (differing !== undefined) return differing;
  if (result.missing?.some((one) => one.seq === seq) === true) return 'cannot';
  if (result.redacted || result.foreign === true) return 'cannot';
  // Summaries that could not be rebuilt are not named: none is claimed.
  return isSummary && result.notRebuilt > 0 ? 'cannot' : 'verified';
}
