/** Messages in a person's language: one catalogue and one renderer for the window, the terminal, the menus and exports. */
import { lazily } from '../defined.ts';
import { shownText } from '../text/invisible.ts';
import { first as en } from './en/first.ts';
import type { Language, Translate, Tree, WordKey } from './types.ts';
import { first as zh } from './zh/first.ts';

const PLURALS = { en: lazily(() => new Intl.PluralRules('en')), zh: lazily(() => new Intl.PluralRules('zh')) } as const;

const TRANSLATORS: Readonly<Record<Language, Translate>> = { en: translatorOf('en'), zh: translatorOf('zh') };

/** Texts among the variables are isolated, so that they cannot reorder the sentence around them. */
export const translatorFor = (language: Language): Translate => TRANSLATORS[language];

/** For keys built from core reports, which may be newer than the catalogue. */
export const hasWords = (key: string): key is WordKey =>
  catalogueOf('en').has(key) || catalogueOf('en').has(`${key}_other`);

/** Chinese of any kind is `zh`; everything else is answered in English. */
export function languageFor(setting: 'system' | Language, systemLanguage: string): Language {
  if (setting !== 'system') return setting;
  return /^zh\b/i.test(systemLanguage) ? 'zh' : 'en';
}

function translatorOf(language: Language): Translate {
  return (key, variables) => {
    const messages = catalogueOf(language);
    const count = variables?.count;
    const plural = typeof count === 'number' ? messages.get(`${key}_${PLURALS[language]().select(count)}`) : undefined;
    const text = plural ?? messages.get(`${key}_other`) ?? messages.get(key) ?? key;
    const values = allIsolated(variables);
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
  };
}

// Isolates text from users or programs inside our sentences, so that it cannot reorder the words around it (UAX 9, 6.2).

/** First strong isolate, and the end of an isolate. */
const FSI = '\u2068';
const PDI = '\u2069';
/** Marks and letters without which a text runs as everything around it does. */
const TURNS =
  /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/**
 * Isolates the text's direction, including controls it leaves open. Text that can change none is returned unchanged.
 */
export function isolated(text: string): string {
  if (!TURNS.test(text)) return text;
  let open = 0;
  // An end without its beginning would end ours.
  const inner = text.replace(/[\u2066-\u2069]/g, (mark) => {
    if (mark !== PDI) open += 1;
    else if (open === 0) return '';
    else open -= 1;
    return mark;
  });
  return `${FSI}${inner}${PDI.repeat(open + 1)}`;
}

/** A variable may be a sentence itself, with isolates of ours. */
const AROUND_OURS = /[^\u2068\u2069]+/g;

/** Isolates the text variables of a sentence; what reorders or hides is shown as what it is. */
const allIsolated = (variables: object | undefined): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(variables ?? {}).map(([name, value]) => [
      name,
      typeof value === 'string' ? isolated(value.replace(AROUND_OURS, shownText)) : value,
    ]),
  );

// Both languages by full key. The first words are enough to paint the window, which fetches the others then; programs
// and tests add them all with `all-words.ts`.

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
function catalogueOf(language: Language): ReadonlyMap<string, string> {
  const catalogue = made.get(language) ?? new Map<string, string>();
  made.set(language, catalogue);
  for (const tree of trees[language].splice(0)) flat(tree, '', catalogue);
  return catalogue;
}

export function addWords(language: Language, words: Tree): void {
  trees[language].push(words);
}
