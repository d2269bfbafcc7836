/** The window starts with the first words; all others come with the first view that is fetched. */
import { addWords } from '../../shared/messages/catalogues.ts';
import type { Language, Tree } from '../../shared/messages/types.ts';

const REST = {
  en: async () => (await import('../../shared/messages/en/rest.ts')).rest,
  zh: async () => (await import('../../shared/messages/zh/rest.ts')).rest,
} as const satisfies Record<Language, () => Promise<Tree>>;

const whole = new Set<Language>();
const coming = new Map<Language, Promise<void>>();

/** Fetches what is missing; undefined where nothing is. */
export function fetchWords(language: Language): Promise<void> | undefined {
  if (whole.has(language)) return undefined;
  const known = coming.get(language);
  if (known !== undefined) return known;
  const started = REST[language]().then(
    (words) => {
      addWords(language, words);
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
