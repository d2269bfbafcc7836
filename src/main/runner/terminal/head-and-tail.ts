/** Gathers text of any length in bounded memory: its beginning and its end. */
export interface HeadAndTail {
  add(text: string): void;
  /** UTF-8 bytes that were added. */
  readonly total: number;
  /** UTF-8 bytes that are no longer there. */
  readonly omitted: number;
  /** All text, or head, `note(omitted, total)` on a separate line, and tail. */
  text(note: (omittedBytes: number, totalBytes: number) => string): string;
}

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

/** @param maxBytes UTF-8; half of it is kept of each end, cut between characters. */
export function createHeadAndTail(maxBytes: number): HeadAndTail {
  const headMax = Math.ceil(maxBytes / 2);
  const tailMax = maxBytes - headMax;
  let head: Buffer = Buffer.alloc(0);
  let headFull = false;
  let tail: Buffer[] = [];
  let tailBytes = 0;
  let total = 0;

  const trimTail = (): void => {
    const joined = Buffer.concat(tail);
    let start = Math.max(0, joined.length - tailMax);
    while (start < joined.length && start > 0 && isContinuation(joined[start])) start += 1;
    // A copy: a view would keep the whole alive.
    tail = [Buffer.from(joined.subarray(start))];
    tailBytes = joined.length - start;
  };

  const keptTail = (): Buffer => {
    if (tailBytes > tailMax) trimTail();
    return Buffer.concat(tail);
  };

  return {
    add(text) {
      if (text === '') return;
      let bytes = Buffer.from(text, 'utf8');
      total += bytes.length;
      if (!headFull) {
        let room = headMax - head.length;
        if (bytes.length <= room) {
          head = Buffer.concat([head, bytes]);
          return;
        }
        while (room > 0 && isContinuation(bytes[room])) room -= 1;
        head = Buffer.concat([head, bytes.subarray(0, room)]);
        headFull = true;
        bytes = bytes.subarray(room);
      }
      tail.push(bytes);
      tailBytes += bytes.length;
      if (tailBytes > 4 * tailMax || tail.length > 256) trimTail();
    },
    get total() {
      return total;
    },
    get omitted() {
      return total - head.length - keptTail().length;
    },
    text(note) {
      const end = keptTail();
      const omitted = total - head.length - end.length;
      const start = head.toString('utf8');
      if (omitted === 0) return start + end.toString('utf8');
      return `${start}${start.endsWith('\n') ? '' : '\n'}${note(omitted, total)}\n${end.toString('utf8')}`;
    },
  };
}
