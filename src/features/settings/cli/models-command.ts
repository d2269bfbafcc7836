/** `skilldeck models list|test`. */

import { command } from '../../../main/hosts/cli/command.ts';
import { type CommandContext, printJson, withCore } from '../../../main/hosts/cli/context.ts';
import { EXIT } from '../../../main/hosts/cli/exit-status.ts';
import {
  type GlobalOptions,
  MODEL_OPTIONS,
  type ModelFlags,
  readEndpoint,
  readModelOptions,
} from '../../../main/hosts/cli/run-options.ts';
import { inJson } from '../../../main/hosts/cli/text/progress.ts';
import { oneLine } from '../../../main/hosts/cli/text/visible.ts';
import { right, table } from '../../../main/hosts/cli/text/write-whole.ts';
import type { ModelList, ModelTest } from '../../../shared/contract.ts';
import { failureReason } from '../../../shared/messages/run-failure.ts';

function testLines(test: ModelTest, { words: { models, number, language } }: CommandContext): string[] {
  const { ok, wire, steps, limits, models: offered } = test;
  return [
    ...steps.map((step) => {
      const { message } = step;
      const said = message === undefined ? '' : `: ${oneLine(failureReason(language, { ...step, message }))}`;
      return `${step.ok ? '✓' : '✗'} ${models.step(step.name)}${said}`;
    }),
    ...(ok ? [oneLine(failureReason(language, test)), models.wire(wire)] : []),
    ...(limits.maxContext === undefined ? [] : [models.holds(number(limits.maxContext))]),
    ...(ok || offered.length === 0 ? [] : [models.offered(oneLine(offered.slice(0, MOST_NAMES).join(', ')))]),
  ];
}

/** Some providers offer hundreds. */
const MOST_NAMES = 10;

interface Row {
  readonly id: string;
  readonly from: string;
  readonly context: number | undefined;
  readonly output: number | undefined;
  /** The day on which it was retired. */
  readonly note?: string | undefined;
}

function rowsOf(list: ModelList, from: Readonly<Record<'named' | 'endpoint' | 'table', string>>): Row[] {
  return [
    ...list.named.map(({ name, model }) => ({
      id: name === model ? name : `${name} (${model})`,
      from: from.named,
      context: undefined,
      output: undefined,
    })),
    ...list.offered.map(({ id, maxContext, maxOutput }) => ({
      id,
      from: from.endpoint,
      context: maxContext,
      output: maxOutput,
    })),
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
      const { words, out, columns, note } = context;
      const list = await withCore(context, 'read', given(context, flags), (client) => client.settings.models({}));
      if (await inJson(context, flags, list)) return EXIT.done;
      const { models, number } = words;
      const figure = (value: number | undefined) => (value === undefined ? '' : number(value));
      const shape = [
        models.columns.model,
        models.columns.from,
        right(models.columns.context),
        right(models.columns.output),
        models.columns.note,
      ];
      await out.write(
        table(
          shape,
          rowsOf(list, models.from).map(({ id, from, context: window, output, note: said = '' }) => [
            oneLine(id),
            from,
            figure(window),
            figure(output),
            said === '' ? '' : models.retired(said),
          ]),
          columns,
        ),
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
      const test = await withCore(context, 'read', given(context, flags), (client) => client.settings.testModel({}));
      const status = test.ok ? EXIT.done : EXIT.model;
      if (flags.json === true) {
        await printJson(out, test);
        return status;
      }
      for (const line of testLines(test, context)) await out.line(line);
      return status;
    },
  }),
];
