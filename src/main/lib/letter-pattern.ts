/** One place of a pattern; `undefined` means any letters, or none. */
export type Letter = ((letter: string) => boolean) | undefined;

/** True if all of `name` fits. Not a regular expression: a pattern of many stars must not take long. */
export function fitsLetters(wanted: readonly Letter[], name: string): boolean {
  const letters = [...name];
  let at = 0;
  let star = -1;
  let after = 0;
  for (let index = 0; index < letters.length; ) {
    const takes = wanted[at];
    if (at < wanted.length && takes === undefined) {
      star = at;
      after = index;
      at += 1;
    } else if (takes?.(letters[index] ?? '') === true) {
      at += 1;
      index += 1;
    } else if (star >= 0) {
      at = star + 1;
      after += 1;
      index = after;
    } else return false;
  }
  return wanted.slice(at).every((letter) => letter === undefined);
}
