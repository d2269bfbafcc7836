import path from 'node:path';
import type { SkillSummary } from '../types.ts';

/** Summary of a skill in this folder, named after it. */
export function skillSummary(
  dir: string,
  source: SkillSummary['source'],
  metadata: Readonly<Record<string, string>> = {},
): SkillSummary {
  const id = path.basename(dir);
  const place = { root: path.dirname(dir), dir, file: path.join(dir, 'SKILL.md') };
  return { id, name: id, description: `What ${id} does`, tags: [], metadata, allowedTools: [], source, ...place };
}
