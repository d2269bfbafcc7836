/** Messages in a person's language: one catalogue and one renderer for the window, the terminal, the menus and exports. */
import { en } from './en.ts';
import { allIsolated } from './isolated.ts';
import type { Language, Translate, Tree, WordKey } from './types.ts';
import { zh } from './zh.ts';

const CATALOGUES: Readonly<Record<Language, ReadonlyMap<string, string>>> = { en: flat(en), zh: flat(zh) };
const PLURALS = { en: new Intl.PluralRules('en'), zh: new Intl.PluralRules('zh') } as const;

const TRANSLATORS: Readonly<Record<Language, Translate>> = { en: translatorOf('en'), zh: translatorOf('zh') };

/** Texts among the variables are isolated, so that they cannot reorder the sentence around them. */
export const translatorFor = (language: Language): Translate => TRANSLATORS[language];

/** For keys built from core reports, which may be newer than the catalogue. */
export const hasWords = (key: string): key is WordKey => CATALOGUES.en.has(key) || CATALOGUES.en.has(`${key}_other`);

/** Chinese of any kind is `zh`; everything else is answered in English. */
export function languageFor(setting: 'system' | Language, systemLanguage: string): Language {
  if (setting !== 'system') return setting;
  return /^zh\b/i.test(systemLanguage) ? 'zh' : 'en';
}

/** Every message by its full key. */
export function flat(tree: Tree, prefix = '', messages = new Map<string, string>()): Map<string, string> {
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') messages.set(prefix + key, value);
    else flat(value, `${prefix}${key}.`, messages);
  }
  return messages;
}

function translatorOf(language: Language): Translate {
  const messages = CATALOGUES[language];
  return (key, variables) => {
    const count = variables?.count;
    const plural = typeof count === 'number' ? messages.get(`${key}_${PLURALS[language].select(count)}`) : undefined;
    const text = plural ?? messages.get(`${key}_other`) ?? messages.get(key) ?? key;
    const values = allIsolated(variables);
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
  };
}
