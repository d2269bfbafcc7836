/** Messages in a person's language: one catalogue and one renderer for the window, the terminal, the menus and exports. */
import { lazily } from '../defined.ts';
import { catalogueOf } from './catalogues.ts';
import { allIsolated } from './isolated.ts';
import type { Language, Translate, WordKey } from './types.ts';

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
