/** Files that are imported, one after the other. They belong to the app, not to a page: one can leave the library in the meantime. */
import { MAX_IMPORT_BYTES } from '../../../shared/review.ts';
import { importPieces, textsOf } from '../../../shared/transfer-pieces.ts';
import { failureOf } from '../app/failures.ts';
import type { CommandContext } from '../command-context.ts';
import type { Imported, ImportFailure, LibraryData } from './state.ts';

export type ImportCommands = ReturnType<typeof importCommands>;

/** A file that could not be read, apart from what the core refuses. */
class UnreadFile extends Error {}

async function* bytesOf(file: File, onRead: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader();
  let read = 0;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      yield next.value;
      read += next.value.length;
      onRead(read);
    }
  } finally {
    reader.releaseLock();
  }
}

async function* readable(texts: AsyncIterable<string>): AsyncGenerator<string> {
  try {
    yield* texts;
  } catch (error) {
    throw new UnreadFile(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

export function importCommands({
  connection,
  data,
}: Pick<CommandContext<Pick<LibraryData, 'imports'>>, 'connection' | 'data'>) {
  const { review, transfer } = connection.client;
  const running = new Map<string, AbortController>();
  let queue: Promise<void> = Promise.resolve();
  const put = (next: Imported): void =>
    data.setState(({ imports }) => ({
      imports: imports.some(({ name }) => name === next.name)
        ? imports.map((one) => (one.name === next.name ? next : one))
        : [...imports, next],
    }));

  async function take(file: File, { signal }: AbortController): Promise<void> {
    const { name, size } = file;
    const state = { read: 0, progress: { events: 0, stored: 0 } };
    const show = (change: Partial<typeof state>): void => {
      Object.assign(state, change);
      if (!signal.aborted) put({ state: 'reading', name, size, ...state });
    };
    try {
      signal.throwIfAborted();
      show({});
      const texts = readable(textsOf(bytesOf(file, (read) => show({ read }))));
      const result = await importPieces(transfer, texts, name, {
        signal,
        onProgress: (progress) => show({ progress }),
      });
      put({ state: 'done', name, result });
      if (result.foreign !== undefined) return;
      const verified = await review.verify({ sessionId: result.session }).catch(() => undefined);
      const isShown = data.getState().imports.some((one) => one.state === 'done' && one.result === result);
      if (verified !== undefined && isShown) put({ state: 'done', name, result, verified });
    } catch (error) {
      put({ state: 'failed', name, failure: failed(error, signal.aborted) });
    }
  }

  function failed(error: unknown, isCancelled: boolean): ImportFailure {
    if (isCancelled) return { why: 'cancelled' };
    if (error instanceof UnreadFile) return { why: 'unread', message: error.message };
    return { why: 'refused', failure: failureOf(error, connection.status() === 'open') };
  }

  return {
    /** Never throws: `imports` says of each file what became of it. */
    importFiles(files: readonly File[]) {
      for (const file of files) {
        const { name, size } = file;
        // One of that name is under way.
        if (running.has(name)) continue;
        if (size > MAX_IMPORT_BYTES) {
          put({ state: 'failed', name, failure: { why: 'too-large', size } });
          continue;
        }
        const control = new AbortController();
        running.set(name, control);
        put({ state: 'waiting', name });
        queue = queue.then(() => take(file, control)).finally(() => running.delete(name));
      }
      return queue;
    },
    /** Nothing of that file is imported. */
    cancelImport: (name: string) => running.get(name)?.abort(),
    /** For a file whose import has ended. */
    dismissImport: (gone: string) =>
      data.setState(({ imports }) => ({ imports: imports.filter(({ name }) => name !== gone) })),
  };
}
