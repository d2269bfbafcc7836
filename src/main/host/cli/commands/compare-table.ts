/** `skilldeck sessions compare A B C…`: a row for each session, then a row for each turn. */
import { MAX_COMPARED } from '../../../../shared/review.ts';
import { type CommandContext, withCore } from '../context.ts';
import { EXIT, UsageError } from '../exit-status.ts';
import type { GlobalOptions } from '../options/global-options.ts';
import { inJson } from '../text/answer.ts';
import { dollars } from '../text/context-figures.ts';
import { right, table } from '../text/table.ts';
import { oneLine } from '../text/visible.ts';

/** A column's letter: A for the first. */
const letter = (index: number): string => String.fromCharCode(65 + index);

export async function compareTable(
  context: CommandContext,
  sessionIds: readonly string[],
  flags: GlobalOptions,
): Promise<number> {
  const { words, out, columns } = context;
  if (sessionIds.length > MAX_COMPARED) throw new UsageError(words.usage.excessPlain);
  const found = await withCore(context, 'read', flags, (client) =>
    client.review.compareMany({ sessionIds: [...sessionIds] }),
  );
  if (await inJson(context, flags, found)) return EXIT.done;
  const { number, seconds, review } = words;
  const titles = { ...words.columns, ...review.columns };
  const settings = Object.entries(found.settings);
  const letters = found.sessions.map((_, index) => letter(index));
  await out.line(settings.length === 0 ? review.sameSettings : review.otherSettings);
  if (settings.length > 0) {
    const shape = [titles.setting, ...letters];
    const shown = (value: string | number | null) => (value === null ? '–' : oneLine(String(value)));
    const rows = settings.map(([name, values]) => [oneLine(name), ...values.map(shown)]);
    await out.write(`${table(shape, rows, columns)}\n`);
  }
  const shape = [
    '',
    titles.id,
    titles.model,
    ...[titles.turns, titles.requests, titles.tokens, titles.cost, titles.took, titles.errors].map(right),
    titles.outcome,
    titles.title,
  ];
  const rows = found.sessions.map((one, index) => [
    letter(index),
    one.session,
    oneLine(one.model),
    number(one.turns),
    number(one.requests),
    number(one.promptTokens + one.completionTokens),
    one.cost === undefined ? review.noPrice : dollars(one.cost),
    seconds(one.ms),
    number(one.errors),
    one.outcome,
    oneLine(one.title) || words.sessions.untitled,
  ]);
  await out.write(table(shape, rows, columns));
  if (found.turns.length === 0) return EXIT.done;
  // Tokens and outcome of each session's turn.
  const turnShape = [...letters.map(right), titles.what];
  const turnRows = found.turns.map(({ text, cells }) => [
    ...cells.map((cell) => (cell === null ? '–' : `${number(cell.tokens)} ${cell.outcome}`)),
    oneLine(text),
  ]);
  await out.write(`\n${table(turnShape, turnRows, columns)}`);
  return EXIT.done;
}
