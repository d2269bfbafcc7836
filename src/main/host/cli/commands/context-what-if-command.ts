/** `skilldeck context ID [--at SEQ] --what-if STEP…`: the request that would result. Nothing is written. */
import type { RequestAddress, WhatIfResult } from '../../../../shared/context-views.ts';
import { type CommandContext, printJson, withCore } from '../context.ts';
import { EXIT } from '../exit-status.ts';
import type { GlobalOptions } from '../options/global-options.ts';
import { changeTable, prefixLine, tokenTable } from '../text/context-tables.ts';
import { oneLine } from '../text/visible.ts';
import { readWhatIf } from './what-if-steps.ts';

export async function contextWhatIf(
  context: CommandContext,
  address: RequestAddress,
  given: readonly string[],
  options: GlobalOptions,
): Promise<number> {
  const { words, out } = context;
  const steps = readWhatIf(given, words);
  const result = await withCore(context, 'read', options, (client) => client.context.whatIf({ ...address, steps }));
  if (options.json === true) await printJson(out, result);
  else await out.write(resultText(result, given, address.sessionId, context));
  return EXIT.done;
}

function resultText(
  { before, after, steps, changes, prefix }: WhatIfResult,
  given: readonly string[],
  sessionId: string,
  context: CommandContext,
): string {
  const { views, number } = context.words;
  const said = steps.map(({ ok, message }, index) => {
    return `${oneLine(given[index] ?? '')}: ${ok ? views.ok : views.refused}. ${oneLine(message)}\n`;
  });
  return [
    ...said,
    `\n${tokenTable(after.tokens, context)}`,
    `${views.totals(number(before.tokens.total), number(after.tokens.total))}\n`,
    after.refused === undefined ? '' : `${views.notSent(after.refused)}\n`,
    prefixLine(prefix, after.tokens.total, context),
    `sha256: ${after.sha256}\n`,
    changes.length === 0 ? `\n${views.same}\n` : `\n${changeTable(changes, sessionId, context)}`,
  ].join('');
}
