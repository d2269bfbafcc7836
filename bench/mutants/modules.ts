/**
 * Modules that decide about money, evidence, limits, approvals, redaction and durability: Stryker changes each of their
 * expressions, one after the other, and a unit test has to notice. What slow suites and Python tests notice is in the
 * lists of picked faults beside this file.
 */
export interface Module {
  readonly name: string;
  /** Below the project. */
  readonly files: readonly string[];
  /** Patterns of the tests that should notice. */
  readonly tests: readonly string[];
}

export const MODULES: readonly Module[] = [
  {
    name: 'money',
    files: ['src/shared/usage.ts', 'src/shared/models/cost.ts', 'src/features/review/main/costs.ts'],
    tests: ['src/shared/**/*.test.ts', 'src/features/review/main/costs.test.ts', 'src/main/session/commands.test.ts'],
  },
  {
    name: 'limits',
    files: ['src/main/agent/loop.ts', 'src/main/agent/tool-step.ts', 'src/main/context/token-table.ts'],
    tests: ['src/main/agent/*.test.ts', 'src/main/context/*.test.ts', 'src/main/session/*.test.ts'],
  },
  {
    name: 'approvals',
    files: [
      'src/main/tools/approval/approval-policy.ts',
      'src/main/tools/approval/grants.ts',
      'src/main/tools/approval/policy-!(*.test).ts',
    ],
    tests: ['src/main/tools/**/*.test.ts'],
  },
  {
    name: 'redaction',
    files: ['src/main/redaction/!(pattern-worker).ts'],
    tests: ['src/main/redaction/*.test.ts', 'src/features/transfer/**/*.test.ts'],
  },
  {
    name: 'evidence',
    files: ['src/main/store/chain.ts', 'src/features/review/main/verify.ts', 'src/features/review/main/trace.ts'],
    tests: ['src/main/store/*.test.ts', 'src/features/review/main/*.test.ts', 'src/features/transfer/**/*.test.ts'],
  },
  {
    name: 'durability',
    files: [
      'src/main/store/{db,database-file,event-log,log-intake,staged-log,store}.ts',
      'src/main/lib/{files,held-folder}.ts',
    ],
    tests: [
      'src/main/store/**/*.test.ts',
      'src/main/lib/*.test.ts',
      'src/main/session/*.test.ts',
      'src/features/transfer/main/*.test.ts',
    ],
  },
];
