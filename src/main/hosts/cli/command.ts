/** A command as data: its arguments and options with their help, and what it does. `program.ts` hands them to `commander`. */

import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ContractRouterClient } from '@orpc/contract';
import { createRouterClient } from '@orpc/server';
import {
  ATTACHMENT_PIECE_BYTES,
  type Attachment,
  isLeftOutOfFolders,
  MAX_ATTACHMENT_BYTES,
  MAX_ATTACHMENTS,
  MAX_FOLDER_BYTES,
  MAX_FOLDER_FILES,
} from '../../../shared/attachments.ts';
import type { Contract } from '../../../shared/contract.ts';
import type { Route } from '../../../shared/events.ts';
import { findingText } from '../../../shared/messages/detail.ts';
import type { CliWords } from '../../../shared/messages/en/cli.ts';
import { namesAccount } from '../../../shared/models/keyless-address.ts';
import type { AppOptions } from '../../api.ts';
import type { CliDeps, Terminal } from './deps.ts';
import {
  appOptions,
  EXIT,
  type FlagsOf,
  type GlobalOptions,
  type Help,
  type Options,
  UsageError,
} from './run-options.ts';
import type { Output } from './text/output.ts';
import { oneLine, visibleJson } from './text/print.ts';

// Context of each command, and access to the core.

export type CoreClient = ContractRouterClient<Contract>;

export interface CommandContext {
  readonly deps: CliDeps;
  readonly words: CliWords;
  readonly out: Output;
  /** Progress, questions and failures: on stderr. */
  readonly note: (line: string) => void;
  /** BCP 47. */
  readonly language: string;
  /** Columns to fit tables to; undefined where stdout is no terminal and nothing is to be cut. */
  readonly columns: number | undefined;
}

/** Opens the core, calls it through the contract, and always closes it. */
export async function withCore<T>(
  { deps, words, language, note }: CommandContext,
  access: AppOptions['access'],
  options: GlobalOptions & Pick<AppOptions, 'model' | 'asks' | 'packages' | 'trustProject'>,
  work: (client: CoreClient) => Promise<T>,
): Promise<T> {
  const app = await deps.createApp({
    ...appOptions(options, words),
    host: 'cli',
    access,
    model: options.model,
    asks: options.asks,
    packages: options.packages,
    trustProject: options.trustProject,
    systemLanguage: language,
  });
  try {
    // `AnyRouter` knows nothing of the contract that it implements.
    const client = createRouterClient(await app.router()) as unknown as CoreClient;
    const { diagnostics } = await client.environments.list({});
    for (const { file, line = 1, column = 1, ...said } of diagnostics) {
      note(oneLine(`${file}:${line}:${column}: ${findingText(words.language, said)}`));
    }
    const { interrupted = [] } = access === 'write' ? await client.app.info({}) : {};
    if (interrupted.length > 0) note(words.run.interruptedBefore(interrupted.map((one) => one.sessionId)));
    return await work(client);
  } finally {
    await app.close();
  }
}

export const printJson = (out: Output, value: unknown): Promise<void> => out.line(visibleJson(value));

/** A command's answer: as JSON where `--json` asks for it, else for a person. */
type JsonFlag = Pick<GlobalOptions, 'json'>;

/** Prints the answer as JSON where `--json` asks for it. @returns whether it did. */
export async function inJson({ out }: CommandContext, { json = false }: JsonFlag, answer: unknown): Promise<boolean> {
  if (json) await printJson(out, answer);
  return json;
}

/** Answers a command that changes something: as JSON, else in one line on stderr. */
export async function told(context: CommandContext, flags: JsonFlag, answer: unknown, line: string): Promise<number> {
  if (!(await inJson(context, flags, answer))) context.note(oneLine(line));
  return EXIT.done;
}

/** One line where skills of the current folder are left out: all of them, or those that are not as they were trusted. */
export async function noteUntrusted({ note, words }: CommandContext, client: CoreClient): Promise<void> {
  const { folder, trusted, skills } = await client.trust.get({});
  const left = skills.filter(({ heldBack }) => heldBack !== undefined);
  if (left.length === 0) return;
  const named = left.map(({ id, heldBack, replaces }) =>
    words.trust.named(id, heldBack === 'untrusted' ? undefined : heldBack, replaces === true),
  );
  const line = trusted ? words.trust.changed : words.trust.leftOut;
  note(oneLine(line(folder, named.join(', '))));
}

