/** A name that looks like another, shown so that the letters in which it differs can be seen. */

export interface NameLetter {
  readonly letter: string;
  /** Code point of a letter outside ASCII: `U+043E`. */
  readonly code?: string;
}

export const lettersOf = (name: string): readonly NameLetter[] =>
  [...name].map((letter) => {
    const point = letter.codePointAt(0) ?? 0;
    return point < 0x7f ? { letter } : { letter, code: `U+${point.toString(16).toUpperCase().padStart(4, '0')}` };
  });

/** `b[U+043E]ok`. */
export const spelledOut = (name: string): string =>
  lettersOf(name)
    .map(({ letter, code }) => (code === undefined ? letter : `[${code}]`))
    .join('');

/** @param found about the skill of that name. */
export const isConfusable = (found: readonly { readonly rule: string }[]): boolean =>
  found.some(({ rule }) => rule === 'name-confusable');
