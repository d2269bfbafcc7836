import type { SkillView } from '../../../shared/contract.ts';
import type { SkillUsage } from '../../../shared/skill-usage.ts';

/** What the data folder's sessions know of each skill, beside what its folder says. */
export const withUsage = (skills: readonly SkillView[], usage: ReadonlyMap<string, SkillUsage>): SkillView[] =>
  skills.map((skill) => {
    const own = usage.get(skill.id);
    return own === undefined ? skill : { ...skill, usage: own };
  });
