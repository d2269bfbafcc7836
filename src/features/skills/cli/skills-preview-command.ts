/** `skilldeck skills preview NAME`: what a skill costs, and how well it is found. No model is asked. */

import { asking, type CommandContext } from '../../../main/hosts/cli/command.ts';
import { oneOf, repeatable } from '../../../main/hosts/cli/run-options.ts';
import { oneLine, table } from '../../../main/hosts/cli/text/print.ts';
import type { SkillPreview } from '../../../shared/context-views.ts';
import { defined } from '../../../shared/defined.ts';
import { DIALECTS, type Dialect } from '../../../shared/events.ts';

function previewText(preview: SkillPreview, chosen: readonly Dialect[], context: CommandContext): string {
  const { views } = context.words;
  const onlyOne = chosen.filter((dialect) => preview.dialects.filter((one) => one.dialect === dialect).length === 1);
  return [
    `${oneLine(preview.skill)}\n${views.counted(oneLine(preview.model), preview.encoding)}\n\n`,
    costTable(preview, context),
    onlyOne.length === 0 ? '' : `${views.oneOnly(onlyOne.join(', '))}\n`,
    refusals(preview, context),
    referenceTable(preview, context),
    triesTable(preview, context),
  ].join('');
}

function costTable({ dialects }: SkillPreview, context: CommandContext): string {
  const { number } = context.words;
  const phases = ['base', 'catalog', 'instructions', 'references', 'tools'] as const;
  const shape = ['dialect', 'placement', ...phases] as const;
  const rows = dialects.map(({ dialect, placement, base, phases }) => [
    dialect,
    placement,
    number(base),
    number(phases.catalog),
    number(phases.instructions),
    number(phases.references.reduce((sum, { tokens }) => sum + tokens, 0)),
    number(phases.tools),
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

export const skillsPreviewCommand = asking({
  name: 'skills preview',
  args: { '<NAME>': ({ help }) => help.skillName },
  options: {
    '--dialect <NAME>': oneOf(({ views }) => views.help.dialects, ['all', ...DIALECTS]),
    '--try <SENTENCE>': repeatable(({ views }) => views.help.try),
    '--model <ID>': ({ views }) => views.help.model,
  },
  ask: (client, [skill = ''], { dialect = 'all', try: tries, model }) =>
    client.skills.preview({ skill, dialects: chosenBy(dialect), ...defined({ tries, model }) }),
  say: (preview, context, _args, { dialect = 'all' }) =>
    context.out.write(previewText(preview, chosenBy(dialect), context)),
});

const chosenBy = (dialect: Dialect | 'all'): Dialect[] => (dialect === 'all' ? [...DIALECTS] : [dialect]);
