/** A session as a reader goes through it: what was said and done, and what each request took. Pure. */

import { type RedactionCount, totalOf } from '../../../main/redaction/finds.ts';
import type { PlainCard } from '../../../shared/cards/card.ts';
import { parseCard } from '../../../shared/cards/registry.ts';
import type { SessionEvent, TokenTable, Usage } from '../../../shared/events.ts';
import { comparedLines } from '../../../shared/forms/compared.ts';
import { describeEvent } from '../../../shared/messages/describe-event.ts';
import { formatFor } from '../../../shared/messages/format.ts';
import { translatorFor } from '../../../shared/messages/translate.ts';
import { activeEvents } from '../../../shared/reducer.ts';
import { redactedKinds, type Verification } from '../../../shared/review.ts';
import type { ExportWords } from '../words.en.ts';

export interface ExportHead {
  readonly session: string;
  readonly title: string;
  readonly createdAt: string;
  readonly model: string;
  readonly events: number;
  /** Undefined where nothing was to be removed. */
  readonly redacted: RedactionCount | undefined;
  /** Result for the stored conversation; absent where it was not checked. */
  readonly verification?: Verification | undefined;
  /** Version of this app, and time of the export in ISO-8601. */
  readonly version?: string;
  readonly exportedAt?: string;
}

export const redactionLine = (count: RedactionCount, { t, number, redacted }: ExportWords): string =>
  redacted(number(totalOf(count)), redactedKinds(count, t, number));

interface ItemPlace {
  readonly seq: number;
  readonly at: string;
  /** The conversation continued from an earlier point. */
  readonly setAside: boolean;
}
export type TranscriptItem = ItemPlace &
  (
    | { readonly kind: 'user'; readonly text: string }
    | { readonly kind: 'agent'; readonly text: string; readonly request: SentRequest | undefined }
    | {
        /** Reasoning before the answer, and its duration in milliseconds, if measured. */
        readonly kind: 'thought';
        readonly text: string;
        readonly ms: number | undefined;
      }
    | {
        readonly kind: 'call';
        readonly name: string;
        readonly arguments: string;
        /** Absent where the log ends before it did. */
        readonly result?: { readonly ok: boolean; readonly ms?: number; readonly content: string };
        readonly card?: PlainCard;
      }
    | { readonly kind: 'note'; readonly text: string; readonly detail?: string }
  );

export interface SentRequest {
  readonly seq: number;
  readonly at: string;
  readonly iteration: number;
  readonly isSummary: boolean;
  readonly sha256: string;
  /** Estimated. */
  readonly tokens: TokenTable;
  usage: Usage | undefined;
  /** Milliseconds until its last byte; undefined where no answer came. */
  ms: number | undefined;
}

export interface Transcript {
  readonly items: readonly TranscriptItem[];
  /** None, where another program sent them. */
  readonly requests: readonly SentRequest[];
  /** Usage that the provider, or the source of an imported session, reported; undefined where there is none. */
  readonly reported: Usage | undefined;
}

export function transcriptOf(events: readonly SessionEvent[], words: ExportWords, reasoning: boolean): Transcript {
  const active = new Set(activeEvents(events).map((event) => event.seq));
  const items: TranscriptItem[] = [];
  const requests: SentRequest[] = [];
  const usages: Usage[] = [];
  const open = new Map<string, { at: number; name: string; arguments: string }>();
  for (const event of events) {
    const { seq, at } = event;
    const placed = { seq, at, setAside: !active.has(seq) };
    switch (event.type) {
      case 'user-message-added':
        items.push({ ...placed, kind: 'user', text: event.text });
        break;
      case 'request-sent': {
        const { iteration, tokens, sha256, purpose } = event;
        const isSummary = purpose === 'summary';
        requests.push({ seq, at, iteration, isSummary, sha256, tokens, usage: undefined, ms: undefined });
        break;
      }
      case 'model-responded': {
        const request = requests.at(-1);
        if (request !== undefined) Object.assign(request, { usage: event.usage, ms: event.ms });
        if (event.usage !== undefined) usages.push(event.usage);
        if (event.purpose === 'summary') break;
        if (reasoning && event.reasoning !== undefined) {
          items.push({ ...placed, kind: 'thought', text: event.reasoning, ms: event.reasoningMs });
        }
        if (event.text === '') break;
        items.push({ ...placed, kind: 'agent', text: event.text, request });
        break;
      }
      case 'tool-started':
        open.set(event.callId, { at: items.length, name: event.name, arguments: event.arguments });
        items.push({ ...placed, kind: 'call', name: event.name, arguments: event.arguments });
        break;
      case 'tool-finished': {
        const started = open.get(event.callId);
        const result = { ok: event.ok, content: event.content, ...(event.ms ? { ms: event.ms } : {}) };
        const call = {
          kind: 'call' as const,
          name: event.name,
          arguments: started?.arguments ?? '',
          result,
          ...cardOf(event.data),
        };
        const before = started === undefined ? undefined : items[started.at];
        if (started === undefined || before === undefined) items.push({ ...placed, ...call });
        else items[started.at] = { seq: before.seq, at: before.at, setAside: before.setAside, ...call };
        open.delete(event.callId);
        break;
      }
      default: {
        const text = noteOf(event, words);
        const detail = detailOf(event, words);
        if (text !== undefined) {
          items.push({ ...placed, kind: 'note', text, ...(detail === undefined ? {} : { detail }) });
        }
      }
    }
  }
  return { items, requests, reported: summed(usages) };
}

