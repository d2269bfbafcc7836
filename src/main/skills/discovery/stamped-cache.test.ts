import { expect, it } from 'vitest';
import type { FileStamp } from './file-stamp.ts';
import { createStampedCache } from './stamped-cache.ts';

const stamp = (ctimeMs: number, size = 4): FileStamp => ({ mtimeMs: 1, ctimeMs, size, ino: 1 });

// Rules: 004.12
it('reads only files with another stamp, parses only other bytes, and evicts the least used', () => {
  const cache = createStampedCache<string>(10);
  const log: string[] = [];
  const get = (file: string, at: FileStamp, content: string): string => {
    const read = (): Buffer => {
      log.push(`read ${file}`);
      return Buffer.from(content);
    };
    const parse = (bytes: Buffer): string => {
      log.push(`parse ${file}`);
      if (content === 'bad') throw new Error('bad');
      return bytes.toString();
    };
    return cache.get(file, at, read, parse).value;
  };
  const done = (): readonly string[] => log.splice(0);

  expect([get('a', stamp(1.5), 'aaaa'), get('a', stamp(1.5), 'other')]).toEqual(['aaaa', 'aaaa']);
  expect(done()).toEqual(['read a', 'parse a']);
  expect(get('a', stamp(2.5), 'aaaa')).toBe('aaaa');
  expect(done()).toEqual(['read a']);
  expect(get('a', stamp(2.5, 5), 'AAAA')).toBe('AAAA');
  expect(done()).toEqual(['read a', 'parse a']);

  get('b', stamp(1.5), 'bbbb');
  get('a', stamp(2.5, 5), '');
  get('c', stamp(1.5), 'cccc');
  expect(done()).toEqual(['read b', 'parse b', 'read c', 'parse c']);
  get('a', stamp(2.5, 5), '');
  expect(done()).toEqual([]);
  get('b', stamp(1.5), 'bbbb');
  get('huge', stamp(1.5), 'x'.repeat(11));
  get('huge', stamp(1.5), 'x'.repeat(11));
  get('b', stamp(1.5), '');
  expect(done()).toEqual(['read b', 'parse b', 'read huge', 'parse huge', 'read huge', 'parse huge']);

  expect(() => get('bad', stamp(1.5), 'bad')).toThrow('bad');
  expect(() => get('bad', stamp(1.5), 'bad')).toThrow('bad');
  // New enough to change again within the same clock tick.
  const now = stamp(Date.now() + 60_000);
  expect([get('young', now, '1'), get('young', now, '2')]).toEqual(['1', '2']);
});

it('caches a file as large as the cache, but no larger one', () => {
  const cache = createStampedCache<number>(4);
  let reads = 0;
  const get = (bytes: number) =>
    cache.get(
      `${bytes}`,
      stamp(1.5, bytes),
      () => {
        reads += 1;
        return Buffer.alloc(bytes);
      },
      (read) => read.length,
    ).value;
  expect([get(4), get(4), reads]).toEqual([4, 4, 1]);
  expect([get(5), get(5), reads]).toEqual([5, 5, 3]);
});
