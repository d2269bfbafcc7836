/** A transcript format of another program, recognised by content. */

import { z } from 'zod';
import type { Usage } from '../../../../shared/events.ts';
import type { ImportFormat } from '../../../../shared/review.ts';

// The messages of another program, in OpenAI's forms (Chat Completions, its older functions, Responses), read leniently.

export type ForeignMessage =
  | { readonly role: 'system' | 'user'; readonly text: string; readonly at?: string | undefined }
  | {
      readonly role: 'assistant';
      readonly text: string;
      readonly calls: readonly ForeignCall[];
      readonly reasoning?: string | undefined;
      readonly usage?: Usage | undefined;
      readonly model?: string | undefined;
      readonly at?: string | undefined;
    }
  | {
      readonly role: 'tool';
      readonly callId: string;
      readonly name: string;
      readonly text: string;
      readonly failed?: boolean | undefined;
      readonly at?: string | undefined;
    };

export interface ForeignCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

const text = z.string();
const callSchema = z.object({
  id: text.nullish(),
  function: z.object({ name: text, arguments: z.unknown().optional() }).optional(),
  custom: z.object({ name: text, input: text }).optional(),
});
const messageSchema = z
  .object({
    role: text.optional(),
    type: text.optional(),
    content: z.unknown().optional(),
    refusal: text.nullish(),
    reasoning_content: text.nullish().catch(undefined),
    name: text.nullish(),
    tool_calls: z.array(callSchema).nullish(),
    function_call: z.object({ name: text, arguments: z.unknown().optional() }).nullish(),
    tool_call_id: text.nullish(),
    call_id: text.nullish(),
    arguments: z.unknown().optional(),
    output: z.unknown().optional(),
  })
  .loose();

/** Names of the time in other programs' additions. */
const TIMES = ['timestamp', 'created_at', 'createdAt', 'created', 'time', 'date'];

/** Undefined for anything but a message; `skipped` for an unknown role. */
export function readMessage(raw: unknown): ForeignMessage | 'skipped' | undefined {
  const read = messageSchema.safeParse(raw);
  if (!read.success) return undefined;
  const given = read.data;
  const at = timeOf(given);
  const when = at === undefined ? {} : { at };
  if (given.type === 'function_call' && given.name) {
    const call = { id: given.call_id ?? '', name: given.name, arguments: argumentsOf(given.arguments) };
    return { role: 'assistant', text: '', calls: [call], ...when };
  }
  if (given.type === 'function_call_output') {
    return { role: 'tool', callId: given.call_id ?? '', name: '', text: textOf(given.output), ...when };
  }
  switch (given.role) {
    case 'system':
    case 'developer':
      return { role: 'system', text: textOf(given.content), ...when };
    case 'user':
    case 'human':
      return { role: 'user', text: textOf(given.content), ...when };
    case 'assistant':
    case 'model':
      return {
        role: 'assistant',
        text: textOf(given.content) || (given.refusal ?? ''),
        calls: callsOf(given),
        ...(given.reasoning_content ? { reasoning: given.reasoning_content } : {}),
        ...when,
      };
    case 'tool':
    case 'function': {
      const { tool_call_id: callId, name } = given;
      return { role: 'tool', callId: callId ?? '', name: name ?? '', text: textOf(given.content), ...when };
    }
    default:
      if (given.type === 'reasoning') return 'skipped';
      return given.role === undefined && given.type === undefined ? undefined : 'skipped';
  }
}

function callsOf({ tool_calls, function_call }: z.infer<typeof messageSchema>): ForeignCall[] {
  const calls = (tool_calls ?? []).map(({ id, function: called, custom }) => ({
    id: id ?? '',
    name: called?.name ?? custom?.name ?? '',
    arguments: custom?.input ?? argumentsOf(called?.arguments),
  }));
  if (function_call) calls.push({ id: '', name: function_call.name, arguments: argumentsOf(function_call.arguments) });
  return calls;
}

