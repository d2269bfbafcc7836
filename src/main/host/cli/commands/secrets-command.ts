/** `skilldeck secrets set|list|remove`: what the person gives to the scripts of one skill. */

import { readValue } from '../ask/read-value.ts';
import { command } from '../command.ts';
import { printJson, withCore } from '../context.ts';
import { EXIT, UsageError } from '../exit-status.ts';
import { inJson, printTable } from '../text/answer.ts';
import { oneLine } from '../text/visible.ts';

export const secretsCommands = [
  command({
    name: 'secrets set',
    help: ({ secrets }) => secrets.help.set,
    args: { '<SKILL>': ({ help }) => help.skillName, '<NAME>': ({ secrets }) => secrets.help.name },
    async run(context, [skill = '', name = ''], flags) {
      const { out, note, words, deps } = context;
      const value = await readValue(deps.terminal, words.secrets.prompt(oneLine(skill), oneLine(name)));
      if (value === '') throw new UsageError(words.secrets.empty);
      const set = await withCore(context, 'read', flags, (client) => client.secrets.set({ skill, name, value }));
      if (flags.json === true) await printJson(out, { skill, name, ...set });
      else {
        note(oneLine(words.secrets.given(skill, name)));
        note(oneLine(set.reach.length === 0 ? words.secrets.noReach : words.secrets.reach(set.reach.join(', '))));
        if (!set.asksFor) note(oneLine(words.secrets.notAsked(skill, name)));
      }
      return EXIT.done;
    },
  }),
  command({
    name: 'secrets list',
    help: ({ secrets }) => secrets.help.list,
    async run(context, _args, flags) {
      const { words } = context;
      const secrets = await withCore(context, 'read', flags, (client) => client.secrets.list({}));
      if (await inJson(context, flags, { secrets })) return EXIT.done;
      const titles = words.secrets.columns;
      const rows = secrets.map(({ skill, name, reach, at, usable }) => [
        oneLine(skill),
        oneLine(name),
        words.when(at),
        usable ? '' : words.secrets.lapsed,
        oneLine(reach.join(', ')),
      ]);
      const shape = [titles.skill, titles.name, titles.since, titles.state, titles.reach];
      await printTable(context, shape, rows, words.secrets.none);
      return EXIT.done;
    },
  }),
  command({
    name: 'secrets remove',
    help: ({ secrets }) => secrets.help.remove,
    args: { '<SKILL>': ({ help }) => help.skillName, '<NAME>': ({ secrets }) => secrets.help.name },
    async run(context, [skill = '', name = ''], flags) {
      const { out, note, words } = context;
      const { removed } = await withCore(context, 'read', flags, (client) => client.secrets.remove({ skill, name }));
      if (flags.json === true) await printJson(out, { skill, name, removed });
      else note(oneLine(removed ? words.secrets.removed(skill, name) : words.secrets.noSuch(skill, name)));
      return removed ? EXIT.done : EXIT.error;
    },
  }),
];
