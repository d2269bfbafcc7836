import { fitsLetters, type Letter } from './letter-pattern.ts';

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
