/**
 * Invisible characters, the one definition: what draws nothing, or moves, hides or reorders other characters. Controls,
 * line breaks and tabs included; the selectors that emoji are written with (U+FE00 to U+FE0F) are not.
 */
const INVISIBLE = String.raw`(?![\uFE00-\uFE0F])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]`;

/** @param allowed characters that are no fault here, as in the brackets of a pattern. */
export const invisibleExcept = (allowed: string, flags = 'gu'): RegExp =>
  new RegExp(`(?![${allowed}])${INVISIBLE}`, flags);

const ANY = new RegExp(INVISIBLE, 'u');
export const hasInvisible = (text: string): boolean => ANY.test(text);

const hexOf = (character: string): string => (character.codePointAt(0) ?? 0).toString(16).toUpperCase();

/** `U+202E` */
export const codePoint = (character: string): string => `U+${hexOf(character).padStart(4, '0')}`;

/** `\u{202E}` */
export const escaped = (character: string): string => `\\u{${hexOf(character)}}`;
