/** Bounded cache of the files read last, keyed by stamp, and by content if only the stamp changed. */
import { sha256 } from '../../lib/text.ts';
import { type FileStamp, isSettled, sameStamp } from './file-stamp.ts';

export interface Hashed<T> {
  readonly value: T;
  /** Hash of the whole file's bytes. */
  readonly sha256: string;
}

export interface StampedCache<T> {
  /**
   * Returns the result of `parse`: does not read the file if its stamp is unchanged, nor parse it if its bytes are.
   * Errors from `read` and `parse` reach the caller, and nothing is cached.
   */
  get(file: string, stamp: FileStamp, read: () => Buffer, parse: (bytes: Buffer) => T): Hashed<T>;
  clear(): void;
}

interface Entry<T> extends Hashed<T> {
  readonly stamp: FileStamp;
  readonly settled: boolean;
  readonly bytes: number;
}

/** @param maxBytes of the files that are remembered, together; a larger file is not remembered at all. */
export function createStampedCache<T>(maxBytes: number): StampedCache<T> {
  /** The least recently used first. */
  const entries = new Map<string, Entry<T>>();
  let bytesKept = 0;

  const forget = (file: string, entry: Entry<T>): void => {
    entries.delete(file);
    bytesKept -= entry.bytes;
  };

  return {
    get(file, { mtimeMs, ctimeMs, size, ino }, read, parse) {
      const stamp = { mtimeMs, ctimeMs, size, ino };
      const settled = isSettled(stamp, Date.now());
      const before = entries.get(file);
      if (before !== undefined) forget(file, before);
      let entry: Entry<T>;
      if (before?.settled === true && sameStamp(before.stamp, stamp)) entry = before;
      else {
        const bytes = read();
        const hash = sha256(bytes);
        const value = before?.sha256 === hash ? before.value : parse(bytes);
        entry = { value, sha256: hash, stamp, settled, bytes: bytes.length };
      }
      if (entry.bytes > maxBytes) return entry;
      entries.set(file, entry);
      bytesKept += entry.bytes;
      for (const [oldest, old] of entries) {
        if (bytesKept <= maxBytes) break;
        forget(oldest, old);
      }
      return entry;
    },
    clear() {
      entries.clear();
      bytesKept = 0;
    },
  };
}
