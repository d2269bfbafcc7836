/** The flight cards' words in the language of now (`shared/messages/en`). */
import { useMemo } from 'react';
import { translatorFor } from '../../../shared/messages/translate.ts';
import { type Format, formatFor, type Language, useLanguage, type WordKey } from '../../i18n.ts';

type Below<Prefix extends string, K> = K extends `${Prefix}.${infer Rest}` ? Rest : never;
export type FlightKey = Below<'cards.flights', WordKey>;

export interface Words {
  readonly language: Language;
  readonly format: Format;
  t(key: FlightKey, values?: Readonly<Record<string, string | number>>): string;
}

export function wordsIn(language: Language): Words {
  const t = translatorFor(language);
  return { language, format: formatFor(language), t: (key, values) => t(`cards.flights.${key}`, values) };
}

export function useWords(): Words {
  const language = useLanguage();
  return useMemo(() => wordsIn(language), [language]);
}
