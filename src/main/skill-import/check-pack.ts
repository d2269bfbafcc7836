/** Checks a pack before `isomorphic-git` unpacks it in memory without a limit. Format: git-scm.com/docs/pack-format. */
import { inflateSync, type Zlib } from 'node:zlib';
import { createTimeSlice } from '../skills/discovery/time-slice.ts';
import { inMib, MAX_FILE_BYTES, MAX_GIT_BYTES, MAX_GIT_OBJECTS } from './limits.ts';
import { refused, refusedFor } from './refused.ts';

const HEADER_BYTES = 12;
/** The SHA-1 of all before it. */
const TRAILER_BYTES = 20;
const OFFSET_DELTA = 6;
const REFERENCE_DELTA = 7;

const damaged = (cause?: unknown) => refusedFor('damaged', 'git-pack', {}, cause);

interface Inflated {
  readonly buffer: Buffer;
  readonly engine: Zlib;
}

/** @throws `import-refused` for one that is damaged, or that unfolds to more than is taken. */
export async function checkPack(pack: Buffer): Promise<void> {
  const slice = createTimeSlice();
  if (pack.length < HEADER_BYTES + TRAILER_BYTES || pack.toString('latin1', 0, 4) !== 'PACK') throw damaged();
  const count = pack.readUInt32BE(8);
  if (count > MAX_GIT_OBJECTS) throw refused('git-objects', { most: MAX_GIT_OBJECTS });
  const end = pack.length - TRAILER_BYTES;
  let at = HEADER_BYTES;
  let total = 0;
  const add = (bytes: number): void => {
    if (bytes > MAX_FILE_BYTES) throw refused('git-file-size', { size: inMib(MAX_FILE_BYTES) });
    total += bytes;
    if (total > MAX_GIT_BYTES) throw refused('git-unpacked-size', { size: inMib(MAX_GIT_BYTES) });
  };
  for (let index = 0; index < count; index += 1) {
    const first = byteAt(pack, at, end);
    const type = (first >> 4) & 7;
    let size = first & 15;
    let scale = 16;
    let more = (first & 128) !== 0;
    at += 1;
    while (more) {
      const next = byteAt(pack, at, end);
      size += (next & 127) * scale;
      scale *= 128;
      more = (next & 128) !== 0;
      at += 1;
    }
    add(size);
    if (type === REFERENCE_DELTA) at += 20;
    if (type === OFFSET_DELTA) {
      while ((byteAt(pack, at, end) & 128) !== 0) at += 1;
      at += 1;
    }
    const { buffer, read } = inflate(pack.subarray(at, end), size);
    if (buffer.length !== size) throw damaged();
    // A delta declares the size of its result: a few bytes can expand to gigabytes.
    if (type === OFFSET_DELTA || type === REFERENCE_DELTA) add(targetSize(buffer));
    at += read;
    if (slice.due()) await slice.pause();
  }
}

function byteAt(pack: Buffer, at: number, end: number): number {
  const byte = at < end ? pack[at] : undefined;
  if (byte === undefined) throw damaged();
  return byte;
}

function inflate(data: Buffer, size: number): { readonly buffer: Buffer; readonly read: number } {
  try {
    // With `info` the result includes the number of bytes read; the types omit that.
    const result = inflateSync(data, { info: true, maxOutputLength: size + 1 }) as unknown as Inflated;
    return { buffer: result.buffer, read: result.engine.bytesWritten };
  } catch (error) {
    throw damaged(error);
  }
}

/** The second of the two sizes at the start of a delta. */
function targetSize(delta: Buffer): number {
  let at = 0;
  const read = (): number => {
    let size = 0;
    let scale = 1;
    for (;;) {
      const byte = byteAt(delta, at, delta.length);
      at += 1;
      size += (byte & 127) * scale;
      scale *= 128;
      if ((byte & 128) === 0) return size;
    }
  };
  read();
  return read();
}
