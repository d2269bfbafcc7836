/** Answers in the protocol's own shapes: one document, or a stream of chunks. */
import { createHash } from 'node:crypto';
import type { Answer, ChatRequest } from './wire.ts';

interface Usage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly total_tokens: number;
}

interface ToolCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

/** An answer as the protocol has it. The same request gives the same one, ids included. */
export interface Completion {
  readonly id: string;
  readonly model: string;
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
  readonly finishReason: 'stop' | 'tool_calls' | 'length';
  readonly usage: Usage;
}

export function complete(request: ChatRequest, answer: Answer): Completion {
  const limit = request.max_completion_tokens ?? request.max_tokens ?? Number.POSITIVE_INFINITY;
  const text = cut(answer.text, limit);
  const isCut = text.length < answer.text.length;
  const toolCalls = answer.call === undefined || isCut ? [] : [toolCall(request, answer.call)];
  const prompt = request.messages.reduce((sum, message) => sum + roughTokens(JSON.stringify(message)), 0);
  const offered = roughTokens(JSON.stringify(request.tools ?? []));
  const completion = roughTokens(text) + toolCalls.reduce((sum, call) => sum + roughTokens(call.function.arguments), 0);
  return {
    id: `chatcmpl-${digest([request.messages, answer])}`,
    model: request.model,
    text,
    toolCalls,
    finishReason: isCut ? 'length' : toolCalls.length > 0 ? 'tool_calls' : 'stop',
    usage: {
      prompt_tokens: prompt + offered,
      completion_tokens: completion,
      total_tokens: prompt + offered + completion,
    },
  };
}

export function asDocument(completion: Completion): unknown {
  const { id, model, text, toolCalls, finishReason, usage } = completion;
  const message = {
    role: 'assistant',
    content: text === '' && toolCalls.length > 0 ? null : text,
    ...(toolCalls.length === 0 ? {} : { tool_calls: toolCalls }),
  };
  return {
    id,
    object: 'chat.completion',
    created: CREATED,
    model,
    choices: [{ index: 0, message, logprobs: null, finish_reason: finishReason }],
    usage,
  };
}

/** The chunks of a stream, in order, without the closing `[DONE]`. */
export function asChunks(completion: Completion, includeUsage: boolean): unknown[] {
  const { id, model, text, toolCalls, finishReason, usage } = completion;
  const chunk = (choices: unknown[], extra: object = {}) => ({
    id,
    object: 'chat.completion.chunk',
    created: CREATED,
    model,
    choices,
    // Asked for usage, a provider sends the field in every chunk, and its value in the last.
    ...(includeUsage ? { usage: null } : {}),
    ...extra,
  });
  const delta = (value: object, finish: string | null = null) =>
    chunk([{ index: 0, delta: value, logprobs: null, finish_reason: finish }]);
  return [
    delta({ role: 'assistant', content: toolCalls.length > 0 && text === '' ? null : '' }),
    ...pieces(text, TEXT_PIECE).map((content) => delta({ content })),
    ...toolCalls.flatMap((call, index) => [
      delta({
        tool_calls: [{ index, id: call.id, type: 'function', function: { name: call.function.name, arguments: '' } }],
      }),
      ...pieces(call.function.arguments, ARGUMENT_PIECE).map((part) =>
        delta({ tool_calls: [{ index, function: { arguments: part } }] }),
      ),
    ]),
    delta({}, finishReason),
    ...(includeUsage ? [chunk([], { usage })] : []),
  ];
}

/** The same for ever, as everything else about an answer: there is no clock in this model. */
const CREATED = 0;
/** Columns of text in a chunk; a Chinese character takes two. */
const TEXT_PIECE = 5;
const ARGUMENT_PIECE = 24;

/** Cut at columns, never inside a character. */
function pieces(text: string, columns: number): string[] {
  const parts: string[] = [];
  let part = '';
  let width = 0;
  for (const char of text) {
    part += char;
    width += /\p{Script=Han}|[\u3000-\u303f\uff00-\uff60]/u.test(char) ? 2 : 1;
    if (width >= columns) {
      parts.push(part);
      part = '';
      width = 0;
    }
  }
  return part === '' ? parts : [...parts, part];
}

function toolCall(request: ChatRequest, call: NonNullable<Answer['call']>): ToolCall {
  const json = JSON.stringify(call.arguments);
  const id = `call_${digest([request.messages.length, call.name, json])}`;
  return { id, type: 'function', function: { name: call.name, arguments: json } };
}

function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 20);
}

/** A rough count: four letters or one Chinese character a token. */
function roughTokens(text: string): number {
  const wide = text.match(/[\u2e80-\u9fff\uf900-\ufaff\uff00-\uff60]/g)?.length ?? 0;
  return Math.ceil(wide + (text.length - wide) / 4);
}

function cut(text: string, tokens: number): string {
  if (roughTokens(text) <= tokens) return text;
  let kept = '';
  for (const char of text) {
    if (roughTokens(kept + char) > tokens) break;
    kept += char;
  }
  return kept;
}
