/** The messages of another program, in OpenAI's forms (Chat Completions, its older functions, Responses), read leniently. */
import { z } from 'zod';
import type { Usage } from '../../../../shared/events.ts';

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
