/** Stands in for `src/shared/messages/catalogues.ts` in the built page (electron.vite.config.ts): one language is enough to start. */
import { flat } from '../../shared/messages/flat.ts';
import type { Language } from '../../shared/messages/types.ts';

const fetched = new Map<Language, ReadonlyMap<string, string>>();
const coming = new Map<Language, Promise<void>>();

const SOURCES = {
  en: async () => flat((await import('../../shared/messages/en.ts')).en),
  zh: async () => flat((await import('../../shared/messages/zh.ts')).zh),
} as const satisfies Record<Language, () => Promise<ReadonlyMap<string, string>>>;

const NONE: ReadonlyMap<string, string> = new Map();

/** The other language's where this one is still coming. */
export function catalogueOf(language: Language): ReadonlyMap<string, string> {
  const found = fetched.get(language);
  if (found === undefined) void fetchCatalogue(language)?.catch(() => {});
  return found ?? fetched.values().next().value ?? NONE;
}

export function fetchCatalogue(language: Language): Promise<void> | undefined {
  if (fetched.has(language)) return undefined;
  const known = coming.get(language);
  if (known !== undefined) return known;
  const started = SOURCES[language]().then(
    (words) => void fetched.set(language, words),
    (error: unknown) => {
      // The next to want it tries again.
      coming.delete(language);
      throw error;
    },
  );
  coming.set(language, started);
  return started;
}
