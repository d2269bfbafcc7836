/** A command as data: its arguments and options with their help, and what it does. `program.ts` hands them to `commander`. */

import { existsSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ContractRouterClient } from '@orpc/contract';
import { createRouterClient } from '@orpc/server';
import type { Contract } from '../../../shared/contract.ts';
import { defined } from '../../../shared/defined.ts';
import type { CliWords, CommandName } from '../../../shared/messages/en/cli.ts';
import { findingText } from '../../../shared/messages/failure.ts';
import { namesAccount } from '../../../shared/models/keyless-address.ts';
import type { RepairChoice, RepairReport } from '../../../shared/window/database-repair.ts';
import type { AppOptions, CreateApp } from '../../api.ts';
import {
  appOptions,
  EXIT,
  type FlagsOf,
  type GlobalOptions,
  type Help,
  type Options,
  UsageError,
} from './run-options.ts';
import { type Output, oneLine, visibleJson } from './text/print.ts';

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
  access: Access,
  options: Core,
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

/** Answers a command that changes something: as JSON where `--json` asks for it, else in one line on stderr. */
export async function told(
  { out, note }: CommandContext,
  { json = false }: Pick<GlobalOptions, 'json'>,
  answer: unknown,
  line: string,
): Promise<number> {
  if (json) await printJson(out, answer);
  else note(oneLine(line));
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
  readonly name: CommandName;
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

type Access = AppOptions['access'];
type Core = GlobalOptions & Pick<AppOptions, 'model' | 'asks' | 'packages' | 'trustProject'>;

interface AskingInput<O, A, I> extends Omit<CommandInput<O>, 'run'> {
  /** Default: `read`. */
  readonly access?: Access | ((args: readonly string[], flags: FlagsOf<O> & GlobalOptions) => Access);
  /** Ctrl-C aborts the signal, and ends the command with its own status. */
  readonly stops?: true;
  /** Prompt for a secret, which is typed unseen or comes from stdin: `typed` of the context. */
  typed?(words: CliWords, args: readonly string[]): string;
  /** Made of what was given, before anything is opened: `input` of the context. @throws UsageError */
  input?(args: readonly string[], flags: FlagsOf<O> & GlobalOptions, context: CommandContext): I;
  /** For the core, besides what every command takes. @throws UsageError */
  core?(flags: FlagsOf<O> & GlobalOptions, context: CommandContext): Omit<Core, keyof GlobalOptions>;
  /** @throws UsageError */
  ask(
    client: CoreClient,
    args: readonly string[],
    flags: FlagsOf<O> & GlobalOptions,
    context: CommandContext & { readonly signal: AbortSignal; readonly typed: string; readonly input: I },
  ): Promise<A>;
  /** In place of the answer, under `--json`. */
  json?(answer: A, args: readonly string[], flags: FlagsOf<O> & GlobalOptions): unknown;
  /** Prints the answer for a person; a text is one line on stderr. */
  say(
    answer: A,
    context: CommandContext,
    args: readonly string[],
    flags: FlagsOf<O> & GlobalOptions,
  ): string | Promise<void> | undefined;
  /** Default: 0. */
  status?(answer: A, context: CommandContext): number;
}

/** A command that asks the core and prints the answer, as JSON where `--json` asks for it. */
export const asking = <A, const O extends Options = Record<never, Help>, I = undefined>(
  given: AskingInput<O, A, I>,
): CommandSpec =>
  command<O>({
    ...given,
    async run(context, args, flags) {
      const { access: wanted = 'read', stops, core, ask, json, say, status } = given;
      const access = typeof wanted === 'function' ? wanted(args, flags) : wanted;
      const options: Core = { ...globalsOf(flags), ...core?.(flags, context) };
      const input = given.input?.(args, flags, context) as I;
      const prompt = given.typed?.(context.words, args);
      const typed = prompt === undefined ? '' : await readValue(context.deps.terminal, prompt);
      if (prompt !== undefined && typed === '') throw new UsageError(context.words.secrets.empty);
      const asked = { ...context, input, typed };
      const answer = stops
        ? await stoppable(context, access, options, (client, { signal }) =>
            ask(client, args, flags, { ...asked, signal }),
          )
        : await withCore(context, access, options, (client) => ask(client, args, flags, { ...asked, signal: NEVER }));
      if (answer === undefined) return EXIT.stopped;
      if (flags.json === true) await printJson(context.out, json === undefined ? answer : json(answer, args, flags));
      else {
        const line = await say(answer, context, args, flags);
        if (typeof line === 'string') context.note(oneLine(line));
      }
      return status?.(answer, context) ?? EXIT.done;
    },
  });

/** A command that Ctrl-C ends as it ends any program. */
const NEVER = new AbortController().signal;

export const globalsOf = ({ home, env, skills, json }: GlobalOptions): GlobalOptions =>
  defined({ home, env, skills, json });

/** Ctrl-C, requests to end, and the time limit: the first stops the work, the second leaves at once. */
export interface Interrupts {
  /** Aborted at the first interrupt, or when time is up. */
  readonly signal: AbortSignal;
  /** Acts like Ctrl-C: a terminal in raw mode sends no signal. */
  interrupt(): void;
  startTimer(ms: number): void;
}

/** The longest that a timer takes, in milliseconds: 24 days. */
const MAX_TIMER_MS = 2_147_483_647;

/** @param stopping said at the first interrupt. */
export async function interruptible<T>(
  { deps: { terminal }, note, words }: CommandContext,
  work: (interrupts: Interrupts) => Promise<T>,
  stopping: string = words.run.stopping,
): Promise<T> {
  const control = new AbortController();
  let asked = 0;
  let timer: NodeJS.Timeout | undefined;
  const interrupt = () => {
    asked += 1;
    if (asked > 1) {
      terminal.exit(EXIT.stopped);
      return;
    }
    note(stopping);
    control.abort();
  };
  const timeUp = (ms: number) => {
    if (control.signal.aborted) return;
    note(words.run.timeUp(String(ms / 1000)));
    control.abort();
  };
  const off = terminal.onInterrupt(interrupt);
  const startTimer = (ms: number) => {
    timer = setTimeout(timeUp, Math.min(ms, MAX_TIMER_MS), ms);
  };
  try {
    return await work({ signal: control.signal, interrupt, startTimer });
  } finally {
    clearTimeout(timer);
    off();
  }
}

export const isYes = (answer: string): boolean => /^(?:y|yes|是|对|好|同意)$/i.test(answer.trim());

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

/** Work in the core that Ctrl-C ends: what has not been done waits for the next time. @returns undefined where it was stopped. */
export const stoppable = <T>(
  context: CommandContext,
  access: Access,
  options: Core,
  work: (client: CoreClient, interrupts: Interrupts) => Promise<T>,
  stopping?: string,
): Promise<T | undefined> => {
  const stopped = async (interrupts: Interrupts): Promise<T | undefined> => {
    try {
      return await withCore(context, access, options, (client) => work(client, interrupts));
    } catch (error) {
      if (interrupts.signal.aborted) return undefined;
      throw error;
    }
  };
  return interruptible(context, stopped, stopping);
};

/** Reads from a prompt without echo, else all of stdin without its last line break. */
async function readValue({ stdin, stderr }: Terminal, prompt: string): Promise<string> {
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

// Dependencies of the command line: the core, the other hosts, and its terminal.

export interface ServeRequest {
  readonly port: number | undefined;
  readonly open: boolean;
  /** Called once, with the address that holds the token. */
  readonly onReady: (url: string) => void;
  readonly app: Omit<AppOptions, 'host' | 'access'>;
}

/** The window's exit status once it is closed, or why there is none. */
export type DesktopOutcome = { readonly code: number } | { readonly reason: string };

export interface Terminal {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean };
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Calls `listener` at each Ctrl-C and at each request to end; returns how to stop listening. */
  onInterrupt(listener: () => void): () => void;
  /** Ends the process without waiting for anything. */
  exit(status: number): void;
}

export interface CliDeps {
  readonly createApp: CreateApp;
  readonly version: string;
  /** The browser host, until it is ended. Answers the exit status. */
  readonly serve: (request: ServeRequest) => Promise<number>;
  /** Opens the window; `args` are passed on. The npm package has none. */
  readonly launchDesktop: ((args: readonly string[]) => Promise<DesktopOutcome>) | undefined;
  /** Repairs the database of a data folder that no other process uses. */
  readonly repair: (home: string, choice: RepairChoice) => RepairReport | Promise<RepairReport>;
  readonly terminal: Terminal;
}
