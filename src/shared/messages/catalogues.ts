/**
 * Both languages by full key. The window's build has `src/renderer/i18n/catalogues-on-demand.ts` in place of this file,
 * which fetches what later views say.
 */
import type { Language } from './types.ts';
import { allWords } from './words.ts';

const made = new Map<Language, ReadonlyMap<string, string>>();

export function catalogueOf(language: Language): ReadonlyMap<string, string> {
  const catalogue = made.get(language) ?? allWords(language);
  made.set(language, catalogue);
  return catalogue;
}

/** Fetches what is missing; undefined where nothing is. */
export const fetchCatalogue = (_language: Language): Promise<void> | undefined => undefined;
