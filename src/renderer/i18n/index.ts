/**
 * Words. Views call `useT()` and `useFormat()`; nothing a person reads is written anywhere else.
 */
import i18next from 'i18next';
import { useMemo } from 'react';
import { initReactI18next, useTranslation } from 'react-i18next';
import { en } from './en.ts';
import { type Format, formatFor } from './format.ts';
import { allIsolated } from './isolated.ts';
import type { Language, Translate, WordKey } from './types.ts';
import { zh } from './zh.ts';

export { type Format, formatFor } from './format.ts';
export { isolated } from './isolated.ts';
export type { Language, Translate, WordKey } from './types.ts';

const instance = i18next.createInstance();
void instance.use(initReactI18next).init({
  lng: 'en',
  fallbackLng: 'en',
  resources: { en: { translation: en }, zh: { translation: zh } },
  initAsync: false,
  interpolation: { escapeValue: false },
  returnNull: false,
});

/** Outside of components. */
export const translate: Translate = (key, variables) => instance.t(key, allIsolated(variables));

/** For keys that are made of what the core says, which may be newer than the words. */
export const hasWords = (key: string): key is WordKey => instance.exists(key);

export function setLanguage(language: Language): void {
  if (instance.language !== language) void instance.changeLanguage(language);
}

export const currentLanguage = (): Language => (instance.language === 'zh' ? 'zh' : 'en');

/** Chinese of any kind is `zh`; everything else is answered in English. */
export function languageFor(setting: 'system' | Language, systemLanguage: string): Language {
  if (setting !== 'system') return setting;
  return /^zh\b/i.test(systemLanguage) ? 'zh' : 'en';
}

/** The words in the language of now; the component is drawn anew when it changes. */
export function useT(): Translate {
  const { t } = useTranslation('translation', { i18n: instance });
  return useMemo<Translate>(() => (key, variables) => t(key, allIsolated(variables)), [t]);
}

export function useLanguage(): Language {
  const { i18n } = useTranslation('translation', { i18n: instance });
  return i18n.language === 'zh' ? 'zh' : 'en';
}

/** Dates, numbers, money and durations as the language writes them. */
export function useFormat(): Format {
  const language = useLanguage();
  return useMemo(() => formatFor(language), [language]);
}
