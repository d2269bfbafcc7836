import type { Translate } from '../messages/types.ts';
import { ASKS, type SkillGrade } from './skill-grade.ts';

/** The facts in words: what it asks for, what was found, what holds its scripts anyway. */
export function gradeRows({ runs, asks, found, checks, sandbox }: SkillGrade, t: Translate) {
  const wishes = ASKS.flatMap((ask) => {
    const what = asks[ask].join(', ');
    return what === '' ? [] : [t(`skills.grade.ask.${ask}`, { what })];
  });
  const places = found.map(({ rule, path, line }) => `${rule} (${path}:${line})`);
  const held = sandbox === 'none' ? 'none' : 'sandbox';
  return [
    { title: t('skills.grade.asks'), text: wishes.length === 0 ? t('skills.grade.nothing') : wishes.join('; ') },
    {
      title: t('skills.grade.found'),
      text: places.length === 0 ? t('skills.grade.clean', { count: checks, n: checks }) : places.join(', '),
    },
    ...(runs === 0 ? [] : [{ title: t('skills.grade.held'), text: t(`skills.grade.holds.${held}`) }]),
  ];
}
