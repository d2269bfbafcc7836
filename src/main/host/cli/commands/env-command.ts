/** `skilldeck env list|create|switch|remove|restore`. */

import { command } from '../command.ts';
import { withCore } from '../context.ts';
import { EXIT } from '../exit-status.ts';
import { inJson, told } from '../text/answer.ts';
import { right, table } from '../text/table.ts';
import { oneLine } from '../text/visible.ts';

export const envCommands = [
  command({
    name: 'env list',
    help: ({ env }) => env.help.list,
    async run(context, _args, flags) {
      const { words, out, columns } = context;
      const view = await withCore(context, 'read', flags, (client) => client.environments.list({}));
      if (await inJson(context, flags, view)) return EXIT.done;
      const { env } = words;
      const titles = env.columns;
      const rows = view.environments.map(({ name, folder, skills }) => [
        name,
        name === view.current ? env.current : '',
        words.number(skills),
        oneLine(folder ?? env.noFolder),
      ]);
      const shape = [titles.environment, titles.current, right(titles.skills), titles.folder];
      await out.write(table(shape, rows, columns));
      const agents = view.agents.map(({ name }) => (name === view.agent ? `${name}*` : name)).join(', ');
      const models = view.models.map(({ name }) => name).join(', ');
      if (agents !== '') await out.line(oneLine(env.agents(agents)));
      if (models !== '') await out.line(oneLine(env.models(models)));
      return EXIT.done;
    },
  }),
  command({
    name: 'env create',
    help: ({ env }) => env.help.create,
    args: { '<NAME>': ({ env }) => env.help.name },
    options: {
      '--from <OTHER>': ({ env }) => env.help.from,
    },
    async run(context, [name = ''], flags) {
      const { from } = flags;
      const view = await withCore(context, 'write', flags, ({ environments }) =>
        from === undefined ? environments.create({ name }) : environments.copy({ from, name }),
      );
      const folder = view.environments.find((one) => one.name === name)?.folder ?? '';
      return told(context, flags, view, context.words.env.created(name, folder));
    },
  }),
  command({
    name: 'env switch',
    help: ({ env }) => env.help.switch,
    args: { '<NAME>': ({ env }) => env.help.name },
    async run(context, [name = ''], flags) {
      const view = await withCore(context, 'write', flags, (client) => client.environments.switch({ name }));
      return told(context, flags, view, context.words.env.switched(name));
    },
  }),
  command({
    name: 'env remove',
    help: ({ env }) => env.help.remove,
    args: { '<NAME>': ({ env }) => env.help.name },
    async run(context, [name = ''], flags) {
      const removed = await withCore(context, 'write', flags, (client) => client.environments.remove({ name }));
      return told(context, flags, { name, ...removed }, context.words.env.removed(name));
    },
  }),
  command({
    name: 'env restore',
    help: ({ env }) => env.help.restore,
    args: { '<NAME>': ({ env }) => env.help.name },
    async run(context, [what = ''], flags) {
      const view = await withCore(context, 'write', flags, (client) => client.environments.restore({ what }));
      return told(context, flags, view, context.words.env.restored(what));
    },
  }),
];
