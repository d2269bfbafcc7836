/**
 * Both languages by full key. The window's build has `src/renderer/i18n/catalogues-on-demand.ts` in place of this file,
 * which fetches what later views say.
 */
import { en } from './en.ts';
import { flat } from './flat.ts';
import type { Language } from './types.ts';
import { zh } from './zh.ts';

const WORDS = { en, zh } as const;
const made = new Map<Language, ReadonlyMap<string, string>>();

export function catalogueOf(language: Language): ReadonlyMap<string, string> {
  const catalogue = made.get(language) ?? flat(WORDS[language]);
  made.set(language, catalogue);
  return catalogue;
}

/** Fetches what is missing; undefined where nothing is. */
export const fetchCatalogue = (_language: Language): Promise<void> | undefined => undefined;
