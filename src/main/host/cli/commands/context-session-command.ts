/** `skilldeck context ID --requests` and `--placements`: a session's requests, all of them. */
import type { SentRequestView } from '../../../../shared/context-views.ts';
import { type CommandContext, withCore } from '../context.ts';
import { EXIT } from '../exit-status.ts';
import type { GlobalOptions } from '../options/global-options.ts';
import { inJson } from '../text/answer.ts';
import { dollars } from '../text/context-figures.ts';
import { brokenPart } from '../text/context-tables.ts';
import { right, table } from '../text/table.ts';
import { oneLine } from '../text/visible.ts';

export async function contextRequests(
  context: CommandContext,
  sessionId: string,
  options: GlobalOptions,
): Promise<number> {
  const { words, out, note, columns } = context;
  const requests = await withCore(context, 'read', options, (client) => client.context.requests({ sessionId }));
  if (await inJson(context, options, { requests })) return EXIT.done;
  if (requests.length === 0) {
    note(words.views.noRequests);
    return EXIT.done;
  }
  const titles = words.views.columns;
  const shape = [
    right(titles.seq),
    titles.model,
    right(titles.estimated),
    right(titles.reported),
    right(titles.ratio),
    right(titles.cached),
    right(titles.kept),
    right(titles.cost),
    titles.broke,
  ];
  await out.write(
    table(
      shape,
      requests.map((request) => row(request, context)),
      columns,
    ),
  );
  return EXIT.done;
}

function row(request: SentRequestView, { words }: CommandContext): string[] {
  const { number, views } = words;
  const { seq, model, estimated, usage, prefix, cost, answered, purpose } = request;
  const optional = (value: number | undefined) => (value === undefined ? '' : number(value));
  const broke = prefix?.broke;
  const notes = [
    ...(purpose === 'summary' ? [views.summary] : []),
    ...(answered ? [] : [views.failed]),
    ...(broke === undefined ? [] : [brokenPart(broke) + (broke.seq === undefined ? '' : ` #${broke.seq}`)]),
  ];
  return [
    String(seq),
    oneLine(model),
    number(estimated),
    optional(usage?.promptTokens),
    usage === undefined ? '' : (usage.promptTokens / Math.max(1, estimated)).toFixed(2),
    optional(usage?.cachedPromptTokens),
    optional(prefix?.tokens),
    cost === undefined ? '' : `$${dollars(cost)}`,
    notes.join(', '),
  ];
}

export async function contextPlacements(
  context: CommandContext,
  sessionId: string,
  options: GlobalOptions,
): Promise<number> {
  const { words, out, note, columns } = context;
  const comparison = await withCore(context, 'read', options, (client) => client.context.placements({ sessionId }));
  if (await inJson(context, options, comparison)) return EXIT.done;
  const { number, views } = words;
  const titles = views.columns;
  const shape = [
    titles.placement,
    right(titles.requests),
    right(words.columns.tokens),
    right(titles.kept),
    right(titles.largest),
    right(titles.cost),
    '',
  ];
  const rows = comparison.placements.map(({ placement, requests, tokens, prefixKept, largest, cost }) => [
    placement,
    number(requests),
    number(tokens),
    share(prefixKept, tokens, number),
    number(largest),
    cost === undefined ? '' : `$${dollars(cost)}`,
    placement === comparison.current ? views.current : '',
  ]);
  await out.write(table(shape, rows, columns));
  if (rows.length === 1) note(views.onePlacement);
  return EXIT.done;
}

export function share(part: number, whole: number, number: (value: number) => string): string {
  return `${number(part)} (${((100 * part) / Math.max(1, whole)).toFixed(0)} %)`;
}
