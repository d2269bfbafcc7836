/** Results of improving a skill, for a person. */

import type { CommandContext } from '../../../main/hosts/cli/command.ts';
import { printTable, right } from '../../../main/hosts/cli/text/table.ts';
import { oneLine, visible } from '../../../main/hosts/cli/text/visible.ts';
import type { Loop, LoopVersion, Optimised, SentenceShare } from '../improving.ts';
import { percent } from './eval-report.ts';

const share = ({ interval: [low, high] }: { readonly interval: readonly [number, number] }) =>
  `${percent(low)}–${percent(high)}`;
const points = (value: number): string => `${value < 0 ? '−' : '+'}${Math.round(Math.abs(value) * 100)}`;

export async function printVersions(
  context: Pick<CommandContext, 'words' | 'out' | 'columns'>,
  { versions, best }: Pick<Loop, 'versions' | 'best'>,
): Promise<void> {
  const { words } = context;
  const { improve } = words.evals;
  const rows = versions.map(({ number, parent, reason, figures }) => {
    const name = number === best ? `${number} (${improve.best})` : String(number);
    const from = parent === null ? '' : String(parent);
    if (figures === undefined) return [name, from, improve.unmeasured, '', '', '', oneLine(reason)];
    return [
      name,
      from,
      `${figures.passed}/${figures.of}`,
      share(figures),
      figures.difference === undefined ? '' : points(figures.difference.passed),
      words.number(Math.round(figures.tokens)),
      oneLine(reason),
    ];
  });
  const version = right(words.t('common.version').toUpperCase());
  await printTable(context, [version, 'madeOf', 'passed', 'interval', 'difference', 'tokens', 'reason'], rows);
}

/** Format of `diff -u`. */
export async function patchOf({ files }: Pick<LoopVersion, 'files'>): Promise<string> {
  const { createTwoFilesPatch } = await import('diff');
  return files
    .map(({ path, before, text }) => {
      const old = before === null ? '/dev/null' : `a/${path}`;
      const patch = createTwoFilesPatch(old, `b/${path}`, before ?? '', text, undefined, undefined, { context: 3 });
      return visible(patch.replace(/^={5,}\n/, ''));
    })
    .join('');
}

export async function printOptimised(context: CommandContext, found: Optimised): Promise<void> {
  const { words, out, note } = context;
  const { improve } = words.evals;
  const shown = (one: SentenceShare | undefined) => (one === undefined ? '' : `${one.right}/${one.of} (${share(one)})`);
  const rows = [found.current, ...found.proposals].map(({ description, training, heldOut }, index) => [
    index === 0 ? improve.current : index - 1 === found.best ? `${index} (${improve.best})` : String(index),
    shown(training),
    shown(heldOut),
    oneLine(description),
  ]);
  await printTable(context, ['version', 'training', 'heldOut', 'description'], rows);
  for (const message of found.errors) note(oneLine(message));
  const { difference, file } = found;
  if (difference === undefined || file === undefined) {
    await out.line(improve.noBest);
    return;
  }
  await out.write(await patchOf({ files: [file] }));
  const [low, high] = difference.interval;
  await out.line(improve.better(String(Math.round(difference.right * 100)), points(low), points(high)));
  await out.line(found.clear ? improve.clear : improve.unclear);
  if (found.sentencesNeeded !== undefined) await out.line(improve.needed(words.number(found.sentencesNeeded)));
}
