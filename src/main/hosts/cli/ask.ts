/** `run --attach FILE`: files from this machine that go with the message. */

import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import {
  ATTACHMENT_PIECE_BYTES,
  type Attachment,
  MAX_ATTACHMENT_BYTES,
  MAX_ATTACHMENTS,
} from '../../../shared/attachments.ts';
import type { AppOptions } from '../../api/app-handle.ts';
import { type CommandContext, type CoreClient, withCore } from './context.ts';
import type { CliDeps, Terminal } from './deps.ts';
import { EXIT, UsageError } from './exit-status.ts';
import type { GlobalOptions } from './run-options.ts';
import { oneLine } from './text/visible.ts';

/** Ctrl-C, requests to end, and the time limit: the first stops the run, the second leaves at once. */
export interface Interrupts {
  /** Aborted at the first interrupt, or when time is up. */
  readonly signal: AbortSignal;
  /** Acts like Ctrl-C: a terminal in raw mode sends no signal. */
  interrupt(): void;
  /** Starts the time limit. */
  startTimer(ms: number): void;
  dispose(): void;
}

/** The longest that a timer takes, in milliseconds: 24 days. */
const MAX_TIMER_MS = 2_147_483_647;

export function watchInterrupts(
  { terminal }: CliDeps,
  tell: { readonly stopping: () => void; readonly timeUp: (ms: number) => void },
): Interrupts {
  const control = new AbortController();
  let asked = 0;
  let timer: NodeJS.Timeout | undefined;
  const interrupt = () => {
    asked += 1;
    if (asked > 1) {
      terminal.exit(EXIT.stopped);
      return;
    }
    tell.stopping();
    control.abort();
  };
  const off = terminal.onInterrupt(interrupt);
  return {
    signal: control.signal,
    interrupt,
    startTimer(ms) {
      timer = setTimeout(
        () => {
          if (control.signal.aborted) return;
          tell.timeUp(ms);
          control.abort();
        },
        Math.min(ms, MAX_TIMER_MS),
      );
    },
    dispose() {
      clearTimeout(timer);
      off();
    },
  };
}

/** Asks the person at the terminal. */
export const isThereSomebody = ({ stdin, stderr }: Terminal): boolean => stdin.isTTY === true && stderr.isTTY === true;

/** Between two pieces of what a terminal still holds; over as soon as none comes within it. Milliseconds. */
const SILENCE_MS = 30;

/** Discards text typed before a question was seen. Leaves a pipe alone. */
async function forgetTyped({ stdin }: Terminal, interrupts: Interrupts): Promise<void> {
  const setRawMode: unknown = Reflect.get(stdin, 'setRawMode');
  if (typeof setRawMode !== 'function') return;
  await new Promise<void>((resolve) => {
    const forget = (part: unknown): void => {
      // In raw mode Ctrl-C comes as a character.
      if (String(part).includes('\u0003')) interrupts.interrupt();
      timer.refresh();
    };
    const end = (): void => {
      stdin.off('data', forget);
      stdin.pause();
      setRawMode.call(stdin, false);
      resolve();
    };
    const timer = setTimeout(end, SILENCE_MS);
    setRawMode.call(stdin, true);
    stdin.on('data', forget).resume();
  });
}

/** Like `question`, for approvals: only text typed from here on counts. */
export async function freshQuestion(terminal: Terminal, text: string, interrupts: Interrupts): Promise<string> {
  await forgetTyped(terminal, interrupts);
  return question(terminal, text, interrupts);
}

/** Returns the typed answer; '' at an interrupt or the end of the input. Never throws. */
export async function question({ stdin, stderr }: Terminal, text: string, interrupts: Interrupts): Promise<string> {
  const lines = createInterface({ input: stdin, output: stderr, terminal: true });
  // In raw mode the terminal sends Ctrl-C as a character.
  lines.on('SIGINT', () => interrupts.interrupt());
  try {
    return await lines.question(text, { signal: interrupts.signal });
  } catch {
    return '';
  } finally {
    lines.close();
  }
}

// Work in the core that Ctrl-C ends: what has not been done waits for the next time.

/** @returns undefined where it was stopped. */
export async function stoppable<T>(
  context: CommandContext,
  access: AppOptions['access'],
  flags: GlobalOptions,
  work: (client: CoreClient, interrupts: Interrupts) => Promise<T>,
): Promise<T | undefined> {
  const { deps, note, words } = context;
  const interrupts = watchInterrupts(deps, { stopping: () => note(words.run.stopping), timeUp: () => {} });
  try {
    return await withCore(context, access, flags, (client) => work(client, interrupts));
  } catch (error) {
    if (interrupts.signal.aborted) return undefined;
    throw error;
  } finally {
    interrupts.dispose();
  }
}

/** Reads from a prompt without echo, else all of stdin without its last line break. */
export async function readValue({ stdin, stderr }: Terminal, prompt: string): Promise<string> {
  if (stdin.isTTY !== true) return (await text(stdin)).replace(/\r?\n$/, '');
  stderr.write(prompt);
  const lines = createInterface({
    input: stdin,
    output: new Writable({ write: (_c, _e, done) => done() }),
    terminal: true,
  });
  try {
    return await new Promise<string>((resolve) => {
      lines.once('line', resolve).once('close', () => resolve(''));
      lines.once('SIGINT', () => lines.close());
    });
  } finally {
    lines.close();
    stderr.write('\n');
  }
}

/** Checks before anything is opened or stored. @throws UsageError for anything but a file, too large or too many. */
export function checkFiles(files: readonly string[], { words }: Pick<CommandContext, 'words'>): void {
  const { attach } = words;
  if (files.length > MAX_ATTACHMENTS) throw new UsageError(attach.tooMany(files.length, MAX_ATTACHMENTS));
  for (const file of files) {
    const shown = oneLine(file);
    const info = statSync(file, { throwIfNoEntry: false });
    if (info === undefined) throw new UsageError(attach.notThere(shown));
    if (!info.isFile()) throw new UsageError(attach.noFile(shown));
    if (info.size > MAX_ATTACHMENT_BYTES) {
      throw new UsageError(attach.tooLarge(shown, String(MAX_ATTACHMENT_BYTES / 1024 / 1024)));
    }
  }
}

/** Piece by piece, as the core takes them. Says of each picture or PDF that no model will be shown why. */
export async function attachFiles(
  { words, note }: Pick<CommandContext, 'words' | 'note'>,
  client: CoreClient,
  sessionId: string,
  files: readonly string[],
): Promise<Pick<Attachment, 'name' | 'path'>[]> {
  const attached: Attachment[] = [];
  for (const file of files) attached.push(await upload(client, sessionId, file));
  for (const { name, unshown } of attached) {
    if (unshown !== undefined) note(words.attach.unshown[unshown](oneLine(name)));
  }
  return attached.map(({ name, path: where }) => ({ name, path: where }));
}

async function upload(client: CoreClient, sessionId: string, file: string): Promise<Attachment> {
  const name = path.basename(file);
  const id = randomUUID();
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    for (let offset = 0; ; ) {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(ATTACHMENT_PIECE_BYTES), 0, undefined, offset);
      // A file that shrinks in the meantime ends where it ends.
      const last = bytesRead === 0 || offset + bytesRead >= size;
      const base64 = buffer.subarray(0, bytesRead).toString('base64');
      const { attachment } = await client.chat.attach({ sessionId, name, upload: id, offset, base64, last });
      if (attachment !== undefined) return attachment;
      offset += bytesRead;
    }
  } finally {
    await handle.close();
  }
}
