/** Every command, in the order of `--help`. */
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
} from '../../../../features-cli.ts';
import type { CliWords } from '../../../../shared/messages/en/cli.ts';
import { type CommandSpec, command } from '../command.ts';
import {
  type Completion,
  complete,
  type Outline,
  outlineOf,
  SHELLS,
  type Suggestion,
  shellScript,
} from '../complete.ts';
import { type CommandContext, printJson, withCore } from '../context.ts';
import { EXIT, UsageError } from '../exit-status.ts';
import { appOptions, choiceIn, type FlagsOf, type GlobalOptions, type Help, type Options } from '../run-options.ts';
import { oneLine } from '../text/visible.ts';
import { shorten } from '../text/write-whole.ts';
import { runCommand } from './run-command.ts';

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

export const GROUPS: Readonly<Record<string, Help>> = {
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
