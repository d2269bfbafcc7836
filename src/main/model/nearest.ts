/** The names that a person probably meant. */

const MAX_NAMES = 3;

/** Letters and digits in lower case, without the owner before a slash. */
const bare = (name: string): string =>
  name
    .toLowerCase()
    .replace(/^.*\//, '')
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Insertions, deletions and replacements (Levenshtein). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 0; i < a.length; i += 1) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j += 1) {
      const replaced = (row[j] ?? 0) + (a[i] === b[j] ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** At most three names, nearest first; empty if none is similar. */
export function nearestNames(wanted: string, names: readonly string[]): string[] {
  const target = bare(wanted);
  return names
    .map((name) => {
      const other = bare(name);
      const length = Math.max(target.length, other.length, 1);
      const contains = target.length >= 3 && (other.includes(target) || target.includes(other));
      return { name, score: distance(target, other) / length - (contains ? 0.5 : 0) };
    })
    .filter(({ score }) => score < 0.5)
    .sort((a, b) => a.score - b.score)
    .slice(0, MAX_NAMES)
    .map(({ name }) => name);
}
