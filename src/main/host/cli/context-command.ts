/** `skilldeck context ID [--at SEQ]`: the exact request, with its token table. */
import type { ContextView } from '../../../shared/contract.ts';
import { type CommandContext, printJson, withCore } from './context.ts';
import { figureLines } from './context-figures.ts';
import { EXIT, UsageError } from './exit-status.ts';
import type { GlobalOptions } from './global-options.ts';
import { table } from './table.ts';
import { oneLine, visible } from './visible.ts';

export async function contextCommand(
  context: CommandContext,
  sessionId: string,
  options: GlobalOptions & { readonly at?: string },
): Promise<number> {
  const { words, out } = context;
  const { at } = options;
  if (at !== undefined && !/^[1-9]\d{0,14}$/.test(at)) throw new UsageError(words.usage.wholeNumber('--at', at, 1));
  const input = at === undefined ? { sessionId } : { sessionId, at: Number(at) };
  const view = await withCore(context, 'read', options, (client) => client.context.show(input));
  // `json` is the body byte for byte, over which `sha256` is taken; `request` is the same, to look into.
  if (options.json === true) await printJson(out, { request: JSON.parse(view.json), ...view });
  else await out.write(`${visible(JSON.stringify(JSON.parse(view.json), null, 2))}\n\n${tokenTable(view, context)}`);
  return EXIT.done;
}

function tokenTable(view: ContextView, context: CommandContext): string {
  const { tokens, sha256, verified } = view;
  const { words, columns } = context;
  const { number, columns: titles } = words;
  const percent = (part: number) => `${((100 * part) / Math.max(1, tokens.max)).toFixed(1)} %`;
  const shape = [
    { title: titles.part },
    { title: titles.tokens, align: 'right' as const },
    { title: titles.share, align: 'right' as const },
    { title: titles.label },
    { title: titles.why },
  ];
  const rows = tokens.parts.map((part) => [
    part.kind,
    number(part.tokens),
    percent(part.tokens),
    oneLine(part.label),
    oneLine(part.reason),
  ]);
  const sum = words.context.of(number(tokens.total), number(tokens.max), percent(tokens.total).replace(' %', ''));
  return [
    table(shape, rows, columns),
    `${words.context.total}: ${sum}\n`,
    tokens.approximate === true ? `${words.context.approximate}\n` : '',
    figureLines(view, context),
    `sha256: ${sha256}\n`,
    verified === undefined ? '' : `${verified ? words.context.verified : words.context.differs}\n`,
  ].join('');
}
