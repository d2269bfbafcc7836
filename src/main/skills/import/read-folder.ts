/** A folder on this machine as entries. */
import { createReadStream, type Dirent, lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, inflateSync, type Zlib } from 'node:zlib';
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar';
import { readBytes, withFileInside } from '../discovery/contained-file.ts';
import { createTimeSlice } from '../discovery/time-slice.ts';
import {
  damaged,
  escaped,
  inMib,
  isJunk,
  MAX_ENTRIES,
  MAX_FILE_BYTES,
  MAX_GIT_BYTES,
  MAX_GIT_OBJECTS,
  MAX_RATIO,
  MAX_TOTAL_BYTES,
  noContent,
  RATIO_FROM_BYTES,
  refused,
  refusedFor,
  type SourceEntry,
} from './names.ts';

/** Also the execute bit of the owner: what Windows has none of. */
const EXECUTE = 0o100;

/** @param below the folders to take, relative to `top`; '' for all of it. */
export async function* readFolder(top: string, below: readonly string[]): AsyncGenerator<SourceEntry> {
  for (const folder of below) yield* walk(top, folder);
}

async function* walk(top: string, relative: string): AsyncGenerator<SourceEntry> {
  let entries: Dirent[];
  try {
    entries = readdirSync(path.join(top, relative), { withFileTypes: true });
  } catch (error) {
    throw refused('import-folder-unreadable', { name: escaped(relative) }, error);
  }
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const below = relative === '' ? entry.name : `${relative}/${entry.name}`;
    if (entry.isDirectory()) {
      // Staging skips junk anyway, and a `.git` can hold any number of files.
      if (isJunk(entry.name)) continue;
      yield { path: below, kind: 'folder', executable: false, bytes: undefined, content: noContent };
      yield* walk(top, below);
    } else yield fileEntry(top, below, entry);
  }
}

function fileEntry(top: string, relative: string, entry: Dirent): SourceEntry {
  const kind = entry.isFile() ? 'file' : entry.isSymbolicLink() ? 'symbolic link' : 'device or pipe';
  const absolute = path.join(top, ...relative.split('/'));
  const stat = lstatSync(absolute, { throwIfNoEntry: false });
  return {
    path: relative,
    kind,
    executable: ((stat?.mode ?? 0) & EXECUTE) !== 0,
    bytes: stat?.size,
    async *content() {
      yield readWhole(top, absolute, relative);
    },
  };
}

/** @throws `import-refused`. */
function readWhole(top: string, absolute: string, name: string): Buffer {
  const opened = withFileInside(top, absolute, (fd, size) => {
    if (size > MAX_FILE_BYTES) throw refused('import-file-size', { name: escaped(name), size: inMib(MAX_FILE_BYTES) });
    return readBytes(fd, size);
  });
  if (opened.fault !== undefined) throw refused('import-file-unreadable', { name: escaped(name) });
  return opened.value;
}

// A tar archive, packed by gzip or not, as entries; read in one pass, never whole in memory.

/** Headers and padding of all entries, besides what they hold. */
const MAX_STREAM_BYTES = MAX_TOTAL_BYTES + MAX_ENTRIES * 2 * 1024;
const KINDS: Readonly<Record<string, SourceEntry['kind']>> = {
  file: 'file',
  directory: 'folder',
  symlink: 'symbolic link',
  link: 'hard link',
};

export async function* readTar(file: string, packedBytes: number, gzip: boolean): AsyncGenerator<SourceEntry> {
  const decoder = createTarDecoder({ strict: true });
  const stop = new AbortController();
  let failure: unknown;
  // Node's adapter from its streams to web streams throws outside of any promise when the reader stops early, so each chunk is written by hand.
  const feed = async (chunks: AsyncIterable<Uint8Array>): Promise<void> => {
    const writer = decoder.writable.getWriter();
    // The same failure, a second time.
    writer.closed.catch(() => {});
    try {
      for await (const chunk of chunks) await writer.write(chunk);
      await writer.close();
    } catch (error) {
      failure ??= error;
      await writer.abort(error);
    }
  };
  const source = createReadStream(file);
  const meter = bounded(packedBytes, gzip);
  const { signal } = stop;
  const fed = gzip
    ? pipeline(source, createGunzip(), meter, feed, { signal })
    : pipeline(source, meter, feed, { signal });
  const done = fed.catch((error: unknown) => {
    failure ??= error;
  });
  try {
    for await (const entry of decoder.readable) {
      yield entryOf(entry);
      if (!entry.body.locked) await entry.body.cancel();
    }
    await done;
    if (failure !== undefined) throw failure;
  } catch (error) {
    damaged('tar-damaged', failure ?? error);
  } finally {
    stop.abort();
  }
}

/** Ends a stream that unfolds without end, before anybody has looked at its entries. */
function bounded(packedBytes: number, gzip: boolean): Transform {
  let total = 0;
  return new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      total += chunk.length;
      if (total > MAX_STREAM_BYTES) done(refused('import-unpacked-size', { size: inMib(MAX_TOTAL_BYTES) }));
      else if (gzip && total > RATIO_FROM_BYTES && total > packedBytes * MAX_RATIO) {
        done(refused('import-bomb', { times: MAX_RATIO }));
      } else done(null, chunk);
    },
  });
}

function entryOf({ header, body }: ParsedTarEntry): SourceEntry {
  return {
    path: header.name,
    kind: KINDS[header.type ?? 'file'] ?? 'device or pipe',
    executable: ((header.mode ?? 0) & 0o100) !== 0,
    bytes: header.size,
    content: () => contentOf(body),
  };
}

async function* contentOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of body) yield chunk;
  } catch (error) {
    damaged('tar-damaged', error);
  }
}

/** Checks a pack before `isomorphic-git` unpacks it in memory without a limit. Format: git-scm.com/docs/pack-format. */
const HEADER_BYTES = 12;
/** The SHA-1 of all before it. */
const TRAILER_BYTES = 20;
const OFFSET_DELTA = 6;
const REFERENCE_DELTA = 7;

const damagedOfCheckPack = (cause?: unknown) => refusedFor('damaged', 'git-pack', {}, cause);

interface Inflated {
  readonly buffer: Buffer;
  readonly engine: Zlib;
}

/** @throws `import-refused` for one that is damaged, or that unfolds to more than is taken. */
export async function checkPack(pack: Buffer): Promise<void> {
  const slice = createTimeSlice();
  if (pack.length < HEADER_BYTES + TRAILER_BYTES || pack.toString('latin1', 0, 4) !== 'PACK')
    throw damagedOfCheckPack();
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
    if (buffer.length !== size) throw damagedOfCheckPack();
    // A delta declares the size of its result: a few bytes can expand to gigabytes.
    if (type === OFFSET_DELTA || type === REFERENCE_DELTA) add(targetSize(buffer));
    at += read;
    if (slice.due()) await slice.pause();
  }
}

function byteAt(pack: Buffer, at: number, end: number): number {
  const byte = at < end ? pack[at] : undefined;
  if (byte === undefined) throw damagedOfCheckPack();
  return byte;
}

function inflate(data: Buffer, size: number): { readonly buffer: Buffer; readonly read: number } {
  try {
    // With `info` the result includes the number of bytes read; the types omit that.
    const result = inflateSync(data, { info: true, maxOutputLength: size + 1 }) as unknown as Inflated;
    return { buffer: result.buffer, read: result.engine.bytesWritten };
  } catch (error) {
    throw damagedOfCheckPack(error);
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
