/**
 * Byte-pair merging with a heap: n log n where the usual scan for the lowest rank is quadratic, so that a megabyte
 * without a break takes about a second and not an hour. The result is the same: lowest rank first, the leftmost of equals.
 */

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { packageFolder } from '../../lib/app-files.ts';

// The tokens of o200k_base, which count for models of other encodings too. The build ships them compressed, a sixth of
// the table's size; the table is made at the first count, in some 50 ms.

export function rankTable(): Uint8Array {
  const built = path.join(import.meta.dirname, 'tokens.br');
  return makeRankTable(existsSync(built) ? brotliDecompressSync(readFileSync(built)) : packedTokens());
}

// The tokens of an encoding with their ranks: a table that is used as it was read.

/** These bytes are no token. */
export const NO_RANK = -1;

export interface Ranks {
  /** Bytes of the longest token. */
  readonly longest: number;
  /** Rank of the token that `text` holds from `from` to before `to`, one character a byte; `NO_RANK` if it is none. */
  of(text: string, from: number, to: number): number;
}

/** The parts of a table, in its order: views of its memory. */
interface RankTable {
  /** Numbers of tokens and of slots, and the bytes of the longest token. */
  readonly sizes: Uint32Array;
  /** The start of each rank's bytes, and the end of the last; a rank without a token has none. */
  readonly starts: Uint32Array;
  /** Ranks by the hash of their tokens, with open addressing; a power of two. */
  readonly slots: Int32Array;
  readonly bytes: Uint8Array;
}

/** Bytes of `sizes`. */
const SIZES = 12;

/** @param file in the byte order of the machine: all that Skilldeck runs on have the same. */
function partsOf(file: Uint8Array): RankTable {
  const { buffer, byteOffset } = file;
  const sizes = new Uint32Array(buffer, byteOffset, SIZES / 4);
  const [tokens = 0, slots = 0] = sizes;
  const starts = new Uint32Array(buffer, byteOffset + SIZES, tokens + 1);
  const inSlots = new Int32Array(buffer, byteOffset + SIZES + starts.byteLength, slots);
  return { sizes, starts, slots: inSlots, bytes: file.subarray(SIZES + starts.byteLength + inSlots.byteLength) };
}

/** @param file a table of `makeRankTable`. */
export function ranksIn(file: Uint8Array): Ranks {
  const { sizes, starts, slots, bytes } = partsOf(file);
  const [, , longest = 0] = sizes;
  const mask = slots.length - 1;
  return {
    longest,
    of(text, from, to) {
      let hash = 0;
      for (let at = from; at < to; at += 1) hash = nextHash(hash, text.charCodeAt(at));
      for (let slot = scattered(hash) & mask; ; slot = (slot + 1) & mask) {
        const rank = slots[slot] ?? NO_RANK;
        if (rank === NO_RANK) return NO_RANK;
        const start = starts[rank] ?? 0;
        if ((starts[rank + 1] ?? 0) - start !== to - from) continue;
        let at = from;
        while (at < to && text.charCodeAt(at) === bytes[start + at - from]) at += 1;
        if (at === to) return rank;
      }
    },
  };
}

const nextHash = (hash: number, byte: number): number => (Math.imul(hash, 31) + byte) | 0;

/** Multiplies by the golden ratio of 32 bits, so that a change of any bit reaches those that choose the slot. */
const scattered = (hash: number): number => Math.imul(hash, 0x9e3779b1) >>> 12;

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

/**
 * Each token that is longer than a byte is one of a lower rank followed by another. Here are the ranks of those two, by
 * rank, in three planes of a byte each for the first, then for the second: made of `gpt-tokenizer`'s data by the build.
 * The bytes themselves come before them, in the order of their ranks.
 */
export function packedTokens(): Uint8Array {
  const lines = readFileSync(path.join(packageFolder('gpt-tokenizer'), 'data', 'o200k_base.tiktoken'), 'latin1');
  const ranks = new Map<string, number>();
  const pairs: [number, number][] = [];
  for (const line of lines.trimEnd().split('\n')) {
    const token = Buffer.from(line.split(' ')[0] ?? '', 'base64').toString('latin1');
    for (let cut = token.length - 1; cut > 0; cut -= 1) {
      const first = ranks.get(token.slice(0, cut));
      const second = ranks.get(token.slice(cut));
      if (first === undefined || second === undefined) continue;
      pairs.push([first, second]);
      break;
    }
    ranks.set(token, ranks.size);
  }
  const singles = [...ranks.keys()].slice(0, BYTES).map((byte) => byte.charCodeAt(0));
  const planes = [0, 1].flatMap((side) =>
    [0, 8, 16].map((by) => Buffer.from(pairs.map((pair) => (pair[side] ?? 0) >> by))),
  );
  return Buffer.concat([Buffer.from(singles), ...planes]);
}

/** Tokens of one byte: they have the lowest ranks. */
const BYTES = 256;

/** @param packed as `packedTokens` gives it. */
function makeRankTable(packed: Uint8Array): Uint8Array {
  const pairs = (packed.length - BYTES) / 6;
  const tokens = BYTES + pairs;
  const plane = (at: number, pair: number): number => packed[BYTES + at * pairs + pair] ?? 0;
  const part = (side: number, pair: number): number =>
    plane(side, pair) | (plane(side + 1, pair) << 8) | (plane(side + 2, pair) << 16);
  const ends = new Uint32Array(tokens + 1);
  const size = (rank: number): number => (ends[rank + 1] ?? 0) - (ends[rank] ?? 0);
  for (let rank = 0; rank < tokens; rank += 1) {
    const own = rank < BYTES ? 1 : size(part(0, rank - BYTES)) + size(part(3, rank - BYTES));
    ends[rank + 1] = (ends[rank] ?? 0) + own;
  }
  // At most half full, so that looking for what is not there ends soon.
  const slotCount = 2 ** Math.ceil(Math.log2(tokens * 2));
  const file = new Uint8Array(SIZES + (tokens + 1 + slotCount) * 4 + (ends[tokens] ?? 0));
  const sizes = new Uint32Array(file.buffer, 0, SIZES / 4);
  sizes.set([tokens, slotCount, 0]);
  const { starts, slots, bytes } = partsOf(file);
  starts.set(ends);
  slots.fill(NO_RANK);
  bytes.set(packed.subarray(0, BYTES));
  let longest = 0;
  for (let rank = 0; rank < tokens; rank += 1) {
    const start = starts[rank] ?? 0;
    const end = starts[rank + 1] ?? 0;
    for (let side = 0, at = start; rank >= BYTES && side < 6; side += 3) {
      const other = part(side, rank - BYTES);
      bytes.copyWithin(at, starts[other] ?? 0, starts[other + 1]);
      at += size(other);
    }
    longest = Math.max(longest, end - start);
    let hash = 0;
    for (let at = start; at < end; at += 1) hash = nextHash(hash, bytes[at] ?? 0);
    let slot = scattered(hash) & (slotCount - 1);
    while (slots[slot] !== NO_RANK) slot = (slot + 1) & (slotCount - 1);
    slots[slot] = rank;
  }
  sizes.set([longest], 2);
  return file;
}
