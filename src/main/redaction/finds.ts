/** Finds text to redact, with its place in the original text. */
import { REDACTION_KINDS, type RedactionKind, type SessionExport } from '../../shared/review.ts';
import { looksRandom, RANDOM, recoveryWords } from './further-patterns.ts';
import { PATTERNS } from './patterns.ts';
import { type Encoded, encodedTexts, sourceOffset, viewsOf } from './views.ts';

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

// Finds matches in a decoded text: secrets by their form, home folders, and random-looking text.

/** @param folders removed as home folders wherever they occur. */
export function patternFinder(folders: readonly string[]): Record<'inText' | 'inName', Finder> {
  // Includes their form in JSON within a text; longest first.
  const spellings = folders
    .filter((folder) => folder.length > 3)
    .flatMap((folder) => [folder, JSON.stringify(folder).slice(1, -1)])
    .sort((a, b) => b.length - a.length);
  const inName: Finder = (text, isBinary) => (isBinary ? [] : [...folderFinds(text, spellings), ...byForm(text)]);
  return {
    inName,
    /** Ids look random too. */
    inText: (text, isBinary) => (isBinary ? [] : [...inName(text, false), ...drawnByLot(text)]),
  };
}

function* folderFinds(text: string, folders: readonly string[]): Generator<Find> {
  for (const value of folders) {
    for (let from = text.indexOf(value); from !== -1; from = text.indexOf(value, from + value.length)) {
      yield { from, to: from + value.length, kind: 'home', value };
    }
  }
}

function* byForm(text: string): Generator<Find> {
  for (const { kind, pattern, needs, holds } of PATTERNS) {
    if (needs !== undefined && !has(text, needs)) continue;
    for (const match of text.matchAll(pattern)) {
      const from = match.index + (match[1]?.length ?? 0);
      const to = match.index + match[0].length;
      const value = text.slice(from, to);
      if (value !== '' && holds?.(value) !== false) yield { from, to, kind, value };
    }
  }
}

function* drawnByLot(text: string): Generator<Find> {
  for (const { 0: value, index: from } of text.matchAll(RANDOM)) {
    if (looksRandom(value)) yield { from, to: from + value.length, kind: 'key', value };
  }
  for (const { from, to } of recoveryWords(text)) yield { from, to, kind: 'key', value: text.slice(from, to) };
}

const has = (text: string, part: string | RegExp): boolean =>
  typeof part === 'string' ? text.includes(part) : part.test(text);

/** Number of redactions, by kind. */
export type RedactionCount = Readonly<Record<RedactionKind, number>>;

export const noCounts = (): Record<RedactionKind, number> =>
  Object.fromEntries(REDACTION_KINDS.map((kind) => [kind, 0])) as Record<RedactionKind, number>;

export const totalOf = (count: RedactionCount): number => REDACTION_KINDS.reduce((sum, kind) => sum + count[kind], 0);

/** Max events reported for one value. */
const MOST_EVENTS = 20;
/** Max values reported one by one. */
const MOST_FINDS = 1_000;

type ToldFind = NonNullable<NonNullable<SessionExport['redacted']>['finds']>[number];

/** Redactions and their places, each value once. */
export class Tally {
  readonly #finds = new Map<string, ToldFind>();

  readonly add = ({
    id,
    kind,
    seq,
  }: {
    readonly id: string;
    readonly kind: RedactionKind;
    readonly seq: number;
  }): void => {
    const find = this.#finds.get(id) ?? { id, kind, count: 0, events: [] };
    find.count += 1;
    if (find.events.length < MOST_EVENTS && find.events.at(-1) !== seq) find.events.push(seq);
    if (this.#finds.size < MOST_FINDS) this.#finds.set(id, find);
  };

  get finds(): ToldFind[] {
    return [...this.#finds.values()];
  }
}

/** Counts as an export reports them: kinds added later only if there are any. */
export const reportedCount = (
  { own, personal, network, opaque, ...count }: RedactionCount,
  { finds }: Tally,
): NonNullable<SessionExport['redacted']> => ({
  total: totalOf({ ...count, personal, network, own, opaque }),
  ...count,
  ...(personal === 0 ? {} : { personal }),
  ...(network === 0 ? {} : { network }),
  ...(own === 0 ? {} : { own }),
  ...(opaque === 0 ? {} : { opaque }),
  finds,
});
