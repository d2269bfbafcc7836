/** The order of `capped-list.ts`: no request of an old log could be rebuilt if it changed. */
import type { CatalogEntry } from '../../../shared/events.ts';

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
