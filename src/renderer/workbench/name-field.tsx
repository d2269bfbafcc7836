import { useT } from '../i18n.ts';
import { useApp } from '../store/index.ts';
import { TextField } from '../ui/on-demand.ts';

// Checks a skill name while it is typed; the core decides.

/** Keys below `author.name.faults`. */
export type NameFault = 'empty' | 'long' | 'capitals' | 'characters' | 'edges' | 'double' | 'taken';

const MAX_LENGTH = 64;

/** @param taken ids of the skills that are there. */
export function nameFault(name: string, taken: readonly string[]): NameFault | undefined {
  if (name === '') return 'empty';
  if (Array.from(name).length > MAX_LENGTH) return 'long';
  if (name !== name.toLowerCase()) return 'capitals';
  if (!/^[\p{Ll}\p{Lo}\p{Lm}\p{Nd}-]*$/u.test(name) || name !== name.normalize('NFKC')) return 'characters';
  if (/^-|-$/.test(name)) return 'edges';
  if (name.includes('--')) return 'double';
  return taken.some((one) => one.toLowerCase() === name) ? 'taken' : undefined;
}

/** A free name like `id`. */
export function copyName(id: string, taken: readonly string[]): string {
  const plain = id
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{Ll}\p{Lo}\p{Lm}\p{Nd}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  for (let count = 1; ; count += 1) {
    const end = count === 1 ? '-copy' : `-copy-${count}`;
    const stem = Array.from(plain || 'skill').slice(0, MAX_LENGTH - end.length);
    const name = stem.join('').replace(/-+$/, '') + end;
    if (!taken.includes(name)) return name;
  }
}

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
