/** `skilldeck trust [DIR]`: uses the skills of a project's folder as they are now, or with `--remove` no longer. */
import path from 'node:path';
import {
  type CommandContext,
  type CoreClient,
  command,
  inJson,
  printJson,
  readValue,
  told,
  withCore,
} from '../../main/hosts/cli/command.ts';
import {
  EXIT,
  type GlobalOptions,
  MODEL_OPTIONS,
  type ModelFlags,
  readEndpoint,
  readModelOptions,
  UsageError,
} from '../../main/hosts/cli/run-options.ts';
import { oneLine, printTable } from '../../main/hosts/cli/text/print.ts';
import type { ModelList, ModelTest } from '../../shared/contract.ts';
import { failureReason } from '../../shared/messages/run-failure.ts';

// `skilldeck models list|test`.

function testLines(test: ModelTest, { words: { models, number, language } }: CommandContext): string[] {
  const { ok, wire, steps, limits, proxy, models: offered } = test;
  return [
    ...steps.map((step) => {
      const { message } = step;
      const said = message === undefined ? '' : `: ${oneLine(failureReason(language, { ...step, message }))}`;
      return `${step.ok ? '✓' : '✗'} ${models.step(step.name)}${said}`;
    }),
    ...(ok ? [oneLine(failureReason(language, test)), models.wire(wire)] : []),
    ...(proxy === undefined ? [] : [models.proxied(oneLine(proxy))]),
    ...(limits.refuses === undefined ? [] : [models.refuses(oneLine(limits.refuses.join(', ')))]),
    ...(limits.maxContext === undefined ? [] : [models.holds(number(limits.maxContext))]),
    ...(ok || offered.length === 0 ? [] : [models.offered(oneLine(offered.slice(0, MOST_NAMES).join(', ')))]),
  ];
}

/** Some providers offer hundreds. */
const MOST_NAMES = 10;

interface ModelRow {
  readonly id: string;
  readonly from: string;
  readonly context: number | undefined;
  readonly output: number | undefined;
  /** The day on which it was retired. */
  readonly note?: string | undefined;
}

function rowsOf(list: ModelList, from: Readonly<Record<'named' | 'endpoint' | 'table', string>>): ModelRow[] {
  const row = (
    id: string,
    source: string,
    { maxContext, maxOutput }: ModelList['offered'][number] | ModelList['named'][number],
  ) => ({
    id,
    from: source,
    context: maxContext,
    output: maxOutput,
  });
  return [
    ...list.named.map((one) => row(one.name === one.model ? one.name : `${one.name} (${one.model})`, from.named, one)),
    ...list.offered.map((one) => row(one.id, from.endpoint, one)),
    ...list.table.models.map(({ id, context, maxOutput, retired }) => ({
      id,
      from: from.table,
      context,
      output: maxOutput,
      note: retired,
    })),
  ];
}

/** Options override the settings for this command. @throws UsageError */
function given({ deps, words }: CommandContext, flags: GlobalOptions & ModelFlags) {
  const { env } = deps.terminal;
  readEndpoint(flags, env, words);
  const { baseUrl, apiKeyEnv, model } = flags;
  return { ...flags, model: { baseUrl, apiKeyEnv, model, ...readModelOptions(flags, env, words) }, asks: false };
}

export const modelsCommands = [
  command({
    name: 'models list',
    help: ({ models }) => models.help.list,
    options: MODEL_OPTIONS,
    async run(context, _args, flags) {
      const { words, out, note } = context;
      const list = await withCore(context, 'read', given(context, flags), (client) => client.settings.models({}));
      if (await inJson(context, flags, list)) return EXIT.done;
      const { models, number } = words;
      const figure = (value: number | undefined) => (value === undefined ? '' : number(value));
      await printTable(
        context,
        ['model', 'from', 'context', 'output', 'note'],
        rowsOf(list, models.from).map(({ id, from, context: window, output, note: said = '' }) => [
          oneLine(id),
          from,
          figure(window),
          figure(output),
          said === '' ? '' : models.retired(said),
        ]),
      );
      await out.line(models.age(list.table.checked));
      const { error, reason, figures: facts } = list;
      if (error !== undefined) note(oneLine(failureReason(words.language, { message: error, reason, figures: facts })));
      return EXIT.done;
    },
  }),
  command({
    name: 'models test',
    help: ({ models }) => models.help.test,
    options: MODEL_OPTIONS,
    async run(context, _args, flags) {
      const { out } = context;
      context.note(context.words.models.testing);
      const test = await withCore(context, 'read', given(context, flags), (client) => client.settings.testModel({}));
      const status = test.ok ? EXIT.done : EXIT.model;
      if (flags.json === true) {
        await printJson(out, { ...test, proxy: test.proxy ?? null });
        return status;
      }
      for (const line of testLines(test, context)) await out.line(line);
      return status;
    },
  }),
];

