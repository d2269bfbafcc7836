/** Writing to stdout so that nothing is lost at the end, and a reader that went away does no harm. */

export interface Output {
  /** Resolves when the text has left the process; never rejects. */
  write(text: string): Promise<void>;
  line(text: string): Promise<void>;
  /** True once nothing can be written any more (`| head`): what comes now is thrown away. */
  readonly gone: boolean;
  /** Fault, where it was not the reader that went: a full disk under `> FILE`. */
  readonly fault: Error | undefined;
  /** Everything written before has left the process. */
  drained(): Promise<void>;
}

/** A reader that went away, by the systems' names for it, and what is written after that. */
const LEFT: ReadonlySet<unknown> = new Set(['EPIPE', 'EOF', 'ECONNRESET', 'ERR_STREAM_DESTROYED']);

export function createOutput(stream: NodeJS.WritableStream): Output {
  let gone = false;
  let fault: Error | undefined;
  let last: Promise<void> = Promise.resolve();
  const end = (error: NodeJS.ErrnoException) => {
    gone = true;
    if (!LEFT.has(error.code)) fault ??= error;
  };
  stream.on('error', end);
  const write = (text: string): Promise<void> => {
    if (gone || text === '') return last;
    last = new Promise((resolve) => {
      stream.write(text, (error) => {
        if (error) end(error);
        resolve();
      });
    });
    return last;
  };
  return {
    write,
    line: (text) => write(`${text}\n`),
    get gone() {
      return gone;
    },
    get fault() {
      return fault;
    },
    // Writes complete in their order.
    drained: () => last,
  };
}
