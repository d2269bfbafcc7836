import { useMemo } from 'react';
import { formatFor, useLanguage, useT } from '../i18n/index.ts';
import type { Words } from './words.ts';

/** The chat's words in the language of now. */
export function useWords(): Words {
  const t = useT();
  const language = useLanguage();
  return useMemo(
    () => ({ language, format: formatFor(language), t: (key, values) => t(`chat.${key}`, values) }),
    [t, language],
  );
}
