import { fitsLetters, type Letter } from './letter-pattern.ts';

/**
 * Whether a list of names allows `name`. `*` stands for any letters, `?` for one, and `!` before a pattern takes names
 * away. No list allows everything, an empty one nothing, and one of takings alone all the others.
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
