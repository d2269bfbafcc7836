/** The commands and options of CONTRACT §1, as `commander` takes them. Each command's file says what it accepts. */
import { Command, CommanderError, Option } from 'commander';
import {
  archiveCommands,
  compactCommand,
  contextCommand,
  costsCommands,
  doctorCommand,
  draftCommand,
  envCommands,
  evalCommand,
  exportCommand,
  importCommand,
  improveCommand,
  judgingCommands,
  keepCommands,
  libraryCommand,
  lintCommand,
  mcpCommands,
  modelsCommands,
  reposCommands,
  searchCommand,
  secretsCommands,
  sessionsCommand,
  skillsCommands,
  skillsImportCommands,
  skillsKeepCommands,
  skillsPreviewCommand,
  skillsSwitchCommands,
  trustCommand,
  verifyCommand,
} from '../../../features-cli.ts';
import type { CliWords } from '../../../shared/messages/en/cli.ts';
import { type CommandContext, type CommandSpec, command, printJson, withCore } from './command.ts';
import {
  type Completion,
  complete,
  type Outline,
  outlineOf,
  SHELLS,
  type Suggestion,
  shellScript,
} from './complete.ts';
import { runCommand } from './run-command.ts';
import {
  appOptions,
  choiceIn,
  EXIT,
  type FlagsOf,
  GLOBAL_OPTIONS,
  type GlobalOptions,
  type Help,
  helpOf,
  type Options,
  UsageError,
} from './run-options.ts';
import { shorten } from './text/table.ts';
import { oneLine } from './text/visible.ts';

// Every command, in the order of `--help`.

/** Columns: shells show it beside the name. */
const HELP_WIDTH = 60;

/** The names of a data folder, the latest first. They are found without writing anything. */
async function names(context: CommandContext, { kinds, prefix, given }: Completion): Promise<Suggestion[]> {
  const wanted = kinds.filter((kind) => kind !== 'files' && kind !== 'folders');
  if (wanted.length === 0) return [];
  const quiet = { ...context, note: () => {} };
  const found = await withCore(quiet, 'read', given, async (client) => {
    const lists = await Promise.all(
      wanted.map(async (kind) => {
        if (kind === 'sessions') {
          const sessions = await client.sessions.list({});
          return sessions.filter(({ deleted }) => !deleted).map(({ id, title }) => ({ value: id, help: title }));
        }
        if (kind === 'skills') {
          const { skills } = await client.skills.list({ counted: false });
          return skills.map(({ id, description }) => ({ value: id, help: description }));
        }
        const { environments } = await client.environments.list({});
        return environments.map(({ name }) => ({ value: name, help: '' }));
      }),
    );
    return lists.flat();
  });
  return found.map(({ value, help }) => ({ value: `${prefix}${value}`, help }));
}

/** A shell that is asked in the middle of a line must never show a failure. */
async function answer(context: CommandContext, outline: Outline, typed: readonly string[]): Promise<number> {
  const completion = complete(outline, typed.length === 0 ? [''] : typed);
  const start = typed.at(-1) === '=' ? '' : (typed.at(-1) ?? '');
  const known = await names(context, completion).catch(() => []);
  const all = [...completion.suggestions, ...known.filter(({ value }) => value.startsWith(start))];
  for (const { value, help } of all) await context.out.line(`${oneLine(value)}\t${shorten(oneLine(help), HELP_WIDTH)}`);
  for (const kind of completion.kinds) {
    if (kind === 'files' || kind === 'folders') await context.out.line(`:${kind}`);
  }
  return EXIT.done;
}

/** @param outline of all commands, these among them. */
const completionCommands = (outline: (words: CliWords) => Outline): readonly CommandSpec[] => [
  command({
    name: 'completion',
    help: ({ help }) => help.completion,
    args: { '<SHELL>': ({ help }) => `${help.completionShell}: ${SHELLS.join(', ')}` },
    run: async ({ out, words }, [shell = '']) => {
      await out.write(shellScript(choiceIn('SHELL', shell, SHELLS, words)));
      return EXIT.done;
    },
  }),
  command({
    name: 'complete',
    help: ({ help }) => help.complete,
    hidden: true,
    args: { '[WORD...]': ({ help }) => help.complete },
    run: async (context, typed) => answer(context, outline(context.words), typed),
  }),
];

const SERVE_OPTIONS = {
  '--port <N>': ({ help }) => help.port,
  '--open': ({ help }) => help.open,
} as const satisfies Options;

type ServeFlags = FlagsOf<typeof SERVE_OPTIONS> & GlobalOptions;

/** @param hint printed on stderr above the address. */
async function serve(context: CommandContext, flags: ServeFlags, hint?: string): Promise<number> {
  const { deps, words, out, note, language } = context;
  const { port } = flags;
  if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) <= 65_535)) {
    throw new UsageError(words.usage.port(port));
  }
  return deps.serve({
    port: port === undefined ? undefined : Number(port),
    open: flags.open === true,
    onReady: (url) => {
      if (hint !== undefined) note(hint);
      void (flags.json === true ? printJson(out, { url }) : out.line(url));
    },
    app: { ...appOptions(flags, words), systemLanguage: language },
  });
}

function passedOn({ home, env, skills = [] }: GlobalOptions): string[] {
  return [
    ...(home === undefined ? [] : ['--home', home]),
    ...(env === undefined ? [] : ['--env', env]),
    ...skills.flatMap((folder) => ['--skills', folder]),
  ];
}

/** `skilldeck start` and `skilldeck serve`. */
const startCommands = [
  command({
    name: 'start',
    help: ({ help }) => help.start,
    options: {
      '--browser': ({ help }) => help.browser,
      '--port <N>': ({ help }) => help.port,
      '--no-open': ({ help }) => help.noOpen,
    },
    /** The window where there can be one, else the browser, saying why. */
    async run(context, _args, flags) {
      const { deps, words, note } = context;
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
    help: ({ help }) => help.serve,
    options: SERVE_OPTIONS,
    run: (context, _args, flags) => serve(context, flags),
  }),
];

const GROUPS: Readonly<Record<string, Help>> = {
  models: ({ models }) => models.help.models,
  skills: ({ help }) => help.skills,
  sessions: ({ help }) => help.sessions,
  review: ({ judging }) => judging.help.review,
  env: ({ env }) => env.help.env,
  secrets: ({ secrets }) => secrets.help.secrets,
  repos: ({ repos }) => repos.help.repos,
  archive: ({ archive }) => archive.help.archive,
  mcp: ({ mcp }) => mcp.help.mcp,
};

export const COMMANDS: readonly CommandSpec[] = [
  ...startCommands,
  runCommand,
  ...modelsCommands,
  ...skillsCommands,
  skillsPreviewCommand,
  lintCommand,
  evalCommand,
  improveCommand,
  draftCommand,
  ...skillsImportCommands,
  ...skillsKeepCommands,
  ...skillsSwitchCommands,
  libraryCommand,
  ...keepCommands,
  ...costsCommands,
  sessionsCommand,
  searchCommand,
  exportCommand,
  importCommand,
  compactCommand,
  verifyCommand,
  ...judgingCommands,
  ...envCommands,
  trustCommand,
  ...secretsCommands,
  ...reposCommands,
  ...archiveCommands,
  ...mcpCommands,
  contextCommand,
  doctorCommand,
  ...completionCommands((words) => wholeOutline(words)),
];

const wholeOutline = (words: CliWords): Outline => outlineOf(COMMANDS, GROUPS, words);

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