/** A command that changes the environment whose name it is given. */
const envCommand = (
  verb: 'switch' | 'remove' | 'restore',
  said: 'switched' | 'removed' | 'restored',
  change: (client: CoreClient, name: string) => Promise<object>,
) =>
  command({
    name: `env ${verb}`,
    help: ({ env }) => env.help[verb],
    args: { '<NAME>': ({ env }) => env.help.name },
    async run(context, [name = ''], flags) {
      const view = await withCore(context, 'write', flags, (client) => change(client, name));
      return told(context, flags, view, context.words.env[said](name));
    },
  });

/** `skilldeck env list|create|switch|remove|restore`. */
export const envCommands = [
  command({
    name: 'env list',
    help: ({ env }) => env.help.list,
    async run(context, _args, flags) {
      const { words, out } = context;
      const view = await withCore(context, 'read', flags, (client) => client.environments.list({}));
      if (await inJson(context, flags, view)) return EXIT.done;
      const { env } = words;
      const rows = view.environments.map(({ name, folder, skills }) => [
        name,
        name === view.current ? env.current : '',
        words.number(skills),
        oneLine(folder ?? env.noFolder),
      ]);
      await printTable(context, ['environment', 'inUse', 'skills', 'folder'], rows);
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
    options: { '--from <OTHER>': ({ env }) => env.help.from },
    async run(context, [name = ''], flags) {
      const { from } = flags;
      const view = await withCore(context, 'write', flags, ({ environments }) =>
        from === undefined ? environments.create({ name }) : environments.copy({ from, name }),
      );
      const folder = view.environments.find((one) => one.name === name)?.folder ?? '';
      return told(context, flags, view, context.words.env.created(name, folder));
    },
  }),
  envCommand('switch', 'switched', ({ environments }, name) => environments.switch({ name })),
  envCommand('remove', 'removed', async ({ environments }, name) => ({
    name,
    ...(await environments.remove({ name })),
  })),
  envCommand('restore', 'restored', ({ environments }, what) => environments.restore({ what })),
];

/** `skilldeck secrets set|list|remove`: what the person gives to the scripts of one skill. */
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
      const rows = secrets.map(({ skill, name, reach, at, usable }) => [
        oneLine(skill),
        oneLine(name),
        words.when(at),
        usable ? '' : words.secrets.lapsed,
        oneLine(reach.join(', ')),
      ]);
      await printTable(context, ['skill', 'name', 'given', 'state', 'reach'], rows, words.secrets.none);
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

async function trust(
  context: CommandContext,
  dir: string | undefined,
  flags: GlobalOptions & { readonly remove?: boolean },
): Promise<number> {
  const { words } = context;
  const folder = path.resolve(dir ?? '.');
  const trusted = flags.remove === true ? null : true;
  const view = await withCore(context, 'read', flags, (client) => client.trust.set({ dir: folder, trusted }));
  return told(
    context,
    flags,
    { folder, trusted: trusted === true, folders: view.folders },
    trusted === true ? words.trust.trusted(folder) : words.trust.withdrawn(folder),
  );
}

export const trustCommand = command({
  name: 'trust',
  help: ({ trust }) => trust.help.trust,
  args: { '[DIR]': ({ trust }) => trust.help.dir },
  options: { '--remove': ({ trust }) => trust.help.remove },
  run: (context, [dir], flags) => trust(context, dir, flags),
});
