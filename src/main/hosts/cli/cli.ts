/** The command line from its arguments to its exit status. Always flushes its output. */
import '../../../shared/messages/all-words.ts';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Command, CommanderError } from 'commander';
import { messageOf } from '../../../shared/errors.ts';
import { languageFor } from '../../../shared/messages/translate.ts';
import type { CliDeps, CommandContext, DesktopOutcome, Terminal } from './command.ts';
import { commandsOf, createProgram } from './program.ts';
import { EXIT, readFailure, systemLanguage, usageLine, wordsFor } from './run-options.ts';
import { createOutput, oneLine } from './text/print.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export function processTerminal(): Terminal {
  const { stdin, stdout, stderr, env } = process;
  return {
    stdin,
    stdout,
    stderr,
    env,
    onInterrupt(listener) {
      for (const signal of SIGNALS) process.on(signal, listener);
      return () => {
        for (const signal of SIGNALS) process.off(signal, listener);
      };
    },
    exit: (status) => process.exit(status),
  };
}

/** Type of `scripts/lib/electron.mjs`, which `npm start` uses too. */
interface ElectronFinder {
  findElectron(): string | undefined;
  whyNoWindow(): string | undefined;
  openWindow(file: string, args: readonly string[]): Promise<DesktopOutcome>;
}

/** Opens the window in a separate process, if there is an Electron binary and a display. @param root the repository. */
export async function launchDesktop(root: string, args: readonly string[]): Promise<DesktopOutcome> {
  const finder = pathToFileURL(path.join(root, 'scripts', 'lib', 'electron.mjs')).href;
  const { findElectron, openWindow, whyNoWindow } = (await import(/* @vite-ignore */ finder)) as ElectronFinder;
  const obstacle = whyNoWindow();
  if (obstacle !== undefined) return { reason: obstacle };
  const binary = findElectron();
  if (binary === undefined) return { reason: 'Electron has not been fetched; npm start does' };
  return openWindow(binary, args);
}

/** @param args without `node` and the script. */
export async function runCli(deps: CliDeps, args: readonly string[]): Promise<number> {
  const { terminal } = deps;
  const language = systemLanguage(terminal.env);
  const out = createOutput(terminal.stdout);
  const errors = createOutput(terminal.stderr);
  const context: CommandContext = {
    deps,
    language,
    words: wordsFor(language),
    out,
    note: (line) => void errors.line(line),
    columns: terminal.stdout.isTTY === true ? terminal.stdout.columns : undefined,
  };
  const status = await execute(context, args);
  await out.drained();
  if (out.fault !== undefined) context.note(context.words.outputLost(messageOf(out.fault)));
  await errors.drained();
  return out.fault !== undefined && status === EXIT.done ? EXIT.error : status;
}

async function execute(context: CommandContext, args: readonly string[]): Promise<number> {
  const { words, out, note } = context;
  let status: number = EXIT.done;
  const { line, word } = lineOf(context, args);
  const program = createProgram(context, await commandsOf(word), (given) => {
    status = given;
  });
  let path = program.name();
  everyCommand(program, (command) => {
    command
      .exitOverride()
      .configureOutput({ writeOut: (text) => void out.write(text), writeErr: () => {}, outputError: () => {} })
      .hook('preSubcommand', (_parent, sub) => {
        path = `${path} ${sub.name()}`;
      });
  });
  try {
    await program.parseAsync(line, { from: 'user' });
    return status;
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return EXIT.done;
      if (error.code === 'commander.help') note(`${words.usage.missingArgument('COMMAND')} ${words.usage.try(path)}`);
      else note(usageLine(error, path, words));
      return EXIT.usage;
    }
    const failure = readFailure(error, languageFor('system', context.language));
    if (failure === undefined) {
      note(words.bug(messageOf(error)));
      return EXIT.error;
    }
    note(oneLine(failure.message));
    return failure.status;
  }
}

/**
 * The line as the program reads it, and the first word of its command. Without one, the app opens in the browser:
 * `skilldeck`, `skilldeck --no-open --home DIR`.
 */
function lineOf(
  context: CommandContext,
  args: readonly string[],
): { readonly line: string[]; readonly word?: string | undefined } {
  const [first] = args;
  if (first === '-v' || first === '-V') return { line: ['--version'] };
  try {
    const { operands, unknown } = wordsIn(context, args);
    const [word, asked] = operands;
    if (word === 'help') return { line: [...operands.slice(1), '--help'], word: asked };
    const isPlain = word === undefined && !unknown.some((one) => one === '-h' || one === '--help');
    return isPlain ? { line: ['start', '--browser', ...args], word: 'start' } : { line: [...args], word };
  } catch {
    // `--version`, or an option without its value: said by the program itself.
    return { line: [...args] };
  }
}

/** @throws CommanderError for an option without its value, or one of the program's that ends it. */
function wordsIn(context: CommandContext, line: readonly string[]) {
  const probe = createProgram(context, [], () => {}).exitOverride();
  probe.configureOutput({ writeOut: () => {}, outputError: () => {} });
  return probe.parseOptions([...line]);
}

function everyCommand(command: Command, visit: (command: Command) => void): void {
  visit(command);
  for (const sub of command.commands) everyCommand(sub, visit);
}
