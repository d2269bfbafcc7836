/**
 * Figures over runs. Sources: E. B. Wilson (1927) for the interval of a share; R. G. Newcombe (1998), method 10, for that
 * of a difference; pass@k by Chen et al. (2021), unbiased.
 */

export interface Spread {
  readonly mean: number;
  /** Deviation of the sample: over n - 1. */
  readonly stddev: number;
  readonly min: number;
  readonly max: number;
}

export function spreadOf(values: readonly number[]): Spread {
  if (values.length === 0) return { mean: 0, stddev: 0, min: 0, max: 0 };
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const stddev = values.length < 2 ? 0 : Math.sqrt(squares / (values.length - 1));
  return { mean, stddev, min: Math.min(...values), max: Math.max(...values) };
}

/** 97.5% quantile of the normal distribution. */
const Z = 1.959963984540054;

/** 95% interval of a share. Without any trial everything is possible. */
export function wilson(passed: number, trials: number): [low: number, high: number] {
  if (trials === 0) return [0, 1];
  const share = passed / trials;
  const scale = 1 + Z ** 2 / trials;
  const middle = (share + Z ** 2 / (2 * trials)) / scale;
  const half = (Z / scale) * Math.sqrt((share * (1 - share)) / trials + Z ** 2 / (4 * trials ** 2));
  return [passed === 0 ? 0 : middle - half, passed === trials ? 1 : middle + half];
}

interface Share {
  readonly passed: number;
  readonly trials: number;
}

/** 95% interval of the difference between two shares, each with at least one trial. */
export function newcombe(a: Share, b: Share): [low: number, high: number] {
  const [p, q] = [a.passed / a.trials, b.passed / b.trials];
  const [[l1, u1], [l2, u2]] = [wilson(a.passed, a.trials), wilson(b.passed, b.trials)];
  return [p - q - Math.hypot(p - l1, u2 - q), p - q + Math.hypot(u1 - p, q - l2)];
}

/** Chance that at least one of `k` runs, drawn from `trials` of which `passed` passed, has passed. */
export function passAtK(passed: number, trials: number, k: number): number {
  if (trials - passed < k) return 1;
  let none = 1;
  for (let i = 0; i < k; i += 1) none *= (trials - passed - i) / (trials - i);
  return 1 - none;
}