function cardOf(data: unknown): { readonly card?: PlainCard } {
  const card = parseCard(data);
  return card?.isShown === true ? { card: card.plain() } : {};
}

/** Shown as a line between what was said. */
const NOTED: ReadonlySet<SessionEvent['type']> = new Set([
  ...(['skill-loaded', 'skill-unloaded', 'reference-loaded', 'reference-unloaded'] as const),
  ...(['loaded-skill-changed', 'skill-switch-changed', 'tool-server-changed', 'packages-provided'] as const),
  ...(['watch-started', 'watch-checked', 'watch-ended', 'settings-changed'] as const),
  ...(['history-rewound', 'answer-checked', 'skill-missed'] as const),
  ...(['context-compacted', 'compaction-undone', 'approval-requested', 'approval-resolved'] as const),
  ...(['model-failed', 'artifact-saved', 'run-finished', 'note-added', 'unknown'] as const),
]);

function noteOf(event: SessionEvent, { language }: ExportWords): string | undefined {
  const isOrdinaryEnd = event.type === 'run-finished' && event.state === 'completed' && event.code === undefined;
  const isQuietCheck = event.type === 'watch-checked' && !event.changed;
  return NOTED.has(event.type) && !isOrdinaryEnd && !isQuietCheck ? describeEvent(language, event) : undefined;
}

/** Folded text of a note: a summary, or the wishes beside the quote. */
function detailOf(event: SessionEvent, { language }: ExportWords): string | undefined {
  if (event.type === 'context-compacted') return event.summary;
  if (event.type !== 'approval-requested' || event.detail.compared === undefined) return undefined;
  const { number } = formatFor(language);
  return comparedLines(event.detail.compared, { language, number }, translatorFor(language)).join('\n');
}

function summed(usages: readonly Usage[]): Usage | undefined {
  const sum = (pick: (usage: Usage) => number) => usages.reduce((total, usage) => total + pick(usage), 0);
  if (usages.length === 0) return undefined;
  return {
    promptTokens: sum((usage) => usage.promptTokens),
    completionTokens: sum((usage) => usage.completionTokens),
  };
}

/** Requests and usage in words: only what is known, which of a foreign session may be nothing. */
export function requestTexts({ requests, reported }: Transcript, words: ExportWords): readonly string[] {
  const estimated = requests.reduce((total, { tokens }) => total + tokens.total, 0);
  return [
    ...(requests.length === 0 ? [] : [words.totals(words.number(requests.length), words.number(estimated))]),
    ...(reported === undefined ? [] : [usageText(reported, words)]),
  ];
}

const usageText = ({ promptTokens, completionTokens }: Usage, words: ExportWords): string =>
  words.reported(words.number(promptTokens), words.number(completionTokens));

export const requestText = ({ tokens, usage }: SentRequest, words: ExportWords): string =>
  [
    words.tokensOf(words.number(tokens.total), words.number(tokens.max)),
    ...(usage === undefined ? [] : [usageText(usage, words)]),
  ].join(' · ');

/** Outcome of a call, and its duration. */
export function outcomeText(
  result: Extract<TranscriptItem, { kind: 'call' }>['result'],
  { unfinished, ok, failed, seconds }: ExportWords,
): string {
  if (result === undefined) return unfinished;
  return [result.ok ? ok : failed, ...(result.ms === undefined ? [] : [seconds(result.ms)])].join(', ');
}

/** A cell holds one figure, so that the table can be copied into a sheet; the last one is the hash. */
export function requestTable(
  requests: readonly SentRequest[],
  { columns, summary, when, number, seconds }: ExportWords,
): { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] } {
  const rows = requests.map(({ seq, at, isSummary, iteration, tokens, usage, ms, sha256 }) => [
    String(seq),
    when(at),
    isSummary ? summary : String(iteration),
    number(tokens.total),
    number(tokens.max),
    usage === undefined ? '' : number(usage.promptTokens),
    usage === undefined ? '' : number(usage.completionTokens),
    ms === undefined ? '' : seconds(ms),
    sha256,
  ]);
  return { head: Object.values(columns), rows };
}
