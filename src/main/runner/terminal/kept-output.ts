/**
 * One stream of a run as text: head and tail for the model (CONTRACT §7), and, where that is not all, the whole in a
 * file. Bounded memory, bounded disk.
 */
import { closeSync, openSync, writeSync } from 'node:fs';
import { createHeadAndTail } from './head-and-tail.ts';
import { MAX_LOG_BYTES } from './terminal-log.ts';

/** CONTRACT §7: what the model is given of a stream. UTF-8 bytes. */
export const MAX_OUTPUT_BYTES = 16 * 1024;
/** Gathered before it is written. */
const CHUNK_BYTES = 64 * 1024;

interface WholeOutput {
  readonly file: string;
  /** False where it was too much for the disk too, or the disk refused it: the file then has the beginning. */
  readonly complete: boolean;
}

export interface KeptOutput {
  add(text: string): void;
  /** Nothing is added after it. */
  end(): void;
  readonly truncated: boolean;
  /** Only where `text` is not all, and there is a file to keep it in. */
  readonly whole: WholeOutput | undefined;
  /** @param whole text for the model on where the rest is; '' if nowhere. */
  text(whole: string): string;
}

/** @param file is made only when it is needed; absent: nothing is kept beyond head and tail. */
export function createKeptOutput(file: string | undefined, maxFileBytes: number = MAX_LOG_BYTES): KeptOutput {
  const gathered = createHeadAndTail(MAX_OUTPUT_BYTES);
  let waiting: string[] = [];
  let waitingBytes = 0;
  let fd: number | undefined;
  let written = 0;
  let complete = true;
  let ended = false;

  const flush = (): void => {
    if (file === undefined || waitingBytes === 0) return;
    const bytes = Buffer.from(waiting.join(''), 'utf8');
    waiting = [];
    waitingBytes = 0;
    if (!complete) return;
    try {
      // `wx`: what the run put in its place is not written through.
      fd ??= openSync(file, 'wx', 0o600);
      const part = bytes.subarray(0, Math.max(0, maxFileBytes - written));
      for (let done = 0; done < part.length; ) done += writeSync(fd, part, done);
      written += part.length;
      complete = part.length === bytes.length;
    } catch {
      complete = false;
    }
  };

  return {
    add(text) {
      gathered.add(text);
      if (file === undefined || !complete) return;
      waiting.push(text);
      waitingBytes += Buffer.byteLength(text);
      if (waitingBytes >= CHUNK_BYTES) flush();
    },
    end() {
      if (ended) return;
      ended = true;
      if (gathered.omitted > 0) flush();
      if (fd !== undefined) closeSync(fd);
    },
    get truncated() {
      return gathered.omitted > 0;
    },
    get whole() {
      return file === undefined || gathered.omitted === 0 || written === 0 ? undefined : { file, complete };
    },
    text: (whole) =>
      gathered.text(
        (omitted, total) => `[… ${omitted} of ${total} bytes left out here${whole === '' ? '' : `; ${whole}`} …]`,
      ),
  };
}
