import { statSync } from 'node:fs';
import type { Core } from '../../../main/core/core.ts';
import { lintCounts } from '../../../main/core/skill-source.ts';
import { gradeOf } from '../../../main/skills/grade.ts';
import { listTree } from '../../../main/skills/import/names.ts';
import { lookAtFiles, runsOf } from '../../../main/skills/import/plan.ts';
import type { SkillSummary } from '../../../main/skills/types.ts';
import { defined } from '../../../shared/defined.ts';
import type { SkillGrade } from '../../../shared/skills/skill-grade.ts';
import type { SkillRequirements } from '../../../shared/skills/skill-packages.ts';

/** Grades an installed skill as its import did; undefined where its files cannot be read. */
export async function gradeSkill(
  core: Core,
  summary: SkillSummary,
  requirements: SkillRequirements,
): Promise<SkillGrade | undefined> {
  const { library, imports, runner } = core;
  const { id, dir, source } = summary;
  const files = await listTree(dir);
  const document = await library.read(id).catch(() => undefined);
  if (files === undefined || document === undefined) return undefined;
  const scripts = document.scripts.map(({ path }) => path);
  const { executables } = await lookAtFiles(files, scripts, '');
  const { lintSkills } = await import('../../../main/skills/lint/lint.ts');
  const { findings } = await lintSkills({ dirs: [dir], roots: [], ...lintCounts(core) });
  const graded = gradeOf({
    summary,
    runs: runsOf(document, executables),
    findings: findings.map(({ file, ...finding }) => ({ ...finding, path: file.slice(dir.length + 1) })),
    requirements,
    sandbox: (await runner.sandbox()).kind,
  });
  // Only skills in the app's own folders were ever imported.
  const report = source === 'user' || source === 'environment' ? await imports.origin(id) : undefined;
  const newest = Math.max(...files.map(({ absolute }) => statSync(absolute, { throwIfNoEntry: false })?.mtimeMs ?? 0));
  const changed = newest > 0 ? new Date(newest).toISOString() : undefined;
  const unchangedSince = report?.status === 'unchanged' ? report.origin?.installedAt : changed;
  return { ...graded, ...defined({ unchangedSince }) };
}
