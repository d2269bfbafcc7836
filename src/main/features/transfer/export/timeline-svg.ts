/** The requests of a session as columns, stacked by kind against the context limit. */
import { THRESHOLDS } from '../../../../shared/budgets.ts';
import { PART_KINDS, type PartKind } from '../../../../shared/events.ts';
import type { ExportWords } from '../../../../shared/messages/en/export.ts';
import { html } from './html-text.ts';
import type { SentRequest } from './transcript.ts';

/** CSS pixels. */
const HEIGHT = 160;
const MIN_WIDTH = 600;
const COLUMN = { min: 6, max: 28, gap: 2 } as const;

/** A short session would be a line at the floor: the limit is drawn where it is near. */
function limitOf(requests: readonly SentRequest[]): { readonly limit: number; readonly isDrawn: boolean } {
  const most = requests.reduce((largest, { tokens }) => Math.max(largest, tokens.total), 0);
  const limit = requests.at(-1)?.tokens.max ?? 0;
  return { limit, isDrawn: limit > 0 && limit <= most * 4 };
}

export function timelineText(requests: readonly SentRequest[], words: ExportWords): string {
  const { limit, isDrawn } = limitOf(requests);
  return isDrawn ? words.timelineText : words.timelineFar(words.number(limit));
}

export function timelineSvg(requests: readonly SentRequest[], words: ExportWords): string {
  const step = Math.max(COLUMN.min, Math.min(COLUMN.max, MIN_WIDTH / Math.max(1, requests.length)));
  const width = Math.max(MIN_WIDTH, Math.ceil(step * requests.length));
  const most = requests.reduce((largest, { tokens }) => Math.max(largest, tokens.total), 1);
  const { limit, isDrawn } = limitOf(requests);
  const top = isDrawn ? Math.max(limit, most) : most;
  const y = (tokens: number): number => HEIGHT - (tokens / top) * HEIGHT;
  const columns = requests.map((request, index) => column(request, index * step, step - COLUMN.gap, y, words));
  const marks = THRESHOLDS.map((share) => share * limit)
    .filter(() => isDrawn)
    .map((tokens) => `<line class="limit" x1="0" x2="${width}" y1="${round(y(tokens))}" y2="${round(y(tokens))}"/>`);
  const label = html(`${words.timeline}. ${timelineText(requests, words)}`);
  return `<svg role="img" aria-label="${label}" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}">${columns.join('')}${marks.join('')}<line class="axis" x1="0" x2="${width}" y1="${HEIGHT}" y2="${HEIGHT}"/></svg>`;
}

function column(
  { seq, tokens, at }: SentRequest,
  x: number,
  width: number,
  y: (tokens: number) => number,
  words: ExportWords,
): string {
  const byKind = new Map<PartKind, number>();
  for (const part of tokens.parts) byKind.set(part.kind, (byKind.get(part.kind) ?? 0) + part.tokens);
  let below = 0;
  const blocks = PART_KINDS.flatMap((kind) => {
    const height = byKind.get(kind) ?? 0;
    if (height === 0) return [];
    below += height;
    return `<rect class="part-${kind}" x="${round(x)}" y="${round(y(below))}" width="${round(width)}" height="${round(y(0) - y(height))}"/>`;
  });
  const kinds = [...byKind].map(([kind, count]) => `${kindOf(kind, words)} ${words.number(count)}`).join(', ');
  const size = words.tokensOf(words.number(tokens.total), words.number(tokens.max));
  return `<g data-request="${seq}" tabindex="0"><title>${html(`#${seq} · ${words.when(at)} · ${size}: ${kinds}`)}</title>${blocks.join('')}</g>`;
}

/** Name in the app's gauge. */
const kindOf = (kind: PartKind, { t }: ExportWords): string => t(`gauge.kind.${kind}`);

const round = (value: number): number => Math.round(value * 100) / 100;

export function legend(requests: readonly SentRequest[], words: ExportWords): string {
  const used = new Set(requests.flatMap(({ tokens }) => tokens.parts.map((part) => part.kind)));
  const swatch = (kind: PartKind) =>
    `<svg aria-hidden="true" width="10" height="10"><rect class="part-${kind}" width="10" height="10"/></svg>`;
  const entries = PART_KINDS.filter((kind) => used.has(kind)).map(
    (kind) => `<li>${swatch(kind)}${html(kindOf(kind, words))}</li>`,
  );
  return `<ul class="legend">${entries.join('')}</ul>`;
}
