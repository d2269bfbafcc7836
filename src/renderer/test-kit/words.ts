import { formatFor, setLanguage, translate } from '../i18n.ts';
import type { Words } from '../shared/words.tsx';

/** The chat's words without React. The language is switched before each lookup. */
export function wordsIn(language: 'en' | 'zh'): Words {
  return {
    language,
    format: formatFor(language),
    t(key, values) {
      setLanguage(language);
      return translate(`chat.${key}`, values);
    },
  };
}
