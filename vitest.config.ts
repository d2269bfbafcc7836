import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Slow tests want the build or take seconds each; `npm test` runs them, `npm run check` does not. */
const SLOW = 'src/**/*.slow.test.ts';

/** Load the built desktop app, whose modules keep what they found at their first load in a process. */
const DESKTOP = 'src/main/hosts/electron/*.slow.test.ts';

/** Not for the slow suites: they confine programs, which never see a person's folders below /dev. */
const TEMP_IN_MEMORY = 'scripts/lib/temp-in-memory.mjs';

/** Programs add the words at their start. */
const ALL_WORDS = 'src/shared/messages/all-words.ts';

/** Take half a minute and more: begun first, so that nothing waits for them alone at the end. A fresh clone knows no times yet. */
const LONG =
  /sandbox\/abuse|demo-model\/|core\/providers|hosts\/cli\/(?:mcp|npm-package|real-flights)|embedded-python|led-astray|archive\/archive|repositories\/repositories/;

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => Number(LONG.test(moduleId) && moduleId.includes('.slow.'));
    return sorted.toSorted((one, other) => isLong(other) - isLong(one));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    // Processes, not threads: better-sqlite3 and node-pty are native, and a crash must not take the run with it.
    pool: 'forks',
    // Output of a failing test only; nothing is cut from it.
    silent: 'passed-only',
    chaiConfig: { truncateThreshold: 0 },
    // The build is loaded as Node loads it.
    server: { deps: { external: [/\/out\/main\//] } },
    projects: [
      {
        extends: true,
        // The time limit is for what hangs: on a machine that is busy otherwise a test may take ten times as long.
        test: {
          name: 'unit',
          globalSetup: TEMP_IN_MEMORY,
          setupFiles: [ALL_WORDS],
          include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: [SLOW],
          // Half of the time went into loading the same modules for each file. A test leaves nothing behind in them.
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'components',
          globalSetup: TEMP_IN_MEMORY,
          include: ['src/{features,renderer}/**/*.test.tsx'],
          environment: 'happy-dom',
          setupFiles: [ALL_WORDS, 'src/renderer/test-kit/component-setup.ts'],
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        // With more at once on two cores, a test runs out of time while others run.
        test: {
          name: 'slow',
          isolate: false,
          maxConcurrency: 4,
          setupFiles: [ALL_WORDS],
          include: [SLOW],
          exclude: [DESKTOP],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'slow-desktop',
          setupFiles: [ALL_WORDS],
          include: [DESKTOP],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