/** Some programs log them as a parsed object. */
export const argumentsOf = (given: unknown): string =>
  typeof given === 'string' ? given : JSON.stringify(given ?? {});

/** Content as one text: of parts, those that are text; a picture or a file is named in its place. */
function textOf(content: unknown): string {
  if (content === null || content === undefined) return '';
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return JSON.stringify(content, null, 2);
  return content.map(partText).join('\n');
}

function partText(part: unknown): string {
  if (typeof part === 'string') return part;
  if (part === null || typeof part !== 'object') return String(part);
  if ('text' in part && typeof part.text === 'string') return part.text;
  if ('refusal' in part && typeof part.refusal === 'string') return part.refusal;
  return `[${'type' in part && typeof part.type === 'string' ? part.type : 'attachment'}]`;
}

/** ISO 8601, or seconds or milliseconds since 1970. */
export function timeOf(given: Readonly<Record<string, unknown>>): string | undefined {
  for (const name of TIMES) {
    const value = given[name];
    const time =
      typeof value === 'number' ? new Date(value < 1e11 ? value * 1_000 : value) : new Date(String(value ?? ''));
    const year = Number.isNaN(time.getTime()) ? 0 : time.getUTCFullYear();
    if (value !== undefined && year >= 1990 && year < 2200) return time.toISOString();
  }
  return undefined;
}

/** Messages of role and parts, as OpenTelemetry's GenAI conventions and LangChain write them; a log of requests repeats them. */
const key = (message: ForeignMessage): string =>
  JSON.stringify([
    message.role,
    message.text.trim(),
    message.role === 'assistant' ? message.calls.map(({ name, arguments: given }) => [name, given]) : [],
  ]);

export interface Exchange {
  readonly asked: readonly ForeignMessage[];
  readonly answered: readonly ForeignMessage[];
  /** Messages of the conversation, without instructions, that `asked` continues; absent where it repeats them. */
  readonly omitted?: number | undefined;
}

interface ModelCall extends Exchange {
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly model: string | undefined;
  /** For answers that do not have their own. */
  readonly usage: Usage | undefined;
}

/** A call of a model, whose times, model and usage become those of its messages. */
export function exchangeOf({ asked, answered, omitted, from, to, model, usage }: ModelCall): Exchange {
  return {
    asked: asked.map((one) => ({ ...one, ...(from === undefined ? {} : { at: from }) })),
    answered: answered.map((one) => ({
      ...one,
      ...(to === undefined ? {} : { at: to }),
      ...(one.role === 'assistant' && model !== undefined ? { model } : {}),
      ...(one.role === 'assistant' && one.usage === undefined && usage !== undefined ? { usage } : {}),
    })),
    omitted,
  };
}

/**
 * The conversation behind requests that each repeat what went before: what a request adds is appended, and its answer
 * with it. A request that begins again (another agent's, or after a compaction) adds what was not there yet.
 */
export function conversationOf(exchanges: readonly Exchange[]): ForeignMessage[] {
  let whole: ForeignMessage[] = [];
  const seen = new Set<string>();
  for (const { asked, answered, omitted } of exchanges) {
    if (omitted !== undefined) {
      whole = [...continued(whole, omitted, asked), ...answered];
      continue;
    }
    let at = 0;
    while (
      at < asked.length &&
      at < whole.length &&
      key(asked[at] as ForeignMessage) === key(whole[at] as ForeignMessage)
    ) {
      at += 1;
    }
    const isContinued = at === whole.length;
    for (const message of asked.slice(at)) {
      if (!isContinued && seen.has(key(message))) continue;
      seen.add(key(message));
      whole.push(message);
    }
    for (const message of answered) {
      seen.add(key(message));
      whole.push(message);
    }
  }
  return whole;
}

