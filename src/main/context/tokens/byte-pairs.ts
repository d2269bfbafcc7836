/**
 * Byte-pair merging with a heap: n log n where the usual scan for the lowest rank is quadratic, so that a megabyte
 * without a break takes about a second and not an hour. The result is the same: lowest rank first, the leftmost of equals.
 */

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { packageFolder } from '../../lib/app-files.ts';

// The tokens of o200k_base, which count for models of other encodings too. The build ships them compressed; the ranks are
// made of them at the first count, in some 50 ms.

/** Ranks of the tokens, by their bytes of one character each. */
export type Ranks = ReadonlyMap<string, number>;

export function loadRanks(): Ranks {
  const built = path.join(import.meta.dirname, 'tokens.br');
  return ranksIn(existsSync(built) ? brotliDecompressSync(readFileSync(built)) : packedTokens());
}

/** These bytes are no token. */
const NO_RANK = -1;

/** A heap entry is `rank × POSITIONS + position`, exact in a double: so it sorts by rank, then from the left. */
const POSITIONS = 2 ** 26;

/** Tokens of one piece of a text, given as bytes of one character each. Not for two callers at a time. */
export type CountTokens = (bytes: string) => number;

export function bytePairMerger(ranks: Ranks): CountTokens {
  let parts = new Parts(1024);
  const heap = new Heap();
  let longest = 0;
  for (const token of ranks.keys()) longest = Math.max(longest, token.length);

  return (bytes) => {
    const { length } = bytes;
    if (length > POSITIONS) throw new RangeError(`A piece of ${length} bytes is too long to be merged`);
    if (length > parts.size) parts = new Parts(length * 2);
    const { next, previous, rank } = parts;
    const set = (at: number, found: number): void => {
      rank[at] = found;
      if (found !== NO_RANK) heap.push(found * POSITIONS + at);
    };
    const rankOf = (from: number, to: number): number =>
      to - from > longest ? NO_RANK : (ranks.get(bytes.slice(from, to)) ?? NO_RANK);

    for (let at = 0; at < length; at += 1) {
      next[at] = at + 1;
      previous[at] = at - 1;
      set(at, at + 1 < length ? rankOf(at, at + 2) : NO_RANK);
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
function ranksIn(packed: Uint8Array): Ranks {
  const pairs = (packed.length - BYTES) / 6;
  const plane = (at: number, pair: number): number => packed[BYTES + at * pairs + pair] ?? 0;
  const part = (side: number, pair: number): number =>
    plane(side, pair) | (plane(side + 1, pair) << 8) | (plane(side + 2, pair) << 16);
  const tokens = Array.from(packed.subarray(0, BYTES), (byte) => String.fromCharCode(byte));
  for (let pair = 0; pair < pairs; pair += 1) tokens.push(`${tokens[part(0, pair)]}${tokens[part(3, pair)]}`);
  return new Map(tokens.map((token, rank) => [token, rank]));
}
