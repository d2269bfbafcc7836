/** `skilldeck models`, `env`, `secrets` and `trust`. */
import path from 'node:path';
import { asking, type CommandContext, type CoreClient } from '../../main/hosts/cli/command.ts';
import {
  EXIT,
  MODEL_OPTIONS,
  type ModelFlags,
  readEndpoint,
  readModelOptions,
} from '../../main/hosts/cli/run-options.ts';
import { oneLine, printTable } from '../../main/hosts/cli/text/print.ts';
import type { ModelList, ModelTest } from '../../shared/contract.ts';
import { failureReason } from '../../shared/messages/failure.ts';

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
  type Listed = ModelList['offered'][number] | ModelList['named'][number];
  const row = (id: string, source: string, { maxContext, maxOutput }: Listed) => ({
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
function given(flags: ModelFlags, { deps, words }: CommandContext) {
  const { env } = deps.terminal;
  readEndpoint(flags, env, words);
  const { baseUrl, apiKeyEnv, model } = flags;
  return { model: { baseUrl, apiKeyEnv, model, ...readModelOptions(flags, env, words) }, asks: false };
}

export const modelsCommands = [
  asking({
    name: 'models list',
    options: MODEL_OPTIONS,
    core: given,
    ask: (client) => client.settings.models({}),
    async say(list, context) {
      const { words, out, note } = context;
      const { models, number, language } = words;
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
      const { error: message, reason, figures } = list;
      if (message !== undefined) note(oneLine(failureReason(language, { message, reason, figures })));
    },
  }),
  asking({
    name: 'models test',
    options: MODEL_OPTIONS,
    core: given,
    ask(client, _args, _flags, { note, words }) {
      note(words.models.testing);
      return client.settings.testModel({});
    },
    json: (test) => ({ ...test, proxy: test.proxy ?? null }),
    async say(test, context) {
      for (const line of testLines(test, context)) await context.out.line(line);
    },
    status: ({ ok }) => (ok ? EXIT.done : EXIT.model),
  }),
];

/** A command that changes the environment whose name it is given. */
const envCommand = (
  verb: 'switch' | 'remove' | 'restore',
  said: 'switched' | 'removed' | 'restored',
  change: (client: CoreClient, name: string) => Promise<object>,
) =>
  asking({
    name: `env ${verb}`,
    args: { '<NAME>': ({ env }) => env.help.name },
    access: 'write',
    ask: (client, [name = '']) => change(client, name),
    say: (_view, { words }, [name = '']) => words.env[said](name),
  });

/** `skilldeck env list|create|switch|remove|restore`. */
export const envCommands = [
  asking({
    name: 'env list',
    ask: (client) => client.environments.list({}),
    async say(view, context) {
      const { words, out } = context;
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
    },
  }),
  asking({
    name: 'env create',
    args: { '<NAME>': ({ env }) => env.help.name },
    options: { '--from <OTHER>': ({ env }) => env.help.from },
    access: 'write',
    ask: ({ environments }, [name = ''], { from }) =>
      from === undefined ? environments.create({ name }) : environments.copy({ from, name }),
    say(view, { words }, [name = '']) {
      const folder = view.environments.find((one) => one.name === name)?.folder ?? '';
      return words.env.created(name, folder);
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
  asking({
    name: 'secrets set',
    args: { '<SKILL>': ({ help }) => help.skillName, '<NAME>': ({ secrets }) => secrets.help.name },
    typed: ({ secrets }, [skill = '', name = '']) => secrets.prompt(oneLine(skill), oneLine(name)),
    ask: async (client, [skill = '', name = ''], _flags, { typed: value }) => ({
      skill,
      name,
      ...(await client.secrets.set({ skill, name, value })),
    }),
    say({ skill, name, reach, asksFor }, { note, words: { secrets } }) {
      note(oneLine(secrets.given(skill, name)));
      note(oneLine(reach.length === 0 ? secrets.noReach : secrets.reach(reach.join(', '))));
      return asksFor ? undefined : secrets.notAsked(skill, name);
    },
  }),
  asking({
    name: 'secrets list',
    ask: async (client) => ({ secrets: await client.secrets.list({}) }),
    async say({ secrets }, context) {
      const { words } = context;
      const rows = secrets.map(({ skill, name, reach, at, usable }) => [
        oneLine(skill),
        oneLine(name),
        words.when(at),
        usable ? '' : words.secrets.lapsed,
        oneLine(reach.join(', ')),
      ]);
      await printTable(context, ['skill', 'name', 'since', 'state', 'reach'], rows, words.secrets.none);
    },
  }),
  asking({
    name: 'secrets remove',
    args: { '<SKILL>': ({ help }) => help.skillName, '<NAME>': ({ secrets }) => secrets.help.name },
    ask: async (client, [skill = '', name = '']) => ({
      skill,
      name,
      removed: (await client.secrets.remove({ skill, name })).removed,
    }),
    say: ({ skill, name, removed }, { words: { secrets } }) =>
      removed ? secrets.removed(skill, name) : secrets.noSuch(skill, name),
    status: ({ removed }) => (removed ? EXIT.done : EXIT.error),
  }),
];

/** `skilldeck trust [DIR]`: uses the skills of a project's folder as they are now, or with `--remove` no longer. */
export const trustCommand = asking({
  name: 'trust',
  args: { '[DIR]': ({ trust }) => trust.help.dir },
  options: { '--remove': ({ trust }) => trust.help.remove },
  async ask(client, [dir = '.'], { remove = false }) {
    const folder = path.resolve(dir);
    const { folders } = await client.trust.set({ dir: folder, trusted: remove ? null : true });
    return { folder, trusted: !remove, folders };
  },
  say: ({ folder, trusted }, { words: { trust } }) => (trusted ? trust.trusted(folder) : trust.withdrawn(folder)),
});
