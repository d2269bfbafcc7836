import { hasWords, useLanguage, useT } from '../i18n/index.ts';

/** What a lint rule asks for, for people who do not read the core's own English; undefined where that says it already. */
export function useRuleTitle(rule: string): string | undefined {
  const t = useT();
  const language = useLanguage();
  const key = `lint.${rule}`;
  return language !== 'en' && hasWords(key) ? t('author.findings.asks', { title: t(key) }) : undefined;
}
