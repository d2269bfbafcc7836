/** Finds text to redact, with its place in the original text. */
import type { RedactionKind } from '../../shared/review.ts';
import { type Encoded, encodedTexts } from './as-seen.ts';
import { sourceOffset, viewsOf } from './views.ts';

export interface Find {
  readonly from: number;
  readonly to: number;
  readonly kind: RedactionKind;
  /** Decoded. */
  readonly value: string;
  /** Further values that were found within the same place. */
  readonly others?: readonly string[];
}

/** Looks through a decoded text. `isBinary`: bytes, of which only known values are worth looking for. */
export type Finder = (text: string, isBinary: boolean) => readonly Find[];

/** Base64 within base64 within base64. */
const DEEPEST = 3;

/** Searches every decoding of the text, and text encoded in it; in order, without overlaps. */
export function findsIn(source: string, finder: Finder, depth = 0, isBinary = false): readonly Find[] {
  const finds: Find[] = [];
  if (isBinary) return finder(source, true);
  for (const view of viewsOf(source)) {
    const inSource = ({ from, to }: Pick<Find, 'from' | 'to'>) => ({
      from: sourceOffset(view, from),
      to: sourceOffset(view, to),
    });
    for (const find of finder(view.text, false)) finds.push({ ...find, ...inSource(find) });
    if (depth === DEEPEST) continue;
    for (const encoded of encodedTexts(view.text)) {
      const within = findsIn(encoded.decoded, finder, depth + 1, encoded.isBinary);
      const [first] = within;
      if (first !== undefined) finds.push({ ...asOne(encoded, first, within), ...inSource(encoded) });
    }
  }
  return merged(finds);
}

function asOne({ from, to }: Encoded, { kind, value }: Find, all: readonly Find[]): Find {
  return { from, to, kind, value, others: valuesOf(all) };
}

export const valuesOf = (finds: readonly Find[]): string[] =>
  finds.flatMap(({ value, others = [] }) => [value, ...others]);

/** Merges overlapping finds into one; a key, or else the longest, sets its kind. */
export function merged(finds: readonly Find[]): readonly Find[] {
  if (finds.length < 2) return finds;
  const kept: Find[] = [];
  for (const find of finds.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    const last = kept.at(-1);
    if (last === undefined || find.from >= last.to) {
      kept.push(find);
      continue;
    }
    // In an address with a password, the password matters.
    const isLonger = find.to - find.from > last.to - last.from;
    const longest = last.kind === 'key' ? last : find.kind === 'key' || isLonger ? find : last;
    const others = valuesOf([last, find]).filter((value) => value !== longest.value);
    kept[kept.length - 1] = { ...longest, from: last.from, to: Math.max(last.to, find.to), others };
  }
  return kept;
}
