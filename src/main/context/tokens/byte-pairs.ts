/**
 * Byte-pair merging with a heap: n log n where the usual scan for the lowest rank is quadratic, so that a megabyte
 * without a break takes about a second and not an hour. The result is the same: lowest rank first, the leftmost of equals.
 */
import { NO_RANK, type Ranks } from './ranks.ts';

/** Bytes up to which looking through all pairs for the lowest is quicker than a heap. */
const SHORT = 128;
/** A heap entry is `rank × POSITIONS + position`, exact in a double: so it sorts by rank, then from the left. */
const POSITIONS = 2 ** 26;

/** Tokens of one piece of a text, given as bytes of one character each. Not for two callers at a time. */
export type CountTokens = (bytes: string) => number;

export function bytePairMerger(ranks: Ranks): CountTokens {
  let parts = new Parts(1024);
  const heap = new Heap();

  const short = shortMerger(ranks);

  return (bytes) => {
    const { length } = bytes;
    if (length <= SHORT) return short(bytes);
    if (length > POSITIONS) throw new RangeError(`A piece of ${length} bytes is too long to be merged`);
    if (length > parts.size) parts = new Parts(length * 2);
    const { next, previous, rank } = parts;
    const set = (at: number, found: number): void => {
      rank[at] = found;
      if (found !== NO_RANK) heap.push(found * POSITIONS + at);
    };
    const rankOf = (from: number, to: number): number =>
      to - from > ranks.longest ? NO_RANK : ranks.of(bytes, from, to);

    for (let at = 0; at < length; at += 1) {
      next[at] = at + 1;
      previous[at] = at - 1;
      set(at, at + 1 < length ? ranks.of(bytes, at, at + 2) : NO_RANK);
    }
    let tokens = length;
    for (let entry = heap.pop(); entry !== undefined; entry = heap.pop()) {
      const at = entry % POSITIONS;
      // Out of date: one of the two parts has grown or is gone in the meantime.
      if (rank[at] !== (entry - at) / POSITIONS) continue;
      const taken = next[at] ?? length;
      const after = next[taken] ?? length;
      const before = previous[at] ?? NO_RANK;
      next[at] = after;
      rank[taken] = NO_RANK;
      if (after < length) previous[after] = at;
      tokens -= 1;
      set(at, after < length ? rankOf(at, next[after] ?? length) : NO_RANK);
      if (before !== NO_RANK) set(before, rankOf(before, after));
    }
    return tokens;
  };
}

/** The plain way: the lowest pair is looked for among all, again and again. */
function shortMerger(ranks: Ranks): CountTokens {
  const none = Number.MAX_SAFE_INTEGER;
  return (bytes) => {
    const starts = Array.from({ length: bytes.length + 1 }, (_, at) => at);
    const rankOf = (index: number): number => {
      const [start, end] = [starts[index], starts[index + 2]];
      const rank = start === undefined || end === undefined ? NO_RANK : ranks.of(bytes, start, end);
      return rank === NO_RANK ? none : rank;
    };
    const pairs = starts.map((_, index) => rankOf(index));
    for (;;) {
      let lowest = none;
      let at = 0;
      for (let index = 0; index < pairs.length; index += 1) {
        const rank = pairs[index] ?? none;
        if (rank >= lowest) continue;
        lowest = rank;
        at = index;
      }
      if (lowest === none) return starts.length - 1;
      starts.splice(at + 1, 1);
      pairs.splice(at + 1, 1);
      pairs[at] = rankOf(at);
      if (at > 0) pairs[at - 1] = rankOf(at - 1);
    }
  };
}

/** The parts of a piece as a list linked both ways: each is named by the place of its first byte. */
class Parts {
  readonly size: number;
  readonly next: Int32Array;
  readonly previous: Int32Array;
  /** Rank of the token that a part forms with the next. */
  readonly rank: Int32Array;

  constructor(size: number) {
    this.size = size;
    this.next = new Int32Array(size);
    this.previous = new Int32Array(size);
    this.rank = new Int32Array(size);
  }
}

/** The smallest first. It keeps its memory between pieces. */
class Heap {
  #entries = new Float64Array(4096);
  #size = 0;

  push(entry: number): void {
    if (this.#size === this.#entries.length) {
      const larger = new Float64Array(this.#size * 2);
      larger.set(this.#entries);
      this.#entries = larger;
    }
    const entries = this.#entries;
    let at = this.#size++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = entries[parent] ?? 0;
      if (above <= entry) break;
      entries[at] = above;
      at = parent;
    }
    entries[at] = entry;
  }

  pop(): number | undefined {
    if (this.#size === 0) return undefined;
    const entries = this.#entries;
    const top = entries[0];
    const last = entries[--this.#size] ?? 0;
    let at = 0;
    for (let child = 1; child < this.#size; child = 2 * at + 1) {
      if (child + 1 < this.#size && (entries[child + 1] ?? 0) < (entries[child] ?? 0)) child += 1;
      const below = entries[child] ?? 0;
      if (below >= last) break;
      entries[at] = below;
      at = child;
    }
    entries[at] = last;
    return top;
  }
}
