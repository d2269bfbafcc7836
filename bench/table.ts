/** Measures in one run, as ratios: these machines are noisy, and only what ran side by side can be compared. */

export interface Row {
  readonly what: string;
  /** Median milliseconds of ours. */
  readonly ours: number;
  readonly floor: string;
  /** Median milliseconds of the floor or peer. */
  readonly floorMs: number;
}

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
    rows.map(({ what, ours, floor, floorMs }) => ({
      what,
      'ours, ms': round(ours),
      'measured against': floor,
      'that, ms': round(floorMs),
      ratio: `${round(ours / floorMs)} ×`,
    })),
  );
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
