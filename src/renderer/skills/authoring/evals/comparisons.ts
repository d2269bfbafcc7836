/** The other side of a comparison, as one value of a list: `none`, `without`, `saved`, `version:HASH`, `skill:ID`. */
import { useFormat, useT } from '../../../i18n/index.ts';
import { NO_SKILL_EVALS, useApp } from '../../../store/index.ts';

/** As `against` of an eval. */
export const againstOf = (skill: string, compare: string): string | undefined =>
  compare === 'saved' ? skill : /^(?:version|skill):(.+)$/.exec(compare)?.[1];

/** What the skill can be compared with: without it, as saved, earlier versions, other skills. */
export function useComparisons(skill: string, isEdited: boolean) {
  const t = useT();
  const format = useFormat();
  const { past = [] } = useApp((data) => data.evals[skill] ?? NO_SKILL_EVALS);
  const skills = useApp((data) => data.skills?.skills);
  const versions = new Map(
    past.flatMap(({ result: { metadata } }) =>
      metadata.version === undefined ? [] : [[metadata.version, metadata.timestamp] as const],
    ),
  );
  return [
    { value: 'without', label: t('evals.compare.without') },
    { value: 'none', label: t('evals.compare.none') },
    ...(isEdited ? [{ value: 'saved', label: t('evals.compare.saved') }] : []),
    ...[...versions].map(([hash, at]) => ({
      value: `version:${hash}`,
      label: t('evals.compare.version', { hash: hash.slice(0, 7), at: format.dateTime(at) }),
    })),
    ...(skills ?? [])
      .filter(({ id }) => id !== skill)
      .map(({ id }) => ({ value: `skill:${id}`, label: t('evals.compare.skill', { id }) })),
  ];
}
