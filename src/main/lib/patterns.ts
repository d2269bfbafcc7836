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

/**
 * True if a list of names allows `name`. `*` matches any letters, `?` one, and `!` before a pattern excludes names. No
 * list allows everything, an empty one nothing, and one of exclusions alone all other names.
 */
export function allowsName(patterns: readonly string[] | undefined, name: string): boolean {
  if (patterns === undefined) return true;
  const given = patterns.map((pattern) => pattern.trim()).filter((pattern) => pattern !== '');
  const taken = given.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1));
  const named = given.filter((pattern) => !pattern.startsWith('!'));
  if (taken.some((pattern) => matches(pattern, name))) return false;
  return named.length === 0 ? taken.length > 0 : named.some((pattern) => matches(pattern, name));
}

function matches(pattern: string, name: string): boolean {
  const wanted = [...pattern].map((given): Letter => {
    if (given === '*') return undefined;
    return given === '?' ? () => true : (letter) => letter === given;
  });
  return fitsLetters(wanted, name);
}
