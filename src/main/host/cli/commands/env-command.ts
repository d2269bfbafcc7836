/** `skilldeck env list|create|switch|remove|restore`. */

import type { EnvironmentsView } from '../../../../shared/environments.ts';
import { command } from '../command.ts';
import { type CommandContext, printJson, withCore } from '../context.ts';
import { EXIT } from '../exit-status.ts';
import type { GlobalOptions } from '../options/global-options.ts';
import type { FlagsOf, Options } from '../options/option-types.ts';
import { table } from '../text/table.ts';
import { oneLine } from '../text/visible.ts';

const CREATE_OPTIONS = {
  '--from <OTHER>': ({ env }) => env.help.from,
} as const satisfies Options;
type EnvCreateFlags = FlagsOf<typeof CREATE_OPTIONS> & GlobalOptions;

async function envList(context: CommandContext, flags: GlobalOptions): Promise<number> {
  const { words, out, columns } = context;
  const view = await withCore(context, 'read', flags, (client) => client.environments.list({}));
  if (flags.json === true) {
    await printJson(out, view);
    return EXIT.done;
  }
  const { env } = words;
  const titles = env.columns;
  const rows = view.environments.map(({ name, folder, skills }) => [
    name,
    name === view.current ? env.current : '',
    words.number(skills),
    oneLine(folder ?? env.noFolder),
  ]);
  const shape = [
    { title: titles.environment },
    { title: titles.current },
    { title: titles.skills, align: 'right' as const },
    { title: titles.folder },
  ];
  await out.write(table(shape, rows, columns));
  const agents = view.agents.map(({ name }) => (name === view.agent ? `${name}*` : name)).join(', ');
  const models = view.models.map(({ name }) => name).join(', ');
  if (agents !== '') await out.line(oneLine(env.agents(agents)));
  if (models !== '') await out.line(oneLine(env.models(models)));
  return EXIT.done;
}

async function envCreate(context: CommandContext, name: string, flags: EnvCreateFlags): Promise<number> {
  const { from } = flags;
  const view = await withCore(context, 'write', flags, ({ environments }) =>
    from === undefined ? environments.create({ name }) : environments.copy({ from, name }),
  );
  const folder = view.environments.find((one) => one.name === name)?.folder ?? '';
  return told(context, flags, view, context.words.env.created(name, folder));
}

async function envSwitch(context: CommandContext, name: string, flags: GlobalOptions): Promise<number> {
  const view = await withCore(context, 'write', flags, (client) => client.environments.switch({ name }));
  return told(context, flags, view, context.words.env.switched(name));
}

async function envRemove(context: CommandContext, name: string, flags: GlobalOptions): Promise<number> {
  const removed = await withCore(context, 'write', flags, (client) => client.environments.remove({ name }));
  return told(context, flags, { name, ...removed }, context.words.env.removed(name));
}

async function envRestore(context: CommandContext, what: string, flags: GlobalOptions): Promise<number> {
  const view = await withCore(context, 'write', flags, (client) => client.environments.restore({ what }));
  return told(context, flags, view, context.words.env.restored(what));
}

async function told(
  { out, note }: CommandContext,
  flags: GlobalOptions,
  answer: EnvironmentsView | { readonly name: string; readonly entry: string },
  words: string,
): Promise<number> {
  if (flags.json === true) await printJson(out, answer);
  else note(oneLine(words));
  return EXIT.done;
}

export const envCommands = [
  command({
    name: 'env list',
    help: ({ env }) => env.help.list,
    run: (context, _args, flags) => envList(context, flags),
  }),
  command({
    name: 'env create',
    help: ({ env }) => env.help.create,
    args: { '<NAME>': ({ env }) => env.help.name },
    options: CREATE_OPTIONS,
    run: (context, [name = ''], flags) => envCreate(context, name, flags),
  }),
  command({
    name: 'env switch',
    help: ({ env }) => env.help.switch,
    args: { '<NAME>': ({ env }) => env.help.name },
    run: (context, [name = ''], flags) => envSwitch(context, name, flags),
  }),
  command({
    name: 'env remove',
    help: ({ env }) => env.help.remove,
    args: { '<NAME>': ({ env }) => env.help.name },
    run: (context, [name = ''], flags) => envRemove(context, name, flags),
  }),
  command({
    name: 'env restore',
    help: ({ env }) => env.help.restore,
    args: { '<NAME>': ({ env }) => env.help.name },
    run: (context, [name = ''], flags) => envRestore(context, name, flags),
  }),
];
