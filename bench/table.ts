/** Measures in one run, as ratios: these machines are noisy, and only what ran side by side can be compared. */
import { appendFileSync } from 'node:fs';

/** One figure of `npm run bench:all`: the smaller, the better. */
export interface Figure {
  readonly what: string;
  readonly value: number;
}

export interface Row {
  readonly what: string;
  /** Median milliseconds of ours. */
  readonly ours: number;
  readonly floor: string;
  /** Median milliseconds of the floor or peer. */
  readonly floorMs: number;
  readonly goal?: Goal;
}

/** Goal of a row: at most so many times its floor, or so many milliseconds. */
type Goal = { readonly times: number } | { readonly ms: number };

/** Median milliseconds of `work` over `rounds`; our runs and the floor's alternate so that noise hits both. */
export async function compare(
  what: string,
  work: () => unknown,
  floor: string,
  floorWork: () => unknown,
  rounds = 9,
): Promise<Row> {
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    theirs.push(await timed(floorWork));
    ours.push(await timed(work));
  }
  return { what, ours: median(ours), floor, floorMs: median(theirs) };
}

export function print(rows: readonly Row[]): void {
  console.table(
    rows.map(({ what, ours, floor, floorMs, goal }) => ({
      what,
      'ours, ms': round(ours),
      'measured against': floor,
      'that, ms': round(floorMs),
      ratio: `${round(ours / floorMs)} ×`,
      ...(goal === undefined ? {} : reaching(goal, ours, floorMs)),
    })),
  );
  report(rows.map(({ what, ours, floorMs }) => ({ what: `${what}, × the floor`, value: round(ours / floorMs) })));
}

function reaching(goal: Goal, ours: number, floorMs: number) {
  const isReached = 'times' in goal ? ours <= goal.times * floorMs : ours <= goal.ms;
  return { goal: 'times' in goal ? `≤ ${goal.times} ×` : `≤ ${goal.ms} ms`, reached: isReached ? 'yes' : 'no' };
}

/** Keeps figures for `npm run bench:all`, a line each. */
export function report(figures: readonly Figure[]): void {
  const file = process.env.SKILLDECK_BENCH_FIGURES;
  if (file !== undefined) appendFileSync(file, figures.map((figure) => `${JSON.stringify(figure)}\n`).join(''));
}

async function timed(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export const round = (value: number): number => Number(value.toPrecision(3));
