import { Search } from 'lucide-react';
import type { Ref } from 'react';
import { useText } from '../../../renderer/i18n.ts';
import { TextField } from '../../../renderer/ui/on-demand.ts';
import type { SkillView } from '../../../shared/contract.ts';

const folded = (text: string): string => text.normalize('NFKC').toLocaleLowerCase();

/** True if the id, name, description or source has every word. */
export function matches({ id, name = '', description = '', source }: Partial<SkillView>, words: string): boolean {
  const text = folded(`${id}\n${name}\n${description}\n${source ?? ''}`);
  return folded(words)
    .split(/\s+/u)
    .every((word) => text.includes(word));
}

export const filterSkills = (skills: readonly SkillView[], words: string): readonly SkillView[] =>
  skills.filter((skill) => matches(skill, words));

/** Loaded skills first, those hidden from the model last; the rest in the order of their names, as they come. */
export function sortSkills(skills: readonly SkillView[], loaded: ReadonlySet<string>): readonly SkillView[] {
  const standing = ({ id, use }: SkillView): number => (loaded.has(id) ? 0 : use?.enabled === false ? 2 : 1);
  return skills.toSorted((a, b) => standing(a) - standing(b));
}

export const usesOf = ({ usage }: SkillView): number => (usage === undefined ? 0 : usage.loads + usage.runs);

/** Faults that keep a skill from being used, unlike mere oddities. */
export type Fault = 'too-large' | 'unreadable' | 'failed';

/** The gravest; undefined for a sound one. @param budget tokens that one skill may take. */
export function faultOf({ tokens, diagnostics, usage }: SkillView, budget: number): Fault | undefined {
  if (diagnostics.some(({ severity, rule }) => severity === 'error' && rule === 'unreadable')) return 'unreadable';
  if (usage?.lastError !== undefined && usage.lastError.workedSince !== true) return 'failed';
  return tokens !== null && tokens.instructions > budget ? 'too-large' : undefined;
}

export interface SkillTrouble {
  /** 0 for a sound skill. */
  readonly gravity: number;
  readonly kind?: Fault | 'broken' | 'machine' | 'lacking';
  readonly findings: SkillView['diagnostics'];
}

const GRAVITY = { broken: 9, unreadable: 8, failed: 6, machine: 5, lacking: 3, 'too-large': 2 } as const;

/** Shown separately, in its own words. */
const CANNOT_WORK = 'cannot-work-here';

/** All that is wrong with a skill; its gravity is that of the gravest. */
export function troubleOf(skill: SkillView, budget: number): SkillTrouble {
  const findings = skill.diagnostics.filter(({ severity, rule }) => severity !== 'info' && rule !== CANNOT_WORK);
  const isLacking = (skill.missing ?? 0) > 0;
  const here = skill.use?.by === 'machine' ? 'machine' : isLacking ? 'lacking' : undefined;
  const fault = faultOf(skill, budget);
  const kind = fault === 'too-large' ? (here ?? fault) : (fault ?? here);
  if (kind !== undefined) return { gravity: GRAVITY[kind], kind, findings };
  return {
    gravity: findings.some(({ severity }) => severity === 'error') ? 2 : Math.min(1, findings.length),
    findings,
  };
}

/** Narrows the list below it: Arrow Down goes there, Escape clears the words. */
export function SkillSearch({
  fieldRef,
  words,
  onWords,
  found,
  onDown,
}: {
  readonly fieldRef?: Ref<HTMLInputElement>;
  readonly words: string;
  readonly onWords: (words: string) => void;
  /** Number of matching skills. */
  readonly found: number;
  /** Moves from the field to the first row. */
  readonly onDown: () => void;
}) {
  const { t, format } = useText();
  return (
    <>
      <TextField
        {...(fieldRef === undefined ? {} : { ref: fieldRef })}
        className="min-w-48 max-w-80 flex-1"
        inputClassName="h-7"
        label={t('skills.filter')}
        hideLabel
        icon={<Search aria-hidden />}
        placeholder={t('skills.filter')}
        value={words}
        onChange={onWords}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') onDown();
          else if (event.key === 'Escape' && words !== '') {
            onWords('');
            // The drawer that the list may be in stays.
            event.stopPropagation();
          } else return;
          event.preventDefault();
        }}
        type="search"
        autoComplete="off"
        spellCheck={false}
      />
      <span role="status" className="sr-only">
        {words === '' ? '' : t('skills.found', { count: found, n: format.number(found) })}
      </span>
    </>
  );
}
