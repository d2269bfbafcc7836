/** Makes the table of an encoding from `gpt-tokenizer`'s data: the build does it, so that no start has to. */
import { NO_RANK, nextHash, partsOf, SIZES, scattered } from './byte-pairs.ts';

const [SPACE, NEWLINE, PADDING, ZERO] = [0x20, 0x0a, 0x3d, 0x30];
/** `IQ== 0` and the end of the line. */
const SHORTEST_LINE = 7;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUES = new Uint8Array(256);
for (let value = 0; value < LETTERS.length; value += 1) VALUES[LETTERS.charCodeAt(value)] = value;

/** @param lines a token in base64, a space, and its rank in decimal; the ranks rise. Overwritten. */
export function makeRankTable(lines: Uint8Array): Uint8Array {
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
