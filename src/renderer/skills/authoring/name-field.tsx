import { useT } from '../../i18n/index.ts';
import { useApp } from '../../store/index.ts';
import { TextField } from '../../ui/index.ts';
import { nameFault } from './skill-name.ts';

const NONE: readonly never[] = [];

/** Ids of all skills that are known, broken ones too. */
export function useTaken(): readonly string[] {
  const skills = useApp((data) => data.skills?.skills ?? NONE);
  const diagnostics = useApp((data) => data.skills?.diagnostics ?? NONE);
  return [...skills.map(({ id }) => id), ...diagnostics.flatMap(({ skill }) => (skill === undefined ? [] : [skill]))];
}

/** A skill's name, judged while it is typed. */
export function NameField({
  value,
  taken,
  onChange,
}: {
  readonly value: string;
  readonly taken: readonly string[];
  readonly onChange: (value: string) => void;
}) {
  const t = useT();
  const fault = nameFault(value, taken);
  return (
    <TextField
      label={t('common.name')}
      description={t('author.name.hint')}
      {...(fault === undefined || fault === 'empty' ? {} : { error: t(`author.name.faults.${fault}`) })}
      value={value}
      onChange={onChange}
      inputClassName="font-mono"
      spellCheck={false}
      autoComplete="off"
      required
    />
  );
}
