import { hasWords, useLanguage, useT } from '../i18n/index.ts';

/** Translated title of a lint rule; undefined in English, which the core's text already is. */
export function useRuleTitle(rule: string): string | undefined {
  const t = useT();
  const language = useLanguage();
  const key = `lint.${rule}`;
  return language !== 'en' && hasWords(key) ? t('author.findings.asks', { title: t(key) }) : undefined;
}
