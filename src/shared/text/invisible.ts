/**
 * Invisible characters, the one definition: what draws nothing, or moves, hides or reorders other characters. Controls,
 * line breaks and tabs included; the selectors that emoji are written with (U+FE00 to U+FE0F) are not.
 */
import { lazily } from '../defined.ts';

const except = (allowed: string): string =>
  String.raw`[[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u{1D159}\u{13441}\u{13442}]--[\uFE00-\uFE0F${allowed}]]`;

/** @param allowed characters that are no fault here, as in the brackets of a pattern. */
export const invisibleExcept = (allowed: string, flags = 'gv'): RegExp => new RegExp(except(allowed), flags);

const any = lazily(() => invisibleExcept('', 'v'));
export const hasInvisible = (text: string): boolean => any().test(text);

const hexOf = (character: string): string => (character.codePointAt(0) ?? 0).toString(16).toUpperCase();

/** `U+202E` */
export const codePoint = (character: string): string => `U+${hexOf(character).padStart(4, '0')}`;

/** `\u{202E}` */
export const escaped = (character: string): string => `\\u{${hexOf(character)}}`;

/**
 * Needed in writing: line ends, joiners, marks of direction, soft hyphens, selectors of ideographs, signs of private use,
 * and half of a character whose other half is still coming. Tags are fine in a flag.
 */
const WRITTEN = String.raw`\n\r\t\u00AD\u061C\u200C-\u200F\p{Co}\p{Cs}\u{E0100}-\u{E01EF}`;
/** Looked for behind each character that was found, of which there are few. */
const NOT_IN_FLAG = String.raw`(?<!\u{1F3F4}[\u{E0020}-\u{E007E}]*[^])`;
const inProse = lazily(() => new RegExp(except(WRITTEN) + NOT_IN_FLAG, 'gv'));
const inTerminal = lazily(() => new RegExp(except(`${WRITTEN}\\p{Cc}`) + NOT_IN_FLAG, 'gv'));

/** Text of others among text: what reorders or hides is shown as `U+202E`, what languages and emoji need stays. */
export const shownText = (text: string): string => text.replace(inProse(), codePoint);

/** The same for each text in data that is only shown: never for what is written back, or looked up by its words. */
export function allShown<T>(data: T): T {
  if (typeof data === 'string') return shownText(data) as T;
  if (Array.isArray(data)) return data.map(allShown) as T;
  if (data === null || typeof data !== 'object') return data;
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, allShown(value)])) as T;
}

/** The same for what a terminal is given: its control sequences stay. */
export const shownPrint = (text: string): string => text.replace(inTerminal(), codePoint);
