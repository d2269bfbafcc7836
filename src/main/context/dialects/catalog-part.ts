import { moreSkills } from '../../../shared/skill-list.ts';
import type { ListText, Section, SkillLine } from './types.ts';

/** The list of skills. No skills, no list. @param tail what a dialect says behind its list. */
export function catalogPart(list: ListText, tail = ''): Section[] {
  if (list.skills.length === 0 && list.more === undefined) return [];
  const { text, lines } = listText(list);
  return [{ part: { kind: 'catalog', label: 'catalog', reason: 'catalog' }, text: `${text}${tail}`, lines }];
}

/** The text whose tokens the budget of the list limits, and which part of it is whose. */
export function listText({ head, skills, more, end = '' }: ListText): {
  readonly text: string;
  readonly lines: readonly SkillLine[];
} {
  let text = head;
  const lines = skills.map(([skill, own]): SkillLine => {
    const from = text.length + 1;
    text += `\n${own}`;
    return { skill, from, length: own.length + 1 };
  });
  return { text: `${text}${more === undefined ? '' : `\n${more}`}${end}`, lines };
}

/** For lists of lines. */
export const moreLine = (more: number): Pick<ListText, 'more'> => (more === 0 ? {} : { more: `- ${moreSkills(more)}` });

/** For lists of elements. */
export const moreElement = (more: number): Pick<ListText, 'more'> =>
  more === 0 ? {} : { more: `<more>${moreSkills(more)}</more>` };
