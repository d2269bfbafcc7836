/** The commands and options of CONTRACT §1, as `commander` takes them. Each command's file says what it accepts. */
import { Command, CommanderError, Option } from 'commander';
import type { CliWords } from '../../../shared/messages/en/cli.ts';
import type { CommandSpec } from './command.ts';
import { GROUPS } from './commands/index.ts';
import type { CommandContext } from './context.ts';
import { UsageError } from './exit-status.ts';
import { GLOBAL_OPTIONS, type GlobalOptions, helpOf, type Options } from './run-options.ts';

/** @param onStatus is given the exit status of the command that ran. */
export function createProgram(
  context: CommandContext,
  commands: readonly CommandSpec[],
  onStatus: (status: number) => void,
): Command {
  const { words } = context;
  const { help } = words;
  const titles: Readonly<Record<string, string>> = {
    'Usage:': help.usage,
    'Arguments:': help.arguments,
    'Options:': help.options,
    'Global Options:': help.globalOptions,
    'Commands:': help.commands,
  };
  const program = new Command('skilldeck')
    .description(help.program)
    .addOption(new Option('--version [V]', help.version))
    .helpOption('-h, --help', help.help)
    .helpCommand(false)
    .configureHelp({
      showGlobalOptions: true,
      styleTitle: (title) => titles[title] ?? title,
      optionTerm: ({ flags }) => (flags === '--version [V]' ? '--version' : flags),
    });
  // `skills publish` has an option of that name, and an option of the program is found wherever it is. A skill's
  // version has a digit.
  program.on('option:version', (value: string | null) => {
    if (value !== null && /\d/.test(value)) return;
    program.configureOutput().writeOut?.(`${context.deps.version}\n`);
    throw new CommanderError(0, 'commander.version', context.deps.version);
  });
  addOptions(program, GLOBAL_OPTIONS, words);

  const add = (parent: Command, name: string, description: string, hidden = false) =>
    parent.command(name, { hidden }).description(description).helpOption('-h, --help', help.help);
  const groups = new Map<string, Command>();
  for (const spec of commands) {
    const [name = '', group = ''] = spec.name.split(' ').reverse();
    const parent = group === '' ? program : (groups.get(group) ?? add(program, group, GROUPS[group]?.(words) ?? ''));
    if (group !== '') groups.set(group, parent.helpCommand(false));
    const command = add(parent, name, spec.help(words), spec.hidden);
    for (const [usage, text] of Object.entries(spec.args ?? {})) command.argument(usage, text(words));
    addOptions(command, spec.options ?? {}, words);
    command.action(async () => {
      // Options given before the command count too.
      const flags = command.optsWithGlobals<GlobalOptions>();
      refuseEmpty(flags, words);
      onStatus(await spec.run(context, (command.processedArgs as string[]).flat(), flags));
    });
  }
  return program;
}

function addOptions(command: Command, options: Options, words: CliWords): void {
  for (const [usage, given] of Object.entries(options)) {
    const option = new Option(usage, helpOf(given)(words));
    if (typeof given === 'object' && given.repeatable)
      option.argParser((value: string, before: readonly string[] = []) => [...before, value]);
    command.addOption(option);
  }
}

/** An unset variable in a script (`--home "$DIR"`) must not be another folder, session or model than was meant. */
function refuseEmpty(flags: Readonly<Record<string, unknown>>, { usage }: CliWords): void {
  const empty = Object.keys(flags).find((name) => flags[name] === '' && name !== 'baseUrl');
  if (empty === undefined) return;
  const option = `--${empty.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  throw new UsageError(usage.optionMissingArgument(option));
}
