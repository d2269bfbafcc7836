/** `skilldeck context ID [--at A] --diff [ID:]B`: two requests, part by part. */
import type { RequestAddress, RequestDiff } from '../../../../shared/context-views.ts';
import { type CommandContext, printJson, withCore } from '../context.ts';
import { EXIT, UsageError } from '../exit-status.ts';
import type { GlobalOptions } from '../options/global-options.ts';
import { changeTable, prefixLine } from '../text/context-tables.ts';
import { visible } from '../text/visible.ts';

export async function contextDiff(
  context: CommandContext,
  from: RequestAddress,
  given: string,
  options: GlobalOptions & { readonly texts?: boolean },
): Promise<number> {
  const { out } = context;
  const to = readAddress(given, from.sessionId, context);
  const texts = options.texts === true;
  const diff = await withCore(context, 'read', options, (client) => client.context.diff({ from, to, texts }));
  if (options.json === true) await printJson(out, diff);
  else await out.write(diffText(diff, context));
  return EXIT.done;
}

/** `12`, `next`, `ID:12`, `ID:next`. */
function readAddress(given: string, own: string, { words }: CommandContext): RequestAddress {
  const colon = given.lastIndexOf(':');
  const [sessionId, at] = colon < 0 ? [own, given] : [given.slice(0, colon), given.slice(colon + 1)];
  if (sessionId !== '' && at === 'next') return { sessionId };
  if (sessionId === '' || !/^[1-9]\d{0,14}$/.test(at)) throw new UsageError(words.views.usage.diff(given));
  return { sessionId, at: Number(at) };
}

function diffText({ from, to, changes, unchanged, prefix }: RequestDiff, context: CommandContext): string {
  const { words } = context;
  const { views, number } = words;
  if (changes.length === 0) return `${views.same}\n`;
  const texts = changes.flatMap(({ id, texts: both }) =>
    both === undefined ? [] : [`\n--- ${id}\n${visible(both.before)}\n+++ ${id}\n${visible(both.after)}\n`],
  );
  return [
    changeTable(changes, from.sessionId, context),
    `${views.difference(changes.length, unchanged)} ${views.totals(number(from.total), number(to.total))}\n`,
    prefixLine(prefix, to.total, context),
    ...texts,
  ].join('');
}
