/** The tokens of an encoding with their ranks: a table that is used as it was read. */

/** These bytes are no token. */
export const NO_RANK = -1;

export interface Ranks {
  /** Bytes of the longest token. */
  readonly longest: number;
  /** Rank of the token that `text` holds from `from` to before `to`, one character a byte; `NO_RANK` if it is none. */
  of(text: string, from: number, to: number): number;
}

/** The parts of a table, in its order: views of its memory. */
export interface RankTable {
  /** Numbers of tokens and of slots, and the bytes of the longest token. */
  readonly sizes: Uint32Array;
  /** The start of each rank's bytes, and the end of the last; a rank without a token has none. */
  readonly starts: Uint32Array;
  /** Ranks by the hash of their tokens, with open addressing; a power of two. */
  readonly slots: Int32Array;
  readonly bytes: Uint8Array;
}

/** Bytes of `sizes`. */
export const SIZES = 12;

/** @param file in the byte order of the machine: all that Skilldeck runs on have the same. */
export function partsOf(file: Uint8Array): RankTable {
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

export const nextHash = (hash: number, byte: number): number => (Math.imul(hash, 31) + byte) | 0;

/** Multiplies by the golden ratio of 32 bits, so that a change of any bit reaches those that choose the slot. */
export const scattered = (hash: number): number => Math.imul(hash, 0x9e3779b1) >>> 12;
