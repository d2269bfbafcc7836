/** Skills to list, and their order. Pure. */
import type { SkillView } from '../../../shared/contract.ts';

export const SKILL_SORTS = ['state', 'tokens', 'use', 'name'] as const;
export type SkillSort = (typeof SKILL_SORTS)[number];

const folded = (text: string): string => text.normalize('NFKC').toLocaleLowerCase();

/** Skills with every word in the id, name, description or source. */
export function filterSkills(skills: readonly SkillView[], words: string): readonly SkillView[] {
  const wanted = folded(words).split(/\s+/u).filter(Boolean);
  if (wanted.length === 0) return skills;
  return skills.filter(({ id, name, description, source }) => {
    const text = folded(`${id}\n${name}\n${description}\n${source}`);
    return wanted.every((word) => text.includes(word));
  });
}

/** Loaded skills first, those hidden from the model last. */
const standing = ({ id, use }: SkillView, loaded: ReadonlySet<string>): number =>
  loaded.has(id) ? 0 : use?.enabled === false ? 2 : 1;

const usesOf = ({ usage }: SkillView): number => (usage === undefined ? 0 : usage.loads + usage.runs);

/** Equal ones stay in the order of their names, as they come. What was not counted yet is last by tokens. */
export function sortSkills(
  skills: readonly SkillView[],
  by: SkillSort,
  loaded: ReadonlySet<string>,
): readonly SkillView[] {
  switch (by) {
    case 'state':
      return skills.toSorted((a, b) => standing(a, loaded) - standing(b, loaded));
    case 'tokens':
      return skills.toSorted((a, b) => (b.tokens?.instructions ?? -1) - (a.tokens?.instructions ?? -1));
    case 'use':
      return skills.toSorted(
        (a, b) => usesOf(b) - usesOf(a) || (b.usage?.lastUsed ?? '').localeCompare(a.usage?.lastUsed ?? ''),
      );
    default:
      return skills.toSorted((a, b) => a.id.localeCompare(b.id));
  }
}

/** Faults that keep a skill from being used, unlike mere oddities. */
export type Fault = 'too-large' | 'unreadable' | 'failed';

/** The gravest; undefined for a sound one. @param budget tokens that one skill may take. */
export function faultOf({ tokens, diagnostics, usage }: SkillView, budget: number): Fault | undefined {
  if (diagnostics.some(({ severity, rule }) => severity === 'error' && rule === 'unreadable')) return 'unreadable';
  if (tokens !== null && tokens.instructions > budget) return 'too-large';
  return usage?.lastError !== undefined && usage.lastError.workedSince !== true ? 'failed' : undefined;
}
