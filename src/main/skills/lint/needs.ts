/** Needs that a skill declares, as the rules see them. */
import type { FindingCode } from '../../../shared/messages/finding.ts';
import { type Needs, readNeeds } from '../requirements/needs.ts';
import { atField } from './place.ts';
import { short } from './shown.ts';
import type { LintSkill, RuleFinding } from './types.ts';

/** Placeholder for any user's home. */
const HOME = '/home/person';

export function needsIn({ loaded }: LintSkill): Needs | undefined {
  if (loaded === undefined || loaded.kind === 'broken') return undefined;
  return readNeeds(loaded.fields.metadata, loaded.fields.compatibility ?? '', HOME);
}

export function refusedNeeds(
  skill: LintSkill,
  why: Needs['refused'][number]['why'],
  code: FindingCode,
): readonly RuleFinding[] {
  return (needsIn(skill)?.refused ?? [])
    .filter((one) => one.why === why)
    .map(({ entry }) => ({ ...atField(skill, 'metadata'), code, figures: { entry: short(entry) } }));
}
