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

/** Not by a regular expression: a pattern of many stars must not take long. */
function matches(pattern: string, name: string): boolean {
  const wanted = [...pattern];
  const given = [...name];
  let at = 0;
  let star = -1;
  let after = 0;
  for (let index = 0; index < given.length; ) {
    if (wanted[at] === '*') {
      star = at;
      after = index;
      at += 1;
    } else if (wanted[at] === '?' || wanted[at] === given[index]) {
      at += 1;
      index += 1;
    } else if (star >= 0) {
      at = star + 1;
      after += 1;
      index = after;
    } else return false;
  }
  return wanted.slice(at).every((letter) => letter === '*');
}
