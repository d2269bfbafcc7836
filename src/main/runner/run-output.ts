/** Output of a run: masked, kept, logged and handed on; standard error apart, where that was asked for. */
import path from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import type { Mask } from '../lib/mask-secrets.ts';
import type { PreparedFolders } from './run-folders.ts';
import type { RunRequest } from './run-request.ts';
import { createKeptOutput, type KeptOutput, openStderrPipe, readStderr, STDERR_FILE } from './terminal/kept-output.ts';
import { createTerminalText } from './terminal/terminal-text.ts';
import { openTerminalLog } from './terminal/terminal-times.ts';
import { watchFlood } from './watch-flood.ts';

export type RunOutput = Awaited<ReturnType<typeof openRunOutput>>;

export async function openRunOutput(
  { records, run }: PreparedFolders,
  request: Pick<RunRequest, 'separateStderr' | 'onData' | 'onText' | 'onErrorText'>,
  mask: Mask,
) {
  const { separateStderr = false } = request;
  const recordOf = (name: string): string | undefined => (records === undefined ? undefined : path.join(records, name));
  const kept = createKeptOutput(recordOf('output.txt'));
  const keptStderr = createKeptOutput(recordOf('stderr.txt'));
  const log = records === undefined ? undefined : openTerminalLog(records);
  const flood = watchFlood();
  let bytes = 0;
  const printed = stream(kept, (text) => request.onText?.(text));
  const errors = stream(keptStderr, (text) => request.onErrorText?.(text));
  const hidden = { printed: mask.bytes(), errors: mask.bytes() };
  const counted = (raw: Buffer): void => {
    flood.came(raw.length);
    bytes += raw.length;
  };
  const takeError = (masked: Buffer): void => {
    // A terminal turns line breaks into these; what came through a pipe has not met one.
    const text = errors.take(masked).replaceAll(/\r?\n/g, '\r\n');
    if (text === '') return;
    log?.append(Buffer.from(text));
    request.onData?.(text);
  };
  const takePrinted = (masked: Buffer): void => {
    if (masked.length === 0) return;
    log?.append(masked);
    const text = printed.take(masked);
    if (text !== '') request.onData?.(text);
  };
  const errorsCame = (raw: Buffer): void => {
    counted(raw);
    takeError(hidden.errors.take(raw));
  };
  const pipe = separateStderr ? await openStderrPipe(run, errorsCame) : undefined;
  const stderrFile = pipe?.file ?? (separateStderr ? path.join(run.path, STDERR_FILE) : undefined);
  return {
    kept,
    keptStderr,
    log,
    flood,
    /** Target of its standard error; undefined: the terminal. */
    stderrFile,
    bytes: () => bytes,
    /** The terminal's bytes. */
    came(raw: Buffer): void {
      counted(raw);
      takePrinted(hidden.printed.take(raw));
    },
    line: () => printed.line() || errors.line(),
    async close() {
      await pipe?.end();
      if (pipe === undefined && stderrFile !== undefined) await readStderr(run, errorsCame);
      takeError(hidden.errors.end());
      takePrinted(hidden.printed.end());
      const rest = printed.end();
      if (rest !== '') request.onData?.(rest);
      errors.end();
      log?.close();
    },
  };
}

/** One stream: bytes in, plain text out. */
function stream(kept: KeptOutput, onText: (text: string) => void) {
  /** Together, as handing over each line alone costs more than reading it. */
  let lines = '';
  const plain = createTerminalText((text) => {
    lines += text;
  });
  const give = (): void => {
    if (lines === '') return;
    kept.add(lines);
    onText(lines);
    lines = '';
  };
  const decoder = new StringDecoder('utf8');
  return {
    take(bytes: Buffer): string {
      const text = decoder.write(bytes);
      plain.write(text);
      give();
      return text;
    },
    line: () => plain.line(),
    end(): string {
      const text = decoder.end();
      plain.write(text);
      plain.end();
      give();
      kept.end();
      return text;
    },
  };
}
