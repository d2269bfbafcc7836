/**
 * Chooses the skills that a request's list names, within its budget of tokens (CONTRACT §12): what is loaded, then what
 * fits the person's latest words, what was listed before, what is used most. Pure but for counting and the index.
 */
import type { CatalogEntry } from '../../shared/events.ts';
import type { SessionState } from '../../shared/session-state.ts';
import { LIMITS } from '../../shared/settings/limits.ts';
import { listedSkills, modelSkills, type SkillList } from '../../shared/skills/skill-list.ts';
import { type FoundSkill, skillIndexOf } from '../skills/search.ts';
import { listText } from './dialects.ts';
import { DIALECT_PROMPTS } from './more-dialects.ts';
import { counting, type TokenCounter } from './tokens/counter.ts';

/** Best matches that come before the skills that are used most, and as many of those before all other matches. */
const FIRST = 20;
/** Matches that a message can demand: one of them missing makes a new list. */
const DEMANDED = 3;
/** Share of the best match's score from which a match is demanded. */
const NEARLY = 0.7;
/** Earlier messages whose demands keep their place: who asks on in the same words makes no new list. */
const REMEMBERED = 20;
const MOST_MATCHES = 500;
/** Characters that tokens have at most, on average: a longer list is not counted. */
const LONGEST_TOKEN = 16;
/** Characters from which on candidates are not counted, for each token of the budget. */
const USUAL_TOKEN = 8;
/** Skills in a row that do not fit before the list counts as full. */
const FULL_AFTER = 10;

export interface ListChoice {
  /** Ids, in the catalog's order; absent: all fit. */
  readonly skills?: readonly string[];
  /** Skills that the model may use. */
  readonly of: number;
  readonly budget: number;
}

/** @param uses how often each skill was loaded, by id; asked for only where not all fit. */
export async function chooseList(
  state: SessionState,
  uses: () => ReadonlyMap<string, number> = () => new Map(),
): Promise<ListChoice> {
  const all = modelSkills(state);
  const budget = listBudget(state);
  const whole = { of: all.length, budget };
  if (budget === 0 || (await fits(state, { skills: all, more: 0 }, budget))) return whole;
  const index = await skillIndexOf(all);
  const [latest = '', ...earlier] = personsWords(state);
  const matches = index.search(latest, MOST_MATCHES);
  const before = keptList(state, all);
  if (before !== undefined && !isDemanding(matches, before) && (await fits(state, listOf(all, before), budget)))
    return { ...whole, skills: inOrder(all, before) };
  const chosen = await fill(
    state,
    all,
    rank(state, all, matches, uses(), () => earlier.flatMap((text) => demandsOf(index.search(text, DEMANDED)))),
    budget,
  );
  return { ...whole, skills: inOrder(all, chosen) };
}

const listBudget = ({ limits }: Pick<SessionState, 'limits'>): number =>
  limits.catalogBudget ?? LIMITS.catalogBudget.default;

/** The list before, if it still names only what is there, and all that is loaded. */
function keptList(state: SessionState, all: readonly CatalogEntry[]): ReadonlySet<string> | undefined {
  const { listing, loadedSkills } = state;
  if (listing?.skills === undefined) return undefined;
  const there = new Set(all.map(({ id }) => id));
  const listed = new Set(listedSkills(state).skills.map(({ id }) => id));
  const isWhole = listing.skills.every((id) => there.has(id));
  return isWhole && loadedSkills.every(({ id }) => listed.has(id) || !there.has(id)) ? listed : undefined;
}

type Matches = readonly FoundSkill[];

/** Limits new lists, which cost a provider's cached prefix, to skills that the message is about. */
const isDemanding = (matches: Matches, listed: ReadonlySet<string>): boolean =>
  demandsOf(matches).some((id) => !listed.has(id));

/** Those of the best matches that are nearly as good as the best. */
function demandsOf(matches: Matches): string[] {
  const [best] = matches;
  if (best === undefined) return [];
  return matches.slice(0, DEMANDED).flatMap(({ id, score }) => (score >= best.score * NEARLY ? [id] : []));
}

interface Ranked {
  /** Loaded: listed whatever they take. */
  readonly first: readonly string[];
  /** By their claim to a place. */
  readonly rest: readonly string[];
}

