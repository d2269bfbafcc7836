/** The window's binding to the messages. Views call `useT()` and `useFormat()`; no text is written anywhere else. */
import { useSyncExternalStore } from 'react';
import { type Format, formatFor } from '../shared/messages/format.ts';
import { addWords, hasWords, languageFor, translatorFor } from '../shared/messages/translate.ts';
import type { Language, Translate, Tree, WordKey } from '../shared/messages/types.ts';

// The window starts with the first words; all others come with the first view that is fetched.

const REST = {
  en: async () => (await import('../shared/messages/en/rest.ts')).rest,
  zh: async () => (await import('../shared/messages/zh/rest.ts')).rest,
} as const satisfies Record<Language, () => Promise<Tree>>;

const whole = new Set<Language>();
const coming = new Map<Language, Promise<void>>();

/** Fetches what is missing; undefined where nothing is. */
function fetchWords(language: Language): Promise<void> | undefined {
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

export { isolated } from '../shared/messages/translate.ts';
export { type Format, formatFor, hasWords, type Language, languageFor, type Translate, type WordKey };

let language: Language = 'en';
let wanted: Language = 'en';
/** Before there is something to see, the first words are enough. */
let started = false;
/** Counts what changed the words on the screen. */
let version = 0;
const listeners = new Set<() => void>();

/** Outside of components. */
export const translate: Translate = (key, variables) => translatorFor(language)(key, variables);

const wantedWords = () => (started ? fetchWords(wanted) : undefined);

/** Switches at once where its words are here, else as soon as they are. */
export function setLanguage(next: Language): void {
  wanted = next;
  const coming = wantedWords();
  if (coming === undefined) switchTo(next);
  // Without them, the language stays as it is.
  else void coming.then(() => wanted === next && switchTo(next)).catch(() => {});
}

/** Resolves once all words of the wanted language are here, or cannot be had. For views that come later. */
export async function restOfWords(): Promise<void> {
  started = true;
  await wantedWords()?.then(changed, () => {});
}

/** Gets all words that are not here yet: a form may be in the other language. */
export const fetchAllWords = async (): Promise<void> => {
  await restOfWords();
  await Promise.all([fetchWords('en'), fetchWords('zh')]).catch(() => {});
};

function switchTo(next: Language): void {
  if (next === language) return;
  language = next;
  changed();
}

function changed(): void {
  version += 1;
  for (const listener of [...listeners]) listener();
}

export const currentLanguage = (): Language => language;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const currentVersion = () => version;

/** The current language; the component renders again when it or its words change. */
export function useLanguage(): Language {
  useSyncExternalStore(subscribe, currentVersion, currentVersion);
  return language;
}

export const useT = (): Translate => translatorFor(useLanguage());

/** Dates, numbers, money and durations as the language writes them. */
export const useFormat = (): Format => formatFor(useLanguage());

interface Text {
  readonly t: Translate;
  readonly format: Format;
  readonly language: Language;
}

/** Words and formats together. */
export function useText(): Text {
  const now = useLanguage();
  return { t: translatorFor(now), format: formatFor(now), language: now };
}