/** The core knows nothing of the folder that the person is in. `owner/repo` is on GitHub where there is no such folder. */
export function absolute(given: string): string {
  if (/^[a-z][a-z+]+:\/\//i.test(given) || /^[\w.-]+@[\w.-]+:/.test(given)) return given;
  const isRemote = namesAccount(given) || /^[a-z0-9][\w.-]*\/[a-z0-9][\w.-]*(?:@[^/@\s]+)?$/i.test(given);
  return isRemote && !existsSync(path.resolve(given)) ? given : path.resolve(given);
}

interface CommandInput<O> {
  /** Includes its group: `skills list`. */
  readonly name: string;
  readonly help: Help;
  /** For programs: in no list of commands. */
  readonly hidden?: boolean;
  /** In order, by `<NAME>`, `[NAME]` or `<NAME...>`. */
  readonly args?: Readonly<Record<string, Help>>;
  readonly options?: O & Options;
  /** @param args those that were given. @returns the exit status. @throws UsageError */
  run(context: CommandContext, args: readonly string[], flags: FlagsOf<O> & GlobalOptions): Promise<number>;
}
export type CommandSpec = CommandInput<Options>;

export const command = <const O extends Options = Record<never, Help>>(given: CommandInput<O>): CommandSpec => given;

// `run --attach FILE`: files from this machine that go with the message.

/** Ctrl-C, requests to end, and the time limit: the first stops the run, the second leaves at once. */
export interface Interrupts {
  /** Aborted at the first interrupt, or when time is up. */
  readonly signal: AbortSignal;
  /** Acts like Ctrl-C: a terminal in raw mode sends no signal. */
  interrupt(): void;
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
    if (info.isDirectory()) {
      const { found, bytes } = filesIn(file);
      if (found.length === 0) throw new UsageError(attach.emptyFolder(shown));
      if (found.length > MAX_FOLDER_FILES || bytes > MAX_FOLDER_BYTES)
        throw new UsageError(attach.largeFolder(shown, MAX_FOLDER_FILES, MAX_FOLDER_BYTES / 1024 / 1024));
      checkFiles(found.map((inner) => path.join(file, inner)).filter(isTooLarge), { words });
      continue;
    }
    if (!info.isFile()) throw new UsageError(attach.noFile(shown));
    if (info.size > MAX_ATTACHMENT_BYTES)
      throw new UsageError(attach.tooLarge(shown, String(MAX_ATTACHMENT_BYTES / 1024 / 1024)));
  }
}

const isTooLarge = (file: string): boolean => statSync(file).size > MAX_ATTACHMENT_BYTES;

/** Paths below a folder, links and what is left out of folders not among them; one more than fit ends the look. */
function filesIn(folder: string): { readonly found: readonly string[]; readonly bytes: number; readonly left: number } {
  const found: string[] = [];
  let [bytes, left] = [0, 0];
  const look = (below: string): void => {
    for (const one of readdirSync(path.join(folder, below), { withFileTypes: true })) {
      const at = path.join(below, one.name);
      if (found.length > MAX_FOLDER_FILES) return;
      if (isLeftOutOfFolders(one.name) || one.isSymbolicLink()) left += 1;
      else if (one.isDirectory()) look(at);
      else if (one.isFile()) {
        found.push(at);
        bytes += statSync(path.join(folder, at)).size;
      }
    }
  };
  look('');
  return { found, bytes, left };
}

async function attachFolder(
  { words, note }: Pick<CommandContext, 'words' | 'note'>,
  client: CoreClient,
  sessionId: string,
  folder: string,
): Promise<Attachment[]> {
  const id = randomUUID();
  const name = path.basename(path.resolve(folder));
  const { found, left } = filesIn(folder);
  let attached: Attachment[] = [];
  for (const file of found) {
    const as = [name, ...file.split(path.sep)].join('/');
    attached = [await upload(client, sessionId, path.join(folder, file), { name: as, folder: id })];
  }
  note(words.attach.folder(oneLine(name), found.length, left));
  return attached;
}

/** Piece by piece, as the core takes them. */
export async function attachFiles(
  context: Pick<CommandContext, 'words' | 'note'>,
  client: CoreClient,
  id: string,
  files: readonly string[],
): Promise<readonly Attachment[]> {
  const attached: Attachment[] = [];
  for (const file of files) {
    if (statSync(file).isDirectory()) attached.push(...(await attachFolder(context, client, id, file)));
    else attached.push(await upload(client, id, file, { name: path.basename(file) }));
  }
  return attached;
}

/** Says of each picture or PDF that no model will be shown why. */
export function noteUnshown(
  { words, note }: Pick<CommandContext, 'words' | 'note'>,
  route: Route | undefined,
  attached: readonly Attachment[],
): void {
  for (const { name, unshown, media } of attached) {
    if (media !== undefined && route?.sees?.includes(media.kind) !== true) note(words.attach.unseen(oneLine(name)));
    if (unshown !== undefined) note(words.attach.unshown[unshown](oneLine(name)));
  }
}

async function upload(
  client: CoreClient,
  sessionId: string,
  file: string,
  as: { readonly name: string; readonly folder?: string },
): Promise<Attachment> {
  const id = randomUUID();
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    for (let offset = 0; ; ) {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(ATTACHMENT_PIECE_BYTES), 0, undefined, offset);
      // A file that shrinks in the meantime ends where it ends.
      const last = bytesRead === 0 || offset + bytesRead >= size;
      const base64 = buffer.subarray(0, bytesRead).toString('base64');
      const { attachment } = await client.chat.attach({ sessionId, ...as, upload: id, offset, base64, last });
      if (attachment !== undefined) return attachment;
      offset += bytesRead;
    }
  } finally {
    await handle.close();
  }
}
