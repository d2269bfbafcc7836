/**
 * Stands in for `src/shared/messages/catalogues.ts` in the built page (electron.vite.config.ts): the first words of both
 * languages are enough to start, the rest is fetched.
 */
import { first as en } from '../../shared/messages/en/first.ts';
import { flat } from '../../shared/messages/flat.ts';
import type { Language, Tree } from '../../shared/messages/types.ts';
import { first as zh } from '../../shared/messages/zh/first.ts';

const FIRST = { en, zh } as const satisfies Record<Language, Tree>;
const REST = {
  en: async () => (await import('../../shared/messages/en/rest.ts')).rest,
  zh: async () => (await import('../../shared/messages/zh/rest.ts')).rest,
} as const satisfies Record<Language, () => Promise<Tree>>;

const made = new Map<Language, Map<string, string>>();
const whole = new Set<Language>();
const coming = new Map<Language, Promise<void>>();

export function catalogueOf(language: Language): Map<string, string> {
  const catalogue = made.get(language) ?? flat(FIRST[language]);
  made.set(language, catalogue);
  return catalogue;
}

/** Fetches what is missing; undefined where nothing is. */
export function fetchCatalogue(language: Language): Promise<void> | undefined {
  if (whole.has(language)) return undefined;
  const known = coming.get(language);
  if (known !== undefined) return known;
  const started = REST[language]().then(
    (words) => {
      flat(words, '', catalogueOf(language));
      whole.add(language);
    },
    (error: unknown) => {
      // The next to want it tries again.
      coming.delete(language);
      throw error;
    },
  );
  coming.set(language, started);
  return started;
}
