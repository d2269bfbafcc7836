/** A tar archive, packed by gzip or not, as entries; read in one pass, never whole in memory. */
import { createReadStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar';
import { isSkilldeckError, messageOf } from '../../shared/errors.ts';
import type { SourceEntry } from './entry.ts';
import { inMib, MAX_ENTRIES, MAX_RATIO, MAX_TOTAL_BYTES, RATIO_FROM_BYTES } from './limits.ts';
import { refused, refusedFor } from './refused.ts';

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
    damaged(failure ?? error);
  } finally {
    stop.abort();
  }
}

function damaged(error: unknown): never {
  if (isSkilldeckError(error) || (error instanceof Error && error.name === 'AbortError')) throw error;
  throw refusedFor('damaged', 'tar-damaged', { why: messageOf(error) }, error);
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
    damaged(error);
  }
}
