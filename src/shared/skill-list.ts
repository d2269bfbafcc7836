/** Skills that the list of a request names, and their words: the same in every dialect. */
import type { CatalogEntry } from './events.ts';
import { perObject } from './per-object.ts';
import type { SessionState } from './session-state.ts';
import { singleLine } from './text/shorten.ts';

export interface SkillList {
  readonly skills: readonly CatalogEntry[];
  /** Skills that the list leaves out; `search_skills` finds them. */
  readonly more: number;
}

type Listed = Pick<SessionState, 'catalog' | 'listing' | 'loadedSkills' | 'placement'>;

const forModel = perObject((catalog: readonly CatalogEntry[]) =>
  catalog.some(isForPerson) ? catalog.filter((entry) => !isForPerson(entry)) : catalog,
);

/** Skills that the model may load by itself. */
export const modelSkills = ({ catalog }: Pick<SessionState, 'catalog'>): readonly CatalogEntry[] => forModel(catalog);

const isForPerson = ({ modelInvocable }: CatalogEntry): boolean => modelInvocable === false;

/** True if skills are mentioned and have tools: also one that only the person may load needs them, once it is loaded. */
export const hasSkills = (state: Pick<SessionState, 'catalog' | 'loadedSkills'>): boolean =>
  callableSkills(state).length > 0;

/** Skills that calls may name: those of the model, and what the person loaded. */
export function callableSkills({
  catalog,
  loadedSkills,
}: Pick<SessionState, 'catalog' | 'loadedSkills'>): readonly CatalogEntry[] {
  const skills = modelSkills({ catalog });
  if (skills === catalog) return catalog;
  return catalog.filter((entry) => !isForPerson(entry) || loadedSkills.some(({ id }) => id === entry.id));
}

/**
 * Those that were chosen for the list, in the catalog's order. With placement `tool-result` a load changes nothing before
 * its own result, so that what is loaded in the meantime enters the list with the next choice.
 */
export function listedSkills(state: Listed): SkillList {
  const all = modelSkills(state);
  const chosen = state.listing?.skills;
  if (chosen === undefined) return { skills: all, more: 0 };
  const loaded = state.placement === 'system' ? state.loadedSkills.map(({ id }) => id) : [];
  const ids = new Set([...chosen, ...loaded]);
  const skills = all.filter(({ id }) => ids.has(id));
  return { skills, more: all.length - skills.length };
}

/** Skills whose folder a request names: those of its list, and what is loaded besides. */
export function namedSkills(state: Listed): readonly CatalogEntry[] {
  const { skills } = listedSkills(state);
  if (skills === state.catalog) return skills;
  const named = new Set([...skills.map(({ id }) => id), ...state.loadedSkills.map(({ id }) => id)]);
  return state.catalog.filter(({ id }) => named.has(id));
}

interface SkillWords extends Pick<CatalogEntry, 'description' | 'whenToUse'> {
  readonly tags?: readonly string[] | undefined;
}

/** A sentence has its stop; a closing quote or bracket may follow it. */
const ENDS = /[.!?…。！？][)\]"'”’」』）]*$/u;

/** One line of the list, in sentences (seeds/000: description, when_to_use, tags). */
export function skillWords({ description, whenToUse, tags = [] }: SkillWords): string {
  const parts = [
    description,
    ...(whenToUse === undefined ? [] : [`When to use: ${whenToUse}`]),
    ...(tags.length === 0 ? [] : [`Tags: ${tags.join(', ')}`]),
  ];
  return parts.map((part) => singleLine(part)).reduce((line, part) => `${line}${ENDS.test(line) ? '' : '.'} ${part}`);
}

/** Last line of a list that leaves skills out (CONTRACT §12). */
export const moreSkills = (more: number): string => `… and ${more} more: search_skills finds them`;

/** Lines of agent-core's list, which is in its tool's description. */
export function nameLines({ skills, more }: SkillList): string[] {
  const lines = skills.map((skill) => `- ${skill.name}: ${skillWords(skill)}`);
  return more === 0 ? lines : [...lines, `- ${moreSkills(more)}`];
}
