/**
 * Stands in for `src/shared/messages/catalogues.ts` in the built page (electron.vite.config.ts): the first words of one
 * language are enough to start.
 */
import { flat } from '../../shared/messages/flat.ts';
import type { Language, Tree } from '../../shared/messages/types.ts';

type Part = 'first' | 'rest';

const SOURCES = {
  en: {
    first: async () => (await import('../../shared/messages/en/first.ts')).first,
    rest: async () => (await import('../../shared/messages/en/rest.ts')).rest,
  },
  zh: {
    first: async () => (await import('../../shared/messages/zh/first.ts')).first,
    rest: async () => (await import('../../shared/messages/zh/rest.ts')).rest,
  },
} as const satisfies Record<Language, Record<Part, () => Promise<Tree>>>;

const fetched: Record<Language, Map<string, string>> = { en: new Map(), zh: new Map() };
const here = new Set<string>();
const coming = new Map<string, Promise<void>>();

/** The other language's where this one is still coming. */
export function catalogueOf(language: Language): ReadonlyMap<string, string> {
  if (fetched[language].size > 0) return fetched[language];
  void fetchCatalogue(language, ['first'])?.catch(() => {});
  return fetched[language === 'en' ? 'zh' : 'en'];
}

/** Fetches what is missing; undefined where nothing is. */
export function fetchCatalogue(
  language: Language,
  parts: readonly Part[] = ['first', 'rest'],
): Promise<void> | undefined {
  const missing = parts.filter((part) => !here.has(`${language} ${part}`));
  if (missing.length === 0) return undefined;
  return Promise.all(missing.map((part) => fetchPart(language, part))).then(() => {});
}

function fetchPart(language: Language, part: Part): Promise<void> {
  const name = `${language} ${part}`;
  const known = coming.get(name);
  if (known !== undefined) return known;
  const started = SOURCES[language][part]().then(
    (words) => {
      flat(words, '', fetched[language]);
      here.add(name);
    },
    (error: unknown) => {
      // The next to want it tries again.
      coming.delete(name);
      throw error;
    },
  );
  coming.set(name, started);
  return started;
}
