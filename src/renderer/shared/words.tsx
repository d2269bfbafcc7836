/** Words of the chat for the parts without a store, and text of others made safe to look at. */
import { useMemo } from 'react';
import { type FindingWords, findingText, findingWords } from '../../shared/messages/failure.ts';
import { codePoint, hasInvisible } from '../../shared/text/invisible.ts';
import { type Format, formatFor, type Language, useLanguage, useText, type WordKey } from '../i18n.ts';

// Text from a model or a script, made safe to judge by eye: what would move, hide or reorder other characters is
// shown as its code point instead of being obeyed.

/** Marks on one letter: more are drawn over the lines around it. No language writes as many. */
const MOST_MARKS = 4;
/** Here also unassigned characters, variation selectors and spaces that are not the space. */
const UNFAMILIAR = /\p{Cn}|[\uFE00-\uFE0F]|(?! )\p{Zs}/u;

export interface TextPiece {
  readonly text: string;
  /** True if `text` replaces an invisible character. */
  readonly hidden: boolean;
}

const isHidden = (char: string): boolean =>
  char !== '\n' && char !== '\t' && (hasInvisible(char) || UNFAMILIAR.test(char));

/** The text in order, hidden characters named as `U+202E`. Joined without the marks it is the original. */
export function visiblePieces(text: string): readonly TextPiece[] {
  const pieces: TextPiece[] = [];
  let plain = '';
  let marks = 0;
  for (const char of text) {
    marks = /\p{M}/u.test(char) ? marks + 1 : 0;
    if (!isHidden(char) && marks <= MOST_MARKS) {
      plain += char;
      continue;
    }
    if (plain !== '') pieces.push({ text: plain, hidden: false });
    plain = '';
    pieces.push({ text: codePoint(char), hidden: true });
  }
  if (plain !== '') pieces.push({ text: plain, hidden: false });
  return pieces;
}

/** The same in one text. */
export const visibleText = (text: string): string =>
  visiblePieces(text)
    .map((piece) => piece.text)
    .join('');

/** Colours and carriage returns out, everything else visible: for output short enough to be read as text. */
export function plainOutput(text: string): string {
  const coloured = new RegExp(`${String.fromCharCode(27)}\\[[0-9;:]*m`, 'g');
  return text.replace(coloured, '').replaceAll('\r\n', '\n');
}

/** True if output moves the cursor or otherwise needs a terminal to be readable. */
export function needsTerminal(text: string): boolean {
  const plain = plainOutput(text);
  return visiblePieces(plain).some((piece) => piece.hidden) || plain.includes('\r');
}

/** Text in full, wrapped, with what cannot be seen marked. */
export function VisibleText({ text }: { readonly text: string }) {
  let at = 0;
  return visiblePieces(text).map((piece) => {
    const key = at;
    at += piece.text.length;
    return piece.hidden ? (
      <mark key={key} className="mx-px rounded bg-danger-soft px-1 text-danger text-xs">
        {piece.text}
      </mark>
    ) : (
      <span key={key}>{piece.text}</span>
    );
  });
}

// Texts for the parts without a store: words of the chat, and the language for dates and prices.

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
