import { useEffect, useState } from 'react';
import type { TrashedSkill } from '../../../../shared/skill-import.ts';
import { useFormat, useT } from '../../../i18n/index.ts';
import { unlessGone } from '../../../shared/unless-gone.ts';
import { NO_SKILL_EVALS, useActions, useApp } from '../../../store/index.ts';
import { Select, TextField } from '../../../ui/index.ts';

/** The other side of a comparison: `none`, `without`, `saved`, `version:HASH`, `replaced:ENTRY`, `skill:ID`, `path:FOLDER OR ARCHIVE`. */
export type Comparison = string;

const PATH = 'path:';
const isWholePath = (path: string): boolean => /^(?:[\\/]|[a-z]:[\\/])/i.test(path);

/** `against` of an eval; undefined where it names no other version. */
export const againstOf = (skill: string, compare: Comparison): string | undefined =>
  compare === 'saved' ? skill : /^(?:version|replaced|skill|path):\s*(\S.*)$/.exec(compare)?.[1]?.trim();

/** False while a folder or an archive has no whole path yet. */
export const isChosen = (compare: Comparison): boolean =>
  !compare.startsWith(PATH) || isWholePath(compare.slice(PATH.length).trim());

/** Without the skill, as saved, versions of before, what an import replaced, other skills, a folder or an archive. */
export function CompareField({
  skill,
  isEdited,
  value,
  onChange,
}: {
  readonly skill: string;
  readonly isEdited: boolean;
  readonly value: Comparison;
  readonly onChange: (value: Comparison) => void;
}) {
  const t = useT();
  const options = useComparisons(skill, isEdited);
  const path = value.startsWith(PATH) ? value.slice(PATH.length) : undefined;
  const chosen = path === undefined ? value : PATH;
  return (
    <>
      <Select
        className="w-64"
        label={t('evals.form.compare')}
        value={options.some((option) => option.value === chosen) ? chosen : 'without'}
        options={options}
        onChange={onChange}
      />
      {path === undefined ? null : (
        <TextField
          className="w-72"
          label={t('evals.compare.pathLabel')}
          placeholder="/home/ada/greet-1.0.skill"
          spellCheck={false}
          value={path}
          onChange={(text) => onChange(PATH + text)}
          error={path.trim() === '' || isWholePath(path.trim()) ? undefined : t('evals.compare.notWhole')}
        />
      )}
    </>
  );
}

function useComparisons(skill: string, isEdited: boolean) {
  const t = useT();
  const format = useFormat();
  const { past = [] } = useApp((data) => data.evals[skill] ?? NO_SKILL_EVALS);
  const skills = useApp((data) => data.skills?.skills);
  const replaced = useReplaced(skill);
  const versions = new Map(
    past.flatMap(({ result: { metadata } }) =>
      metadata.version === undefined ? [] : [[metadata.version, metadata.timestamp] as const],
    ),
  );
  return [
    { value: 'without', label: t('evals.sides.without') },
    { value: 'none', label: t('evals.compare.none') },
    ...(isEdited ? [{ value: 'saved', label: t('evals.compare.saved') }] : []),
    ...[...versions].map(([hash, at]) => ({
      value: `version:${hash}`,
      label: t('evals.compare.version', { hash: hash.slice(0, 7), at: format.dateTime(at) }),
    })),
    ...replaced.map(({ entry, at }) => ({
      value: `replaced:${entry}`,
      label: t('evals.compare.replaced', { at: format.dateTime(at) }),
    })),
    { value: PATH, label: t('evals.compare.path') },
    ...(skills ?? [])
      .filter(({ id }) => id !== skill)
      .map(({ id }) => ({ value: `skill:${id}`, label: t('evals.compare.skill', { id }) })),
  ];
}

/** Skills that imports and removals put into the trash. */
function useReplaced(skill: string): readonly TrashedSkill[] {
  const { evals } = useActions();
  const [replaced, setReplaced] = useState<readonly TrashedSkill[]>([]);
  useEffect(() => unlessGone(evals.replaced(skill), setReplaced), [evals, skill]);
  return replaced;
}
