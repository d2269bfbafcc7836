/** `skilldeck start` and `skilldeck serve`. */
import { command } from '../command.ts';
import { type CommandContext, printJson } from '../context.ts';
import { UsageError } from '../exit-status.ts';
import { appOptions, type FlagsOf, type GlobalOptions, type Options } from '../run-options.ts';

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

export const startCommands = [
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