/** Leaves out what was removed in between; instructions replace those before. */
function continued(
  whole: readonly ForeignMessage[],
  omitted: number,
  asked: readonly ForeignMessage[],
): readonly ForeignMessage[] {
  const isSystem = ({ role }: ForeignMessage) => role === 'system';
  const [before, now] = [whole, asked].map((list) => list.filter(isSystem));
  const said = whole.filter((one) => !isSystem(one)).slice(0, omitted);
  const system = now?.length === 0 ? before : now;
  return [...(system ?? []), ...said, ...asked.filter((one) => !isSystem(one))];
}

export type FormatName = Exclude<ImportFormat, 'skilldeck'>;

export interface ForeignTranscript {
  readonly messages: readonly ForeignMessage[];
  readonly tools: readonly unknown[];
  readonly model: string | undefined;
  readonly title: string | undefined;
  readonly at: string | undefined;
  /** Content that is not in `messages`, by kind. */
  readonly leftOut: LeftOut;
}

export type Raw = Readonly<Record<string, unknown>>;

/** A file's JSON: one document, or one value a line. */
export interface Parsed {
  readonly values: readonly unknown[];
  readonly isLines: boolean;
}

export interface Format {
  readonly name: FormatName;
  recognises(parsed: Parsed): boolean;
  /** One for each conversation. @throws SkilldeckError `import-refused`, with the place in the file. */
  read(parsed: Parsed): readonly ForeignTranscript[];
}

export const isObject = (value: unknown): value is Raw =>
  value !== null && typeof value === 'object' && !Array.isArray(value);
export const objectsIn = (values: readonly unknown[]): readonly Raw[] => values.filter(isObject);
export const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
export const countIn = (value: unknown): number => {
  const number = Number(value ?? 0);
  return Number.isFinite(number) && number > 0 ? Math.round(number) : 0;
};

/** Counts what is left out, by kind. */
export class LeftOut {
  readonly #counts = new Map<string, number>();

  add(what: string, count = 1): void {
    if (count > 0) this.#counts.set(what, (this.#counts.get(what) ?? 0) + count);
  }

  merge(other: LeftOut): void {
    for (const { what, count } of other.list()) this.add(what, count);
  }

  list(): { readonly what: string; readonly count: number }[] {
    return [...this.#counts].map(([what, count]) => ({ what, count }));
  }
}

/** Messages one after the other: parts of one answer that come apart are put together. */
export class Messages {
  readonly list: ForeignMessage[] = [];

  add(message: ForeignMessage): void {
    this.list.push(message);
  }

  /** Adds to an answer: another text, thought or call joins the last message where `joins` says that it belongs to it. */
  answer(given: Omit<Extract<ForeignMessage, { role: 'assistant' }>, 'role'>, joins: boolean): void {
    const last = this.list.at(-1);
    if (!joins || last?.role !== 'assistant') {
      this.list.push({ role: 'assistant', ...given });
      return;
    }
    const both = (a: string | undefined, b: string | undefined): string =>
      [a, b].filter((part) => part !== undefined && part !== '').join('\n');
    const reasoning = both(last.reasoning, given.reasoning);
    this.list[this.list.length - 1] = {
      ...last,
      ...given,
      at: last.at ?? given.at,
      text: both(last.text, given.text),
      calls: [...last.calls, ...given.calls],
      ...(reasoning === '' ? {} : { reasoning }),
      ...(given.usage === undefined && last.usage === undefined ? {} : { usage: given.usage ?? last.usage }),
    };
  }
}

/** Text of a content; of a part without one, its type. */
export function wordsOf(content: unknown, leftOut: LeftOut): string {
  if (typeof content === 'string') return content;
  return objectsIn(Array.isArray(content) ? content : [])
    .map((part) => {
      if (typeof part.text === 'string') return part.text;
      leftOut.add(String(part.type ?? 'part'));
      return `[${String(part.type ?? 'part')}]`;
    })
    .join('\n');
}
