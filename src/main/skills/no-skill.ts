import type { SkilldeckError } from '../../shared/errors.ts';
import { detailed } from '../../shared/messages/detail.ts';

/** `skill-not-found`, with the ids that exist. */
export function noSkill(id: string, skills: readonly { readonly id: string }[]): SkilldeckError {
  const ids = skills.map((one) => one.id).join(', ');
  return detailed('skill-not-found', ids === '' ? 'skill-none' : 'skill-missing', { id, ids });
}
