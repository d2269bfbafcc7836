/** trpc's list in logs written before there was a budget for it. */
import type { CatalogEntry } from '../../shared/events.ts';
import type { SessionState } from '../../shared/session-state.ts';
import { type ListText, nameLine } from './dialects.ts';

// The order of a capped list: no request of an old log could be rebuilt if it changed.

/** A word of the id or name says more than one of the description. */
const NAME_WEIGHT = 3;

/** Best first; ties keep the catalog's order. @param first ids placed before all others. */
export function inCappedOrder<T extends Pick<CatalogEntry, 'id' | 'name' | 'description'>>(
  catalog: readonly T[],
  sentence: string,
  first: ReadonlySet<string> = new Set(),
): readonly T[] {
  const words = wordsOf(sentence);
  const score = (entry: T): number => {
    if (first.has(entry.id)) return Number.POSITIVE_INFINITY;
    const title = `${entry.id} ${entry.name}`.toLowerCase();
    const description = entry.description.toLowerCase();
    return words.reduce(
      (sum, word) => sum + (title.includes(word) ? NAME_WEIGHT : 0) + (description.includes(word) ? 1 : 0),
      0,
    );
  };
  // The sort is stable.
  return catalog
    .map((entry) => ({ entry, score: score(entry) }))
    .sort((a, b) => (a.score === b.score ? 0 : b.score - a.score))
    .map(({ entry }) => entry);
}

/** Words of three letters and more; of scripts that are written without spaces, each pair of characters. */
function wordsOf(text: string): string[] {
  const lower = text.slice(0, 10_000).toLowerCase();
  const unspaced = [...lower.matchAll(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu)].flatMap(([run]) => {
    const characters = [...run];
    return characters.length === 1
      ? [run]
      : characters.slice(1).map((character, index) => `${characters[index]}${character}`);
  });
  const spaced = [...lower.matchAll(/[\p{L}\p{N}]{3,}/gu)].map(([word]) => word);
  return [...new Set([...spaced, ...unspaced])];
}

/**
 * trpc's list in logs written before there was a budget for it: 20 skills, those that fit the person's words best. Only
 * rebuilds their requests; the next request of such a session chooses by the budget (docs/decisions/0010).
 */
const LIST_CAP = 20;

export function isCapped({
  dialect,
  catalog,
  listing,
}: Pick<SessionState, 'dialect' | 'catalog' | 'listing'>): boolean {
  return dialect === 'trpc' && listing === undefined && catalog.length > LIST_CAP;
}

export function cappedList(state: SessionState): ListText {
  const head = `Available skills (showing ${LIST_CAP} of ${state.catalog.length}, best matches first; skill_load answers an unknown name with all names):`;
  return { head, skills: cappedSkills(state).map((entry) => [entry.id, nameLine(entry)]) };
}

/** Loaded skills first, then by the user's words; ties keep the catalog's order. */
export function cappedSkills(state: SessionState): readonly CatalogEntry[] {
  // With placement `tool-result` the system message keeps its bytes when a skill is loaded.
  const loaded = new Set(state.placement === 'system' ? state.loadedSkills.map((skill) => skill.id) : []);
  return inCappedOrder(state.catalog, request(state), loaded).slice(0, LIST_CAP);
}

/** The latest words of the person; the first ones where the system message is to keep its bytes. */
function request({ messages, placement }: SessionState): string {
  const said = messages.flatMap((message) => (message.role === 'user' ? [message.text] : []));
  return (placement === 'system' ? said.at(-1) : said[0]) ?? '';
}
