/** Grades a skill by what it asks for, what the checks for harm found, and what would hold its scripts here. */
import type { SandboxKind } from '../../shared/sandbox.ts';
import type { SkillGrade } from '../../shared/skills/skill-grade.ts';
import type { SkillRequirements } from '../../shared/skills/skill-packages.ts';
import { needsOf } from './needs.ts';
import type { SkillSummary } from './types.ts';

/** Rules of lint that look for harm; all others are about quality. */
const HARM: ReadonlySet<string> = new Set(
  [
    'invisible-characters hidden-code overrides-user reads-keys pipe-to-shell script-network script-deletes',
    'binary-in-scripts links need-too-broad name-confusable',
  ].flatMap((line) => line.split(' ')),
);

interface Graded {
  readonly summary: SkillSummary;
  /** Files and tools that can be started. */
  readonly runs: number;
  /** Paths relative to the skill. */
  readonly findings: readonly {
    readonly rule: string;
    readonly path: string;
    readonly line: number;
    readonly severity: 'error' | 'warning' | 'info';
  }[];
  readonly requirements: SkillRequirements | undefined;
  readonly sandbox: SandboxKind;
}

export function gradeOf({ summary, runs, findings, requirements, sandbox }: Graded): SkillGrade {
  const { hosts, folders, programs, withSecret } = needsOf(summary);
  const lacked = [...(requirements?.python ?? []), ...(requirements?.node ?? [])].filter(
    ({ state }) => state === 'missing',
  );
  const asks: SkillGrade['asks'] = {
    hosts: [...hosts, ...withSecret.flatMap(({ name, hosts: more }) => more.map((host) => `${host} (${name})`))],
    reads: folders.filter(({ write }) => !write).map(({ path }) => path),
    writes: folders.filter(({ write }) => write).map(({ path }) => path),
    programs: [...programs],
    packages: lacked.map(({ name, spec }) => `${name}${spec}`),
    tools: [...summary.allowedTools],
  };
  const found = findings
    .filter(({ rule, severity }) => severity !== 'info' && HARM.has(rule))
    .map(({ rule, path, line }) => ({ rule, path, line }));
  const asksMore = Object.values(asks).some((wishes) => wishes.length > 0);
  const byRuns = runs === 0 ? 'text-only' : sandbox === 'none' ? 'unconfined' : 'contained';
  const grade = found.length > 0 ? 'doubtful' : byRuns === 'contained' && asksMore ? 'asks-more' : byRuns;
  return { grade, runs, asks, found, checks: HARM.size, sandbox };
}
