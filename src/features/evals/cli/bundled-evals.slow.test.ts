/** The cases of the bundled skills, with the demo model where it can tell something. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { skilldeck } from '../../../main/hosts/cli/test-kit/command-line.ts';
import { tempFolder } from '../../../main/lib/test-kit/temp-folder.ts';
import type { Benchmark, TriggerReport } from '../../../shared/evals.ts';

/** Milliseconds: whole bookings, on a busy machine. */
vi.setConfig({ testTimeout: 240_000 });

let home: string;
beforeEach(() => {
  home = tempFolder();
});

async function evaluate(...args: string[]) {
  const { status, out } = await skilldeck(['skills', 'eval', ...args, '--json', '--home', home]);
  return { status, document: JSON.parse(out) as unknown };
}

it('books in an eval, and leaves no booking behind', async () => {
  const cases = ['search-en', 'search-zh', 'books-after-yes', 'books-nothing-without-yes'];
  const { status, document } = await evaluate('book-flight', '--min-pass', '1');
  const { runs, metadata } = document as Benchmark;
  expect(metadata.evals_run).toEqual(cases);
  expect(runs.flatMap(({ expectations }) => expectations.filter((one) => !one.passed && one.skipped !== true))).toEqual(
    [],
  );
  expect(status).toBe(0);
  expect(existsSync(path.join(home, 'data', 'book-flight'))).toBe(false);
});

/** The demo model follows only the booking: of others it can tell whether they are chosen. */
it.each(['trip-planner', 'expense-report', 'skill-creator'])('chooses %s in each of its cases', async (skill) => {
  const { status, document } = await evaluate(skill);
  expect(status).toBe(0);
  const { runs } = document as Benchmark;
  expect(runs.length).toBeGreaterThan(0);
  for (const { expectations } of runs) {
    const told = expectations.filter(({ grader }) => grader === 'run' || grader === 'skills');
    expect(told.map(({ grader, passed }) => [grader, passed])).toContainEqual(['skills', true]);
    expect(told.filter(({ passed }) => !passed)).toEqual([]);
    // Nothing that a judge would have to decide counts as passed.
    for (const one of expectations) if (one.grader === 'judge') expect(one).toMatchObject({ skipped: true });
  }
});

it.each(['book-flight', 'trip-planner', 'expense-report', 'skill-creator'])(
  'guesses most sentences of %s right, and says that it guesses',
  async (skill) => {
    const { document } = await evaluate(skill, '--triggers');
    const { queries, precision, recall, guess } = document as TriggerReport;
    expect(guess).toBe(true);
    expect(queries.some(({ should_trigger }) => should_trigger) && queries.some((one) => !one.should_trigger)).toBe(
      true,
    );
    expect(Math.min(precision ?? 0, recall ?? 0)).toBeGreaterThanOrEqual(0.5);
  },
);
