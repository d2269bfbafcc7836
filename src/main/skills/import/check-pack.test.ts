import { deflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { MAX_FILE_BYTES, MAX_GIT_BYTES } from './names.ts';
import { checkPack } from './read-folder.ts';

const BLOB = 3;
const OFFSET_DELTA = 6;
const REFERENCE_DELTA = 7;

/** Seven bits a byte, the least first, as deltas write sizes. */
function size(given: number): number[] {
  const bytes: number[] = [];
  let rest = given;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return [...bytes, rest];
}

function object(type: number, content: Buffer, base: readonly number[] = []): Buffer {
  const [first = 0, ...more] = [content.length % 16, ...size(Math.floor(content.length / 16))];
  const isLong = content.length > 15;
  const header = [first | (type << 4) | (isLong ? 128 : 0), ...(isLong ? more : [])];
  return Buffer.concat([Buffer.from([...header, ...base]), deflateSync(content)]);
}

function packOf(...objects: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(12);
  header.write('PACK', 'latin1');
  header.writeUInt32BE(2, 4);
  header.writeUInt32BE(objects.length, 8);
  return Buffer.concat([header, ...objects, Buffer.alloc(20)]);
}

/** A few bytes that claim to expand to this size. */
const claim = (target: number): Buffer => Buffer.from([...size(10), ...size(target), 0x90, 10]);

it('reads objects and deltas of both kinds to the end', async () => {
  const blob = object(BLOB, Buffer.from('a text of more than fifteen bytes'));
  const byOffset = object(OFFSET_DELTA, claim(10), [0x81, 0x05]);
  const byName = object(REFERENCE_DELTA, claim(10), Array<number>(20).fill(7));
  await checkPack(packOf(blob, byOffset, byName));
  await expect(checkPack(packOf(blob, byOffset, byName).subarray(0, -30))).rejects.toThrow('damaged');
});

it.each([
  ['offset', OFFSET_DELTA, [0x05]],
  ['reference', REFERENCE_DELTA, Array<number>(20).fill(7)],
] as const)('counts the size a delta by %s unfolds to, not its few bytes', async (_name, type, base) => {
  await checkPack(packOf(object(type, claim(MAX_FILE_BYTES), base)));
  await expect(checkPack(packOf(object(type, claim(MAX_FILE_BYTES + 1), base)))).rejects.toThrow(
    'The repository has a file over 32 MiB',
  );
  await expect(checkPack(packOf(object(type, claim(2 * 1024 ** 3), base)))).rejects.toThrow('over 32 MiB');
});

it('counts all deltas together', async () => {
  const delta = object(OFFSET_DELTA, claim(MAX_FILE_BYTES), [0x05]);
  const most = MAX_GIT_BYTES / MAX_FILE_BYTES;
  await checkPack(packOf(...Array<Buffer>(most - 1).fill(delta)));
  await expect(checkPack(packOf(...Array<Buffer>(most).fill(delta)))).rejects.toThrow('unpacks to more than 512 MiB');
});
