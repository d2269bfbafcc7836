/** Skills that the list of a request names, and their words: the same in every dialect. */

import { z } from 'zod';
import { perObject } from '../defined.ts';
import type { CatalogEntry } from '../events.ts';
import type { SessionState } from '../session-state.ts';
import { singleLine } from '../text/text.ts';

/** A name that looks like another, shown so that the letters in which it differs can be seen. */

export interface NameLetter {
  readonly letter: string;
  /** Code point of a letter outside ASCII: `U+043E`. */
  readonly code?: string;
}

export const lettersOf = (name: string): readonly NameLetter[] =>
  [...name].map((letter) => {
    const point = letter.codePointAt(0) ?? 0;
    return point < 0x7f ? { letter } : { letter, code: `U+${point.toString(16).toUpperCase().padStart(4, '0')}` };
  });

/** `b[U+043E]ok`. */
export const spelledOut = (name: string): string =>
  lettersOf(name)
    .map(({ letter, code }) => (code === undefined ? letter : `[${code}]`))
    .join('');

/** @param found about the skill of that name. */
export const isConfusable = (found: readonly { readonly rule: string }[]): boolean =>
  found.some(({ rule }) => rule === 'name-confusable');

// `/name` at the beginning of a message: the window, the command line and the core read it alike.

/** A path such as `/etc/hosts` names no skill. */
const NAMED = /^\/([^\s/]+)(?=\s|$)/u;

type SkillName = Pick<CatalogEntry, 'id' | 'name' | 'userInvocable'>;

/**
 * The skill that the message begins with, by its id or a name that only one has; small and large letters are the same.
 * One that is not offered is found only where no other is meant: the caller refuses it.
 */
export function skillNamed<T extends SkillName>(text: string, skills: readonly T[]): T | undefined {
  const given = NAMED.exec(text)?.[1]?.toLowerCase();
  if (given === undefined) return undefined;
  return matching(given, skills.filter(isOffered)) ?? matching(given, skills);
}

function matching<T extends SkillName>(given: string, skills: readonly T[]): T | undefined {
  const byId = skills.find(({ id }) => id.toLowerCase() === given);
  if (byId !== undefined) return byId;
  const byName = skills.filter(({ name }) => name.toLowerCase() === given);
  return byName.length === 1 ? byName[0] : undefined;
}

/** Skills that the person may call by name. */
export const isOffered = ({ userInvocable }: Pick<CatalogEntry, 'userInvocable'>): boolean => userInvocable !== false;

/** Usage of a skill over all sessions of the data folder. */
const counts = z.object({
  loads: z.int().min(0),
  runs: z.int().min(0),
});

export const skillUsageSchema = counts.extend({
  /** Sessions that loaded it. Imported sessions and events copied into a branch do not count. */
  sessions: z.int().min(0),
  /** ISO 8601, of the last load or run; absent where it was only asked for. */
  lastUsed: z.string().optional(),
  /** In the requested session. */
  here: counts.optional(),
  lastError: z
    .object({
      /** ISO 8601. */
      at: z.string(),
      what: z.enum(['load', 'script']),
      /** End of the text given to the model; empty if there was none. */
      text: z.string(),
      callId: z.string(),
      sessionId: z.string(),
      /** A script of it ended well afterwards. */
      workedSince: z.boolean().optional(),
    })
    .optional(),
});
export type SkillUsage = z.infer<typeof skillUsageSchema>;

export interface SkillList {
  readonly skills: readonly CatalogEntry[];
  /** Skills that the list leaves out; `search_skills` finds them. */
  readonly more: number;
}

type ListState = Pick<SessionState, 'catalog' | 'listing' | 'loadedSkills' | 'placement'>;

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
export function listedSkills(state: ListState): SkillList {
  const all = modelSkills(state);
  const chosen = state.listing?.skills;
  if (chosen === undefined) return { skills: all, more: 0 };
  const loaded = state.placement === 'system' ? state.loadedSkills.map(({ id }) => id) : [];
  const ids = new Set([...chosen, ...loaded]);
  const skills = all.filter(({ id }) => ids.has(id));
  return { skills, more: all.length - skills.length };
}

/** Skills whose folder a request names: those of its list, and what is loaded besides. */
export function namedSkills(state: ListState): readonly CatalogEntry[] {
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
