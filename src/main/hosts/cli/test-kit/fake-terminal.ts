/** A terminal, or pipes, in the test's hands. */

import { PassThrough } from 'node:stream';
import { runCli } from '../cli.ts';
import type { CliDeps, Terminal } from '../command.ts';

export interface FakeTerminal {
  readonly terminal: Terminal;
  readonly out: () => string;
  readonly err: () => string;
  interrupt(): void;
  /** Resolves when Ctrl-C is listened for: a command's file is loaded first. */
  listening(): Promise<void>;
  /** Types at the keyboard, or into the pipe. */
  type(text: string): void;
  endInput(): void;
  /** Resolves when stderr holds `text`. */
  says(text: string): Promise<void>;
  readonly exits: readonly number[];
}

export function fakeTerminal(
  options: {
    readonly tty?: boolean;
    readonly env?: Record<string, string>;
    /** All that comes through the pipe. */
    readonly input?: string | undefined;
  } = {},
): FakeTerminal {
  const { tty = false, env = { LANG: 'en_GB.UTF-8' }, input } = options;
  const stream = () => Object.assign(new PassThrough(), { isTTY: tty, columns: 60 });
  const [stdin, stdout, stderr] = [stream(), stream(), stream()];
  if (input !== undefined) stdin.end(input);
  const text = { out: '', err: '' };
  const waiting: { text: string; resolve: () => void }[] = [];
  stdout.on('data', (part) => {
    text.out += String(part);
  });
  stderr.on('data', (part) => {
    text.err += String(part);
    for (const one of waiting) if (text.err.includes(one.text)) one.resolve();
  });
  const listeners = new Set<() => void>();
  const listening = Promise.withResolvers<void>();
  const exits: number[] = [];
  return {
    terminal: {
      stdin,
      stdout,
      stderr,
      env,
      onInterrupt(listener) {
        listeners.add(listener);
        listening.resolve();
        return () => listeners.delete(listener);
      },
      exit: (status) => {
        exits.push(status);
      },
    },
    out: () => text.out,
    err: () => text.err,
    interrupt: () => {
      for (const listener of listeners) listener();
    },
    listening: () => listening.promise,
    type: (typed) => {
      stdin.write(typed);
    },
    endInput: () => {
      stdin.end();
    },
    says: (wanted) =>
      text.err.includes(wanted) ? Promise.resolve() : new Promise((resolve) => waiting.push({ text: wanted, resolve })),
    exits,
  };
}

/** `skilldeck ARGS`, with no window to open and a server that ends at once. */
export function run(
  { terminal }: FakeTerminal,
  args: readonly string[],
  deps: Pick<CliDeps, 'createApp'> & Partial<CliDeps>,
): Promise<number> {
  return runCli(
    {
      version: '1.2.3',
      serve: async () => 0,
      repair: () => Promise.reject(new Error('no data folder here')),
      launchDesktop: async () => ({ reason: 'there is no display' }),
      terminal,
      ...deps,
    },
    args,
  );
}
