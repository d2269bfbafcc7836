import type { Section, SkillLine } from './types.ts';

/** @param skills the text of each, by its id, below `head`. No skills, no catalog. */
export function catalogPart(
  head: string,
  skills: readonly (readonly [skill: string, text: string])[],
  tail = '',
): Section[] {
  if (skills.length === 0) return [];
  let text = head;
  const lines = skills.map(([skill, own]): SkillLine => {
    const from = text.length + 1;
    text += `\n${own}`;
    return { skill, from, length: own.length + 1 };
  });
  return [{ part: { kind: 'catalog', label: 'catalog', reason: 'catalog' }, text: `${text}${tail}`, lines }];
}