function rank(
  { loadedSkills, listing }: SessionState,
  all: readonly CatalogEntry[],
  matches: Matches,
  uses: ReadonlyMap<string, number>,
  demandedBefore: () => readonly string[],
): Ranked {
  const there = new Set(all.map(({ id }) => id));
  const first = loadedSkills.map(({ id }) => id).filter((id) => there.has(id));
  const matched = matches.map(({ id }) => id);
  const used = [...uses].filter(([id]) => there.has(id)).sort(([, one], [, other]) => other - one);
  const rest = new Set([
    ...matched.slice(0, FIRST),
    ...used.slice(0, FIRST).map(([id]) => id),
    ...demandedBefore(),
    ...(listing?.skills ?? []).filter((id) => there.has(id)),
    ...matched,
    ...there,
  ]);
  for (const id of first) rest.delete(id);
  return { first, rest: [...rest] };
}

/** Whole skills in the order of their claims, as many as the budget holds. */
async function fill(
  state: SessionState,
  all: readonly CatalogEntry[],
  { first, rest }: Ranked,
  budget: number,
): Promise<ReadonlySet<string>> {
  const chosen = new Set(first);
  const candidates = withinReach(state, all, rest, budget);
  const sizes = await counting(state.model, (counter) => ({
    taken: count(state, listOf(all, chosen), counter),
    lines: candidates.map(([, line]) => counter.count(`\n${line}`)),
  }));
  let { taken } = sizes;
  let missed = 0;
  for (const [index, [id]] of candidates.entries()) {
    const own = sizes.lines[index] ?? 0;
    if (taken + own <= budget) {
      taken += own;
      missed = 0;
      chosen.add(id);
    } else if (++missed === FULL_AFTER) break;
  }
  // Lines that are counted alone may be a few tokens off the whole.
  return counting(state.model, (counter) => {
    const kept = new Set(chosen);
    for (const id of [...chosen].slice(first.length).reverse()) {
      if (count(state, listOf(all, kept), counter) <= budget) break;
      kept.delete(id);
    }
    return kept;
  });
}

/** Lines of the skills that can have a place at all, however few tokens they have. */
function withinReach(
  state: SessionState,
  all: readonly CatalogEntry[],
  ids: readonly string[],
  budget: number,
): readonly (readonly [id: string, line: string])[] {
  const byId = new Map(all.map((entry) => [entry.id, entry]));
  const { list } = DIALECT_PROMPTS[state.dialect];
  const lines: [string, string][] = [];
  let characters = 0;
  for (const id of ids) {
    const entry = byId.get(id);
    const line = entry === undefined ? undefined : list(state, { skills: [entry], more: 0 }).skills[0]?.[1];
    if (line === undefined) continue;
    lines.push([id, line]);
    characters += line.length;
    if (characters > budget * USUAL_TOKEN && lines.length > FULL_AFTER) break;
  }
  return lines;
}

async function fits(state: SessionState, list: SkillList, budget: number): Promise<boolean> {
  const least = list.skills.reduce((sum, { description }) => sum + description.length, 0);
  if (least > budget * LONGEST_TOKEN) return false;
  return counting(state.model, (counter) => count(state, list, counter) <= budget);
}

const count = (state: SessionState, list: SkillList, counter: TokenCounter): number =>
  counter.count(listText(DIALECT_PROMPTS[state.dialect].list(state, list)).text);

function listOf(all: readonly CatalogEntry[], ids: ReadonlySet<string>): SkillList {
  const skills = all.filter(({ id }) => ids.has(id));
  return { skills, more: all.length - skills.length };
}

const inOrder = (all: readonly CatalogEntry[], ids: ReadonlySet<string>): string[] =>
  all.filter(({ id }) => ids.has(id)).map(({ id }) => id);

/** The person's latest messages, newest first, each with the names of its files. */
function personsWords({ messages }: SessionState): string[] {
  return messages
    .flatMap((message) => (message.role === 'user' ? [message] : []))
    .slice(-1 - REMEMBERED)
    .reverse()
    .map(({ text, attachments = [] }) => [text, ...attachments.map(({ name }) => name)].join('\n'));
}
