/** Max matches: no one steps through more. */
const MOST = 5_000;

/** Matches of the words in a text, ignoring case: offset and length, in UTF-16 units. */
export function findIn(text: string, words: string): readonly (readonly [from: number, length: number])[] {
  if (words === '') return [];
  const pattern = new RegExp(words.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'giu');
  const found: (readonly [number, number])[] = [];
  for (const match of text.matchAll(pattern)) {
    found.push([match.index, match[0].length]);
    if (found.length === MOST) break;
  }
  return found;
}
