/** The commands and options of CONTRACT §1, as `commander` takes them. Each command's file says what it accepts. */

import { Command, CommanderError, Option } from 'commander';
import type { CommandName } from '../../../shared/messages/en/cli.ts';
import { type CommandContext, type CommandSpec, command, printJson } from './command.ts';
import { runCommand } from './run-command.ts';
import {
  addOptions,
  appOptions,
  choiceIn,
  EXIT,
  type FlagsOf,
  GLOBAL_OPTIONS,
  type GlobalOptions,
  MODEL_OPTIONS,
  type Options,
  readEndpoint,
  whole,
} from './run-options.ts';

const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;

const BASH = `_skilldeck() {
  COMPREPLY=($("\${COMP_WORDS[0]}" complete -- "\${COMP_WORDS[@]:1:$COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _skilldeck skilldeck
`;

/** Scripts that make a shell ask Skilldeck; where it knows nothing, the shell offers files. */
const SCRIPTS: Readonly<Record<(typeof SHELLS)[number], string>> = {
  bash: BASH,
  zsh: `autoload -U bashcompinit && bashcompinit\n${BASH}`,
  fish: "complete -c skilldeck -a '(skilldeck complete -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'\n",
  powershell: `Register-ArgumentCompleter -Native -CommandName skilldeck -ScriptBlock {
  param($word, $ast, $cursor)
  $before = @($ast.CommandElements | Select-Object -Skip 1 | Where-Object { $_.Extent.EndOffset -lt $cursor } | ForEach-Object { "$_" })
  skilldeck complete -- @before "$word" 2>$null | ForEach-Object { [System.Management.Automation.CompletionResult]::new($_) }
}
`,
};

/** @param typed words after `skilldeck`, up to the cursor; the last one may be empty. */
function completions(program: Command, typed: readonly string[]): string[] {
  const last = typed.at(-1) ?? '';
  let command = program;
  for (const word of typed.slice(0, -1)) command = command.commands.find((one) => one.name() === word) ?? command;
  const shown = program.createHelp();
  const names = last.startsWith('-')
    ? [...command.options, ...program.options].map(({ long }) => long ?? '')
    : shown.visibleCommands(command).map((one) => one.name());
  return names.filter((name) => name.startsWith(last));
}

const completionCommands = [
  command({
    name: 'completion',
    args: { '<SHELL>': ({ help }) => `${help.completionShell}: ${SHELLS.join(', ')}` },
    run: async ({ out, words }, [shell = '']) => {
      await out.write(SCRIPTS[choiceIn('SHELL', shell, SHELLS, words)]);
      return EXIT.done;
    },
  }),
  command({
    name: 'complete',
    hidden: true,
    args: { '[WORD...]': ({ commands }) => commands.complete },
    async run(context, typed) {
      const program = createProgram(context, await commandsOf(), () => {});
      for (const name of completions(program, typed)) await context.out.line(name);
      return EXIT.done;
    },
  }),
];

const HOST_OPTIONS = {
  '--port <N>': whole(({ help }) => help.port, 0, 65_535),
  '--base-url <URL>': MODEL_OPTIONS['--base-url <URL>'],
  '--api-key-env <NAME>': MODEL_OPTIONS['--api-key-env <NAME>'],
  '--model <ID>': MODEL_OPTIONS['--model <ID>'],
} as const satisfies Options;

type HostFlags = FlagsOf<typeof HOST_OPTIONS> & GlobalOptions;

/** @param hint printed on stderr above the address. */
async function serve(
  context: CommandContext,
  flags: HostFlags & { readonly open?: boolean },
  hint?: string,
): Promise<number> {
  const { deps, words, out, note, language } = context;
  const { baseUrl, apiKeyEnv, model } = flags;
  return deps.serve({
    port: flags.port,
    open: flags.open === true,
    onReady: (url) => {
      if (hint !== undefined) note(hint);
      void (flags.json === true ? printJson(out, { url }) : out.line(url));
    },
    app: { ...appOptions(flags, words), model: { baseUrl, apiKeyEnv, model }, systemLanguage: language },
  });
}

function passedOn({ home, env, skills = [], baseUrl, apiKeyEnv, model }: HostFlags): string[] {
  const named = { home, env, 'base-url': baseUrl, 'api-key-env': apiKeyEnv, model };
  return [
    ...Object.entries(named).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, value])),
    ...skills.flatMap((folder) => ['--skills', folder]),
  ];
}

/** `skilldeck start` and `skilldeck serve`. */
const startCommands = [
  command({
    name: 'start',
    options: {
      '--browser': ({ help }) => help.browser,
      ...HOST_OPTIONS,
      '--no-open': ({ help }) => help.noOpen,
    },
    /** The window where there can be one, else the browser, saying why. */
    async run(context, _args, flags) {
      const { deps, words, note } = context;
      readEndpoint(flags, deps.terminal.env, words);
      if (flags.browser !== true && deps.launchDesktop !== undefined) {
        const outcome = await deps.launchDesktop(passedOn(flags));
        if ('code' in outcome) return outcome.code;
        note(words.start.noWindow(outcome.reason));
      }
      const open = flags.open !== false;
      return serve(context, { ...flags, open }, open ? words.start.opens : words.start.openIt);
    },
  }),
  command({
    name: 'serve',
    options: { ...HOST_OPTIONS, '--open': ({ help }) => help.open },
    async run(context, _args, flags) {
      readEndpoint(flags, context.deps.terminal.env, context.words);
      return serve(context, flags);
    },
  }),
];

/** The command named `word`, where the program itself has it; else every command, in the order of `--help`. */
export async function commandsOf(word = ''): Promise<readonly CommandSpec[]> {
  const own = [...startCommands, runCommand, ...completionCommands].find(({ name }) => name === word);
  if (own !== undefined) return [own];
  const features = await import('../../../features-cli.ts');
  return [
    ...startCommands,
    runCommand,
    ...features.modelsCommands,
    ...features.skillsCommands,
    features.skillsPreviewCommand,
    features.lintCommand,
    features.evalCommand,
    features.improveCommand,
    features.draftCommand,
    ...features.skillsImportCommands,
    ...features.skillsKeepCommands,
    ...features.skillsSwitchCommands,
    features.libraryCommand,
    ...features.costsCommands,
    features.sessionsCommand,
    features.searchCommand,
    features.exportCommand,
    features.importCommand,
    features.verifyCommand,
    ...features.judgingCommands,
    ...features.watchesCommands,
    ...features.envCommands,
    features.trustCommand,
    ...features.secretsCommands,
    ...features.reposCommands,
    ...features.archiveCommands,
    ...features.mcpCommands,
    features.contextCommand,
    features.doctorCommand,
    ...completionCommands,
  ];
}

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

  const add = (parent: Command, name: string, path: CommandName, hidden = false) =>
    parent.command(name, { hidden }).description(words.commands[path]).helpOption('-h, --help', help.help);
  const groups = new Map<string, Command>();
  for (const spec of commands) {
    const [name = '', group = ''] = spec.name.split(' ').reverse();
    const parent = group === '' ? program : (groups.get(group) ?? add(program, group, group as CommandName));
    if (group !== '') groups.set(group, parent.helpCommand(false));
    const command = add(parent, name, spec.name, spec.hidden);
    for (const [usage, text] of Object.entries(spec.args ?? {})) command.argument(usage, text(words));
    addOptions(command, spec.options ?? {}, words);
    command.action(async () => {
      // Options given before the command count too.
      const flags = command.optsWithGlobals<GlobalOptions>();
      onStatus(await spec.run(context, (command.processedArgs as string[]).flat(), flags));
    });
  }
  return program;
}
