/** Writing to stdout so that nothing is lost at the end, and a reader that went away does no harm. */

export interface Output {
  /** Resolves when the text has left the process; never rejects. */
  write(text: string): Promise<void>;
  line(text: string): Promise<void>;
  /** True once the reader has gone (`| head`): what comes now is thrown away. */
  readonly gone: boolean;
  /** Everything written before has left the process. */
  drained(): Promise<void>;
}

export function createOutput(stream: NodeJS.WritableStream): Output {
  let gone = false;
  let last: Promise<void> = Promise.resolve();
  stream.on('error', () => {
    gone = true;
  });
  const write = (text: string): Promise<void> => {
    if (gone || text === '') return last;
    last = new Promise((resolve) => {
      stream.write(text, (error) => {
        if (error) gone = true;
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
    // Writes complete in their order.
    drained: () => last,
  };
}
