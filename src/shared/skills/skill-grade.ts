/** A skill's grade before it is used: a word for what it may do on this computer, and the facts behind the word. */
import { z } from 'zod';
import type { SandboxKind } from '../sandbox.ts';

/**
 * `text-only`: nothing of it runs. `contained`: a sandbox holds its scripts, and it asks for no more. `unconfined`: this
 * computer has no sandbox. `doubtful`: a check found something that a person should read first.
 */
const GRADES = ['text-only', 'contained', 'asks-more', 'unconfined', 'doubtful'] as const;

export const ASKS = ['hosts', 'reads', 'writes', 'programs', 'packages', 'tools'] as const;

export const skillGradeSchema = z.object({
  grade: z.enum(GRADES),
  /** Number of files and tools that can be started. */
  runs: z.int(),
  /** Wishes beyond its own folder and the workspace: network hosts, folders, programs, missing packages, tools. */
  asks: z.record(z.enum(ASKS), z.array(z.string())),
  /** Findings of the checks that look for harm, answered ones too. */
  found: z.array(z.object({ rule: z.string(), path: z.string(), line: z.int() })),
  /** Number of those checks. */
  checks: z.int(),
  sandbox: z.enum(['bubblewrap', 'sandbox-exec', 'container', 'none'] satisfies SandboxKind[]),
  /** Time of the last change, ISO 8601: of the import, if nothing was changed since, else of the newest file; absent before an import. */
  unchangedSince: z.string().optional(),
});
export type SkillGrade = z.infer<typeof skillGradeSchema>;
