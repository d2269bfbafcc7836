/** `skilldeck secrets set|list|remove`: what the person gives to the scripts of one skill. */

import { readValue } from '../ask/read-value.ts';
import { command } from '../command.ts';
import { type CommandContext, printJson, withCore } from '../context.ts';
import { EXIT, UsageError } from '../exit-status.ts';
import type { GlobalOptions } from '../options/global-options.ts';
import { table } from '../text/table.ts';
import { oneLine } from '../text/visible.ts';

async function secretsSet(context: CommandContext, skill: string, name: string, flags: GlobalOptions): Promise<number> {
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
}

async function secretsList(context: CommandContext, flags: GlobalOptions): Promise<number> {
  const { out, words, columns } = context;
  const secrets = await withCore(context, 'read', flags, (client) => client.secrets.list({}));
  if (flags.json === true) {
    await printJson(out, { secrets });
    return EXIT.done;
  }
  const titles = words.secrets.columns;
  const rows = secrets.map(({ skill, name, reach, at, usable }) => [
    oneLine(skill),
    oneLine(name),
    words.when(at),
    usable ? '' : words.secrets.lapsed,
    oneLine(reach.join(', ')),
  ]);
  const shape = [titles.skill, titles.name, titles.since, titles.state, titles.reach].map((title) => ({ title }));
  if (rows.length === 0) await out.line(words.secrets.none);
  else await out.write(table(shape, rows, columns));
  return EXIT.done;
}

async function secretsRemove(
  context: CommandContext,
  skill: string,
  name: string,
  flags: GlobalOptions,
): Promise<number> {
  const { out, note, words } = context;
  const { removed } = await withCore(context, 'read', flags, (client) => client.secrets.remove({ skill, name }));
  if (flags.json === true) await printJson(out, { skill, name, removed });
  else note(oneLine(removed ? words.secrets.removed(skill, name) : words.secrets.noSuch(skill, name)));
  return removed ? EXIT.done : EXIT.error;
}

export const secretsCommands = [
  command({
    name: 'secrets set',
    help: ({ secrets }) => secrets.help.set,
    args: { '<SKILL>': ({ help }) => help.skillName, '<NAME>': ({ secrets }) => secrets.help.name },
    run: (context, [skill = '', name = ''], flags) => secretsSet(context, skill, name, flags),
  }),
  command({
    name: 'secrets list',
    help: ({ secrets }) => secrets.help.list,
    run: (context, _args, flags) => secretsList(context, flags),
  }),
  command({
    name: 'secrets remove',
    help: ({ secrets }) => secrets.help.remove,
    args: { '<SKILL>': ({ help }) => help.skillName, '<NAME>': ({ secrets }) => secrets.help.name },
    run: (context, [skill = '', name = ''], flags) => secretsRemove(context, skill, name, flags),
  }),
];
