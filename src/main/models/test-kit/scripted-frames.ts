/** A scripted answer as the chunks that a provider would stream. */
import type { AnswerStep, Gate, Pause, ScriptedCall, ScriptedUsage, Streamed } from './scripted-steps.ts';

/** Distinguished by `kind`: a chunk of the wire has none. */
export type Frame = Gate | Pause | Readonly<Record<string, unknown>>;

export interface FrameContext {
  readonly id: string;
  readonly model: string;
  nextCallId(): string;
}

type Delta = Readonly<Record<string, unknown>>;

export function chunk(context: FrameContext, delta: Delta, finishReason: string | null = null): Frame {
  return {
    id: context.id,
    object: 'chat.completion.chunk',
    created: 0,
    model: context.model,
    choices: [{ index: 0, delta, finish_reason: finishReason }],
  };
}

/** Cuts at code points, so that no surrogate pair is split. */
function cut(text: string, pieces: number): string[] {
  const points = [...text];
  const size = Math.max(1, Math.ceil(points.length / Math.max(1, pieces)));
  const parts: string[] = [];
  for (let at = 0; at < points.length; at += size) parts.push(points.slice(at, at + size).join(''));
  return parts;
}

export function callFrames(context: FrameContext, call: ScriptedCall, index: number): Frame[] {
  const text = typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments);
  const id = call.id ?? context.nextCallId();
  const first = { index, id, type: 'function', function: { name: call.name, arguments: '' } };
  return [
    chunk(context, { tool_calls: [first] }),
    ...cut(text, call.pieces ?? 3).map((part) =>
      chunk(context, { tool_calls: [{ index, function: { arguments: part } }] }),
    ),
  ];
}

function usageFrame(context: FrameContext, usage: ScriptedUsage): Frame {
  return {
    id: context.id,
    object: 'chat.completion.chunk',
    created: 0,
    model: context.model,
    choices: [],
    usage: {
      prompt_tokens: usage.prompt,
      completion_tokens: usage.completion,
      total_tokens: usage.prompt + usage.completion,
      ...(usage.cached === undefined ? {} : { prompt_tokens_details: { cached_tokens: usage.cached } }),
      ...(usage.reasoning === undefined ? {} : { completion_tokens_details: { reasoning_tokens: usage.reasoning } }),
    },
  };
}

function textFrames(
  context: FrameContext,
  field: 'content' | 'reasoning_content',
  text: Streamed | undefined,
): Frame[] {
  if (text === undefined) return [];
  const parts = typeof text === 'string' ? cut(text, Math.ceil(text.length / 8)) : text;
  return parts.map((part) => (typeof part === 'string' ? chunk(context, { [field]: part }) : part));
}

export function answerFrames(context: FrameContext, step: AnswerStep): Frame[] {
  const calls = step.toolCalls ?? [];
  const finish = step.finishReason === undefined ? (calls.length > 0 ? 'tool_calls' : 'stop') : step.finishReason;
  const usage = step.usage === undefined ? { prompt: 120, completion: 20 } : step.usage;
  return [
    chunk(context, { role: 'assistant', content: calls.length > 0 && step.text === undefined ? null : '' }),
    ...textFrames(context, 'reasoning_content', step.reasoning),
    ...textFrames(context, 'content', step.text),
    ...calls.flatMap((call, index) => callFrames(context, call, index)),
    ...(finish === null ? [] : [chunk(context, {}, finish)]),
    ...(usage === null ? [] : [usageFrame(context, usage)]),
  ];
}
