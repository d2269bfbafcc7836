/** Names that look like another: characters that are drawn as ASCII ones (Unicode Technical Standard 39). */
import confusables from './confusables.json' with { type: 'json' };

/** Written by `npm run confusables` from Unicode's own data. Compatibility forms (full width, mathematical) NFKC undoes. */
const ASCII_OF = new Map(
  Object.entries(confusables.looksLike).flatMap(([ascii, others]) => [...others].map((one) => [one, ascii] as const)),
);

/** Two names with one skeleton look alike. What is plain ASCII is its own, in lower case. */
export const skeletonOf = (name: string): string =>
  [...name.normalize('NFKC')]
    .map((letter) => ASCII_OF.get(letter) ?? letter)
    .join('')
    .toLowerCase();

/** The ASCII name that this one looks like, without being it; undefined where it looks like none. */
export function lookAlike(name: string): string | undefined {
  const skeleton = skeletonOf(name);
  return /^[\x20-\x7e]+$/.test(skeleton) && skeleton !== name.toLowerCase() ? skeleton : undefined;
}
