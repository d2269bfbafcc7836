/** Texts for the pure parts: the chat's texts and the language for dates and prices. */

import { useMemo } from 'react';
import { type FindingWords, findingText, findingWords } from '../../shared/messages/finding.ts';
import { type Format, formatFor, type Language, useLanguage, useText, type WordKey } from '../i18n.ts';

type Below<Prefix extends string, K> = K extends `${Prefix}.${infer Rest}` ? Rest : never;
/** A key of `i18n/en/chat.ts`. */
export type ChatKey = Below<'chat', WordKey>;
/** A tool call as a key of the words: `loadSkill`, `readFile`, … */
export type DeedKey = ChatKey extends infer K ? (K extends `deed.${infer Name}.done` ? Name : never) : never;

export interface Words {
  readonly language: Language;
  readonly format: Format;
  t(key: ChatKey, values?: Readonly<Record<string, string | number>>): string;
}

/** Place and airline names come in both languages from the script. */
export const named = (words: Pick<Words, 'language'>, en: string, zh: string | undefined): string =>
  words.language === 'zh' && zh !== undefined && zh !== '' ? zh : en;

/** The chat's words in the language of now. */
export function useWords(): Words {
  const { t, language } = useText();
  return useMemo(
    () => ({ language, format: formatFor(language), t: (key, values) => t(`chat.${key}`, values) }),
    [t, language],
  );
}

type Finding = Parameters<typeof findingWords>[1];

/** A finding in the person's language, in parts and as one text. */
export function useFindingWords(): (finding: Finding) => FindingWords & { readonly text: string } {
  const language = useLanguage();
  return (finding) => ({ ...findingWords(language, finding), text: findingText(language, finding) });
}
