/**
 * Byte-pair merging with a heap: n log n where the usual scan for the lowest rank is quadratic, so that a megabyte
 * without a break takes about a second and not an hour. The result is the same: lowest rank first, the leftmost of equals.
 */

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { packageFolder } from '../../lib/app-files.ts';

// Token tables. The build makes them once and ships them as files (electron.vite.config.ts); a checkout makes them when asked.

/** Encodings that have tokens: the others have the tokens of one of these. Models of the 50,000-token ones ended in January 2024. */
export const TABLES = ['o200k_base', 'cl100k_base'] as const;
type TableName = (typeof TABLES)[number];

export function rankTable(name: TableName): Uint8Array {
  const built = path.join(import.meta.dirname, `ranks-${name}.bin`);
  return existsSync(built)
    ? readFileSync(built)
    : makeRankTable(readFileSync(path.join(packageFolder('gpt-tokenizer'), 'data', `${name}.tiktoken`)));
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

// Makes the table of an encoding from `gpt-tokenizer`'s data: the build does it, so that no start has to.

const [SPACE, NEWLINE, PADDING, ZERO] = [0x20, 0x0a, 0x3d, 0x30];
/** `IQ== 0` and the end of the line. */
const SHORTEST_LINE = 7;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUES = new Uint8Array(256);
for (let value = 0; value < LETTERS.length; value += 1) VALUES[LETTERS.charCodeAt(value)] = value;

/** @param lines a token in base64, a space, and its rank in decimal; the ranks rise. Overwritten. */
function makeRankTable(lines: Uint8Array): Uint8Array {
  const decoded = decodeInPlace(lines);
  const tokens = decoded.starts.length - 1;
  // At most half full, so that looking for what is not there ends soon.
  const slotCount = 2 ** Math.ceil(Math.log2(tokens * 2));
  const file = new Uint8Array(SIZES + (tokens + 1 + slotCount) * 4 + decoded.bytes.length);
  const sizes = new Uint32Array(file.buffer, 0, SIZES / 4);
  sizes.set([tokens, slotCount, 0]);
  const { starts, slots, bytes } = partsOf(file);
  starts.set(decoded.starts);
  bytes.set(decoded.bytes);
  slots.fill(NO_RANK);
  let longest = 0;
  for (let rank = 0; rank < tokens; rank += 1) {
    const start = starts[rank] ?? 0;
    const end = starts[rank + 1] ?? 0;
    if (start === end) continue;
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

/** The bytes of all tokens by rank, with the start of each; a rank without a token has none. */
function decodeInPlace(lines: Uint8Array): { bytes: Uint8Array; starts: Uint32Array } {
  const starts = new Uint32Array(Math.ceil(lines.length / SHORTEST_LINE) + 1);
  const valueAt = (at: number): number => VALUES[lines[at] ?? 0] ?? 0;
  let ranks = 0;
  let end = 0;
  for (let at = 0; at < lines.length; at += 1) {
    const start = end;
    for (; at < lines.length && lines[at] !== SPACE; at += 4) {
      const bits = (valueAt(at) << 18) | (valueAt(at + 1) << 12) | (valueAt(at + 2) << 6) | valueAt(at + 3);
      // Read before written: the bytes of a token take less room than its letters.
      const isTwo = lines[at + 2] !== PADDING;
      const isThree = lines[at + 3] !== PADDING;
      lines[end++] = bits >>> 16;
      if (isTwo) lines[end++] = bits >>> 8;
      if (isThree) lines[end++] = bits;
    }
    let rank = 0;
    for (at += 1; at < lines.length && lines[at] !== NEWLINE; at += 1) rank = rank * 10 + (lines[at] ?? 0) - ZERO;
    while (ranks <= rank) starts[ranks++] = start;
  }
  starts[ranks] = end;
  return { bytes: lines.subarray(0, end), starts: starts.subarray(0, ranks + 1) };
}
