import type { Words } from '../chat/words.ts';
import { formatFor, setLanguage, translate } from '../i18n/index.ts';

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
