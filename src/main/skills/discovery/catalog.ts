/** Reduces all found skills to one per id. */
import type { Diagnostic } from '../../../shared/events.ts';
import { diagnosed } from '../../../shared/messages/finding.ts';
import type { BrokenSkill, Catalog, SkillSummary } from '../types.ts';
import type { KnownRoot } from './known-root.ts';
import type { KnownSkill } from './read-found.ts';
import { sortInSlices, type TimeSlice } from './time-slice.ts';

export const isBroken = (skill: KnownSkill): skill is BrokenSkill => 'reason' in skill;

/**
 * The first one wins; the others are reported with both paths. Neither a broken skill nor one that is not allowed hides
 * one that can be used.
 */
export async function resolveNames(
  roots: readonly KnownRoot[],
  others: readonly Diagnostic[],
  allowed: (skill: SkillSummary) => boolean,
  slice: TimeSlice,
): Promise<Catalog> {
  const byId = new Map<string, SkillSummary>();
  const skills: SkillSummary[] = [];
  const broken: BrokenSkill[] = [];
  const diagnostics: Diagnostic[] = [];
  const add = (skill: SkillSummary): void => {
    const first = byId.get(skill.id);
    if (first !== undefined) diagnostics.push(shadowed(skill, first));
    else {
      byId.set(skill.id, skill);
      skills.push(skill);
    }
  };
  const heldBack: SkillSummary[] = [];
  for (const known of roots) {
    for (const skill of known.skills) {
      const own = known.diagnostics.get(skill);
      if (own !== undefined) diagnostics.push(...own);
      if (isBroken(skill)) broken.push(skill);
      else if (allowed(skill)) add(skill);
      else heldBack.push(skill);
      if (slice.due()) await slice.pause();
    }
  }
  for (const skill of heldBack) add(skill);
  diagnostics.push(...others);
  const sorted = await sortInSlices(skills, (a, b) => a.id < b.id, slice);
  return { skills: exact(sorted), broken, diagnostics };
}

/** Copies the array to drop the spare capacity of one that grew. */
const exact = <T>(items: readonly T[]): readonly T[] => items.slice();

function shadowed(skill: SkillSummary, first: SkillSummary): Diagnostic {
  return {
    severity: 'warning',
    file: skill.file,
    skill: skill.id,
    rule: 'shadowed',
    ...diagnosed({ code: 'shadowed-here', figures: { name: skill.id, used: first.file, unused: skill.file } }),
  };
}
