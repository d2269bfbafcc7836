/** Tables of requests for a person: tokens, manifest, what was left out. */

import type { Manifest, ManifestPart } from '../../../../shared/context-views.ts';
import type { ContextView } from '../../../../shared/contract.ts';
import type { PartFacts, PrefixKept, TokenTable } from '../../../../shared/events.ts';
import type { CliWords } from '../../../../shared/messages/en/cli.ts';
import { type PartReason, reasonWords } from '../../../../shared/messages/part-reason.ts';
import { sentRatio } from '../../../../shared/review/correction.ts';
import type { CommandContext } from '../command.ts';
import { oneLine, table } from './print.ts';

/** Lines under a token table: the corrected figure, and the usage reported for a past request. */
type Figures = Pick<ContextView, 'tokens' | 'usage' | 'cost'>;

/** Lines, each with its end; none where there is nothing to say. */
export function figureLines({ tokens, usage, cost }: Figures, { words }: Pick<CommandContext, 'words'>): string {
  const { number, context: say } = words;
  const lines: string[] = [];
  if (tokens.corrected !== undefined) {
    const { total, factor, answers } = tokens.corrected;
    lines.push(say.corrected(number(total), factor.toFixed(2), answers));
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

type Look = Pick<CommandContext, 'words' | 'columns'>;

/** A row for each component, and the sum. */
export function tokenTable({ parts, total, max }: TokenTable, look: Look): string {
  const { words } = look;
  const { number } = words;
  const percent = (part: number) => `${((100 * part) / Math.max(1, max)).toFixed(1)} %`;
  const shape = ['part', 'tokens', 'share', 'name', 'why'] as const;
  const rows = parts.map((part) => [
    part.kind,
    number(part.tokens),
    percent(part.tokens),
    oneLine(`${part.label}${part.count === undefined || part.count === 1 ? '' : ` × ${number(part.count)}`}`),
    whyOf(part, words),
  ]);
  const sum = words.context.of(number(total), number(max), percent(total).replace(' %', ''));
  return `${table(look, shape, rows)}${words.context.total}: ${sum}\n`;
}

export function manifestTables({ parts, leftOut }: Manifest, look: Look): string {
  const { words } = look;
  const { views, number } = words;
  const shape = ['id', 'tokens', 'place', 'since', 'name', 'why'] as const;
  const rows = parts.map((part) => [
    oneLine(part.id),
    number(part.tokens),
    placeOf(part, look),
    part.since === undefined ? '' : `#${part.since}`,
    oneLine(part.label),
    whyOf(part, words) + (part.pinned === true ? ` (${views.pinned})` : ''),
  ]);
  const missing = leftOut.map((left) => [
    oneLine(left.id),
    left.seq === undefined ? '' : `#${left.seq}`,
    whyOf(left, words),
  ]);
  return [
    `${views.manifest}\n${table(look, shape, rows)}`,
    ...(missing.length === 0 ? [] : [`\n${views.leftOut}\n${table(look, ['id', 'since', 'why'], missing)}`]),
  ].join('');
}

const whyOf = (part: PartReason & Pick<PartFacts, 'event'>, { t, number }: CliWords): string =>
  oneLine(`${reasonWords(part, t, number)}${part.event === undefined ? '' : ` #${part.event}`}`);

const placeOf = ({ place }: ManifestPart, { words }: Look): string =>
  typeof place === 'number' ? String(place) : words.views.places[place];

function brokenPart({ kind, label, reason }: PartFacts): string {
  if (label === kind) return kind;
  return oneLine(`${reason === 'other-model' ? 'model' : kind} ${label}`);
}

export function prefixLine({ tokens, broke }: PrefixKept, total: number, { words }: Look): string {
  const { views, number } = words;
  const kept = views.kept(number(tokens), number(total));
  if (broke === undefined) return `${kept}\n`;
  return `${kept}; ${views.broke(brokenPart(broke), broke.seq)}\n`;
}
