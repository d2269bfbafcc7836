/** `skilldeck skills preview NAME`: what a skill costs, and how well it is found. No model is asked. */

import { type CommandContext, command, printJson, withCore } from '../../../main/hosts/cli/command.ts';
import { choiceIn, EXIT, oneOf, repeatable } from '../../../main/hosts/cli/run-options.ts';
import { dollars, share } from '../../../main/hosts/cli/text/context-tables.ts';
import { oneLine, table } from '../../../main/hosts/cli/text/print.ts';
import type { SkillPreview } from '../../../shared/context-views.ts';
import { DIALECTS, type Dialect } from '../../../shared/events.ts';

function previewText(preview: SkillPreview, chosen: readonly Dialect[], context: CommandContext): string {
  const { views } = context.words;
  const onlyOne = chosen.filter((dialect) => preview.dialects.filter((one) => one.dialect === dialect).length === 1);
  return [
    `${oneLine(preview.skill)}\n${views.counted(oneLine(preview.model), preview.encoding)}\n\n`,
    costTable(preview, context),
    `${views.sampleNote}\n`,
    onlyOne.length === 0 ? '' : `${views.oneOnly(onlyOne.join(', '))}\n`,
    refusals(preview, context),
    referenceTable(preview, context),
    triesTable(preview, context),
  ].join('');
}

function costTable({ dialects }: SkillPreview, context: CommandContext): string {
  const { number } = context.words;
  const phases = ['base', 'catalog', 'instructions', 'references', 'tools', 'sample'] as const;
  const shape = ['dialect', 'placement', ...phases, 'kept', 'cost'] as const;
  const rows = dialects.map(({ dialect, placement, base, phases, sample }) => [
    dialect,
    placement,
    number(base),
    number(phases.catalog),
    number(phases.instructions),
    number(phases.references.reduce((sum, { tokens }) => sum + tokens, 0)),
    number(phases.tools),
    number(sample.tokens),
    share(sample.prefixKept, sample.tokens, number),
    !sample.cost ? '' : `$${dollars(sample.cost)}`,
  ]);
  return table(context, shape, rows);
}

function refusals({ dialects }: SkillPreview, { words }: CommandContext): string {
  const lines = dialects.flatMap(({ dialect, placement, refused, phases }) => [
    ...(refused === undefined ? [] : [words.views.cannotLoad(`${dialect} ${placement}`, oneLine(refused))]),
    ...phases.references.flatMap((reference) =>
      reference.refused === undefined
        ? []
        : [words.views.cannotLoad(`${dialect} ${placement} ${oneLine(reference.path)}`, oneLine(reference.refused))],
    ),
  ]);
  return lines.map((line) => `${line}\n`).join('');
}

/** Uses the first dialect: another heading makes a token or two of difference. */
function referenceTable({ dialects: [first] }: SkillPreview, context: CommandContext): string {
  const { words } = context;
  const references = first?.phases.references ?? [];
  if (references.length === 0) return '';
  const rows = references.map(({ path, tokens }) => [words.number(tokens), oneLine(path)]);
  return `\n${table(context, ['tokens', 'file'], rows)}`;
}

function triesTable({ tries }: SkillPreview, context: CommandContext): string {
  if (tries.length === 0) return '';
  const { views } = context.words;
  const rows = tries.map(({ sentence, rank, of, best }) => [
    views.rank(rank, of),
    oneLine(sentence),
    best.map(({ skill, score }) => `${oneLine(skill)} (${score})`).join(', '),
  ]);
  return `\n${table(context, ['rank', 'sentence', 'best'], rows)}`;
}

const CHOICES = ['all', ...DIALECTS] as const;

export const skillsPreviewCommand = command({
  name: 'skills preview',
  help: ({ views }) => views.help.skillsPreview,
  args: { '<NAME>': ({ help }) => help.skillName },
  options: {
    '--dialect <NAME>': oneOf(({ views }) => views.help.dialects, CHOICES),
    '--try <SENTENCE>': repeatable(({ views }) => views.help.try),
    '--model <ID>': ({ views }) => views.help.model,
  },
  async run(context, [skill = ''], flags) {
    const { words, out } = context;
    const { dialect = 'all', try: tries, model, ...globals } = flags;
    const asked = choiceIn('--dialect', dialect, CHOICES, words);
    const chosen = asked === 'all' ? DIALECTS : [asked];
    const preview = await withCore(context, 'read', globals, (client) =>
      client.skills.preview({
        skill,
        dialects: [...chosen],
        ...(tries === undefined ? {} : { tries: [...tries] }),
        ...(model === undefined ? {} : { model }),
      }),
    );
    if (flags.json === true) await printJson(out, preview);
    else await out.write(previewText(preview, chosen, context));
    return EXIT.done;
  },
});
