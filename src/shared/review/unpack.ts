/** Files that come packed, by gzip or several in a ZIP archive, and those that belong to one conversation. */

export interface PlainFile {
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array>;
  /** One of those in an archive, which may hold other files too. */
  readonly isPart: boolean;
}

/** Names of transcripts among other files. */
export const TRANSCRIPTS = /\.(?:jsonl?|ndjson|zip|eval|chat\.history\.md)(?:\.gz)?$/i;

/** In the folder beside a session of Claude Code: one of its agents. */
const AGENT = /^(.*)[\\/]subagents[\\/][^\\/]+\.jsonl$/;
/** Messages as Cline and Roo Code showed them, beside what they sent for them and what they noted of the task. */
const SHOWN = 'ui_messages.json';
const BESIDE = /(?:^|[\\/])(?:api_conversation_history|context_history|history_item|task_metadata)\.json$/;

/** Paths of files to import, in order, each with those that are read as one with it, itself first. */
export function conversationFiles(paths: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const all = new Set(paths);
  const isBeside = (path: string) => BESIDE.test(path) && all.has(path.replace(/[^\\/]+$/, SHOWN));
  const sessionOf = (path: string): string => {
    const session = `${AGENT.exec(path)?.[1]}.jsonl`;
    return all.has(session) ? session : path;
  };
  const files = Map.groupBy(paths.filter((path) => !isBeside(path)).sort(), sessionOf);
  return new Map([...files].map(([own, parts]) => [own, [own, ...parts.filter((part) => part !== own)]]));
}

/** Texts one after the other, each from a new line. */
export async function* joined(files: readonly AsyncIterable<Uint8Array>[]): AsyncGenerator<Uint8Array> {
  for (const [index, file] of files.entries()) {
    if (index > 0) yield new TextEncoder().encode('\n');
    yield* file;
  }
}

/** The file itself, what gzip packed, or the transcripts that an archive holds. Throws what reading throws, and an `Error` for a damaged archive. */
export async function* unpacked(name: string, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<PlainFile> {
  const parts = bytes[Symbol.asyncIterator]();
  const { value: first = new Uint8Array() } = await parts.next();
  const whole = { [Symbol.asyncIterator]: () => rejoined(first, parts) };
  if (first[0] === 0x1f && first[1] === 0x8b) {
    yield { name: name.replace(/\.gz$/i, ''), bytes: inflated(whole, 'gzip'), isPart: false };
  } else if (first[0] === 0x50 && first[1] === 0x4b && first[2] === 3) {
    const entries = [...entriesOf(await inMemory(whole))];
    // An evaluation of inspect_ai: its samples are one list.
    const samples = entries.filter((entry) => /^samples\/[^/]+\.json$/.test(entry.name));
    if (samples.length > 0) yield { name, bytes: listed(samples), isPart: false };
    else {
      const taken = entries.filter((entry) => /\.(?:jsonl?|ndjson|md)$/i.test(entry.name));
      if (taken.length === 0) throw new Error(`no .json or .jsonl file among its ${entries.length} entries`);
      const byName = new Map(taken.map((entry) => [entry.name, entry]));
      for (const [entry, parts] of conversationFiles([...byName.keys()])) {
        const read = parts.flatMap((part) => byName.get(part) ?? []);
        yield { name: entry, bytes: joined(read.map(contentOf)), isPart: true };
      }
    }
  } else yield { name, bytes: whole, isPart: false };
}

async function* rejoined(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield first;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

async function inMemory(bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for await (const part of bytes) parts.push(Uint8Array.from(part));
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

async function* inflated(bytes: AsyncIterable<Uint8Array>, format: 'gzip' | 'deflate-raw'): AsyncGenerator<Uint8Array> {
  const parts = bytes[Symbol.asyncIterator]();
  const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const next = await parts.next();
      if (next.done) controller.close();
      else controller.enqueue(Uint8Array.from(next.value));
    },
    cancel: async () => void (await parts.return?.()),
  });
  const reader = source.pipeThrough(new DecompressionStream(format)).getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } catch (error) {
    throw new Error('its compressed data is damaged or cut off', { cause: error });
  } finally {
    await reader.cancel().catch(() => {});
  }
}

interface Entry {
  readonly name: string;
  /** 0: as it is, 8: deflate. */
  readonly method: number;
  readonly packed: Uint8Array;
}

/** Central directory of an archive without ZIP64. https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT */
function* entriesOf(zip: Uint8Array): Generator<Entry> {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  let end = zip.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end -= 1;
  if (end < 0) throw new Error('the archive is cut off');
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    const [name, extra, comment] = [28, 30, 32].map((field) => view.getUint16(at + field, true)) as [
      number,
      number,
      number,
    ];
    const [size, local] = [view.getUint32(at + 20, true), view.getUint32(at + 42, true)];
    const begin = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    yield {
      name: new TextDecoder().decode(zip.subarray(at + 46, at + 46 + name)),
      method: view.getUint16(at + 10, true),
      packed: zip.subarray(begin, begin + size),
    };
    at += 46 + name + extra + comment;
  }
}

async function* contentOf({ name, method, packed }: Entry): AsyncGenerator<Uint8Array> {
  if (method !== 0 && method !== 8) throw new Error(`${name} is packed by method ${method}; deflate is supported`);
  const stored = rejoined(packed, (async function* () {})());
  yield* method === 0 ? stored : inflated(stored, 'deflate-raw');
}

async function* listed(entries: readonly Entry[]): AsyncGenerator<Uint8Array> {
  const text = new TextEncoder();
  for (const [index, entry] of entries.entries()) {
    yield text.encode(index === 0 ? '[' : ',');
    yield* contentOf(entry);
  }
  yield text.encode(']');
}
