import { defineConfig } from 'vitest/config';

/** Slow tests want the build or take seconds each; `npm test` runs them, `npm run check` does not. */
const SLOW = 'src/**/*.slow.test.{ts,tsx}';

export default defineConfig({
  test: {
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
          include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
          exclude: [SLOW],
          // Half of the time went into loading the same modules for each file. A test leaves nothing behind in them.
          isolate: false,
          testTimeout: 20_000,
          hookTimeout: 20_000,
        },
      },
      { extends: true, test: { name: 'slow', include: [SLOW], testTimeout: 60_000, hookTimeout: 60_000 } },
    ],
  },
});
