/** Texts for the pure parts: the chat's texts and the language for dates and prices. */
import type { Format, Language, WordKey } from '../i18n/index.ts';

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
export function named(words: Pick<Words, 'language'>, en: string, zh: string | undefined): string {
  return words.language === 'zh' && zh !== undefined && zh !== '' ? zh : en;
}
