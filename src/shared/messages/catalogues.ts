/**
 * Both languages by full key. The first words are enough to paint the window, which fetches the others then; programs and
 * tests add them all with `all-words.ts`.
 */
import { first as en } from './en/first.ts';
import type { Language, Tree } from './types.ts';
import { first as zh } from './zh/first.ts';

/** Every message by its full key. */
export function flat(tree: Tree, prefix = '', messages = new Map<string, string>()): Map<string, string> {
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') messages.set(prefix + key, value);
    else flat(value, `${prefix}${key}.`, messages);
  }
  return messages;
}

const trees: Readonly<Record<Language, Tree[]>> = { en: [en], zh: [zh] };
const made = new Map<Language, Map<string, string>>();

/** Flattened at the first use. */
export function catalogueOf(language: Language): ReadonlyMap<string, string> {
  const catalogue = made.get(language) ?? new Map<string, string>();
  made.set(language, catalogue);
  for (const tree of trees[language].splice(0)) flat(tree, '', catalogue);
  return catalogue;
}

export function addWords(language: Language, words: Tree): void {
  trees[language].push(words);
}
