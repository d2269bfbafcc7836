/**
 * Names that look like another: letters of other scripts that are drawn as ASCII ones. A small part of Unicode's
 * confusables.txt (Technical Standard 39): lower-case Cyrillic, Greek, Armenian and Latin letters, and dashes, whose target
 * is one ASCII character. Compatibility forms (full width, mathematical) are undone by NFKC.
 */
const PAIRS: Readonly<Record<string, string>> = {
  a: 'аαɑ',
  c: 'сϲᴄ',
  d: 'ԁ',
  e: 'еҽ℮',
  f: 'ſք',
  g: 'ɡց',
  h: 'һհ',
  i: 'іıι',
  j: 'јϳ',
  l: 'ӏǀ',
  n: 'ոռ',
  o: 'оοօ',
  p: 'рρ',
  q: 'ԛզ',
  s: 'ѕꜱ',
  u: 'υսᴜ',
  v: 'ѵνᴠ',
  w: 'ԝաᴡ',
  x: 'хχ',
  y: 'уγʏ',
  z: 'ᴢ',
  '-': '‐‑‒–—−',
};
const ASCII_OF = new Map(Object.entries(PAIRS).flatMap(([ascii, others]) => [...others].map((one) => [one, ascii])));

/** Two names with one skeleton look alike. What is plain ASCII is its own, in lower case. */
export const skeletonOf = (name: string): string =>
  [...name.normalize('NFKC').toLowerCase()].map((letter) => ASCII_OF.get(letter) ?? letter).join('');

/** The ASCII name that this one looks like, without being it; undefined where it looks like none. */
export function lookAlike(name: string): string | undefined {
  const skeleton = skeletonOf(name);
  return /^[\x20-\x7e]+$/.test(skeleton) && skeleton !== name.toLowerCase() ? skeleton : undefined;
}
