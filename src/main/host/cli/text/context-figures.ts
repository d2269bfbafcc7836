/** Lines under a token table: the corrected figure, and the usage reported for a past request. */
import type { ContextView } from '../../../../shared/contract.ts';
import { sentRatio } from '../../../../shared/correction.ts';
import type { CommandContext } from '../context.ts';

type Figures = Pick<ContextView, 'tokens' | 'usage' | 'cost' | 'cacheBorders'>;

/** Lines, each with its end; none where there is nothing to say. */
export function figureLines(
  { tokens, usage, cost, cacheBorders = [] }: Figures,
  { words }: Pick<CommandContext, 'words'>,
): string {
  const { number, context: say } = words;
  const lines: string[] = [];
  if (tokens.corrected !== undefined) {
    const { total, factor, answers } = tokens.corrected;
    lines.push(say.corrected(number(total), factor.toFixed(2), answers));
  }
  if (cacheBorders.length > 0) {
    lines.push(say.cacheBorders(cacheBorders.map(({ after, tokens: upTo }) => `${after} ${number(upTo)}`)));
  }
  if (usage !== undefined) {
    const { promptTokens, cachedPromptTokens, completionTokens } = usage;
    const cached = cachedPromptTokens === undefined ? undefined : number(cachedPromptTokens);
    const ratio = sentRatio(tokens.total, usage)?.toFixed(2);
    lines.push(say.reported(number(promptTokens), cached, number(completionTokens), ratio));
    if (usage.cacheWriteTokens !== undefined) lines.push(say.cacheWritten(number(usage.cacheWriteTokens)));
  }
  if (cost !== undefined) lines.push(say.cost(dollars(cost)));
  return lines.map((line) => `${line}\n`).join('');
}

/** Uses enough digits to tell a small amount from nothing. */
export function dollars(amount: number): string {
  if (amount === 0 || amount >= 1) return amount.toFixed(2);
  return amount.toFixed(Math.min(8, Math.max(2, 1 - Math.floor(Math.log10(amount)))));
}
