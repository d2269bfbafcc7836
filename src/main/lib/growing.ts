/**
 * Lists whose entries never change and that mostly grow at their end: what was made of their beginning is taken over.
 * They are joined with `concat`, which copies a list of thousands at once where a spread adds entry by entry.
 */

/** Entries that both lists begin with. */
export function sharedLength<T>(
  one: readonly T[],
  other: readonly T[],
  isSame: (a: T, b: T) => boolean = Object.is,
): number {
  const length = Math.min(one.length, other.length);
  for (let index = 0; index < length; index += 1) {
    // `!==` reads both objects from memory, `Object.is` compares their addresses first: a third of the time.
    if (!Object.is(one[index], other[index]) && !isSame(one[index] as T, other[index] as T)) return index;
  }
  return length;
}

interface Mapped<T, V> {
  list: readonly T[];
  readonly values: V[];
  /** Values up to and with each entry's. */
  readonly ends: number[];
  readonly under: unknown;
}

/**
 * Makes values of a list's entries, one entry after the other: those that stand where they stood in the list before are
 * not made again. Kept as long as a list's first entry lives.
 * @param make pure. `under` is what else it makes them from, one value for the whole list.
 * @returns a new list each time.
 */
export function mapGrowing<T extends object, V, U = undefined>(
  make: (entry: T, index: number, under: U) => readonly V[],
): (list: readonly T[], ...under: U extends undefined ? [] : [under: U]) => V[] {
  const before = new WeakMap<T, Mapped<T, V>>();
  return (list, ...[under]) => {
    const [first] = list;
    if (first === undefined) return [];
    const known = before.get(first);
    const isKnown = known !== undefined && known.under === under;
    const mapped: Mapped<T, V> = isKnown ? known : { list, values: [], ends: [], under };
    before.set(first, mapped);
    const { values, ends } = mapped;
    // Fewer ends than entries, if `make` threw.
    const same = Math.min(ends.length, sharedLength(mapped.list, list));
    mapped.list = list;
    ends.length = same;
    values.length = ends.at(-1) ?? 0;
    for (let index = same; index < list.length; index += 1) {
      for (const value of make(list[index] as T, index, under as U)) values.push(value);
      ends.push(values.length);
    }
    return [...values];
  };
}
