/** `skilldeck completion SHELL`, and `skilldeck complete`, which the shells' scripts call. */
import type { CliWords } from '../../../../shared/messages/en/cli.ts';
import { type CommandSpec, command } from '../command.ts';
import { type Completion, complete, type Outline, SHELLS, type Suggestion, shellScript } from '../complete.ts';
import { type CommandContext, withCore } from '../context.ts';
import { EXIT } from '../exit-status.ts';
import { choiceIn } from '../run-options.ts';
import { oneLine } from '../text/visible.ts';
import { shorten } from '../text/write-whole.ts';

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
export const completionCommands = (outline: (words: CliWords) => Outline): readonly CommandSpec[] => [
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
