/** The body of a request to OpenAI's Responses API. Nothing is stored there: every item goes along each time. */

import type {
  EasyInputMessage,
  FunctionTool,
  ResponseCreateParamsStreaming,
  ResponseInputContent,
  ResponseInputItem,
} from 'openai/resources/responses/responses';
import type { JsonObject } from '../../../shared/defined.ts';
import type { Effort } from '../../../shared/events.ts';
import {
  answerParts,
  idOfForm,
  type Media,
  type Part,
  shapeTurns,
  type Turn,
  type WireBody,
  type WireRequest,
  withParams,
} from './wire.ts';

/** Reasoning effort in the words that OpenAI's models take (docs/decisions/0021). */
export type ReasoningEffort = Effort | 'xhigh';

/** Models that refuse `reasoning` and encrypted reasoning. */
const PLAIN = /(^|\/)(gpt-[34]|chatgpt-4|gpt-5-chat)/i;
const OPENAI = /(^|\/)(?:gpt-(\d+)(?:\.(\d+))?|(o)\d)/i;

const isPlain = (model: string): boolean => PLAIN.test(model);

/** OpenAI's reasoning models, by their names; others may reason too. */
const isReasoner = (model: string): boolean => !isPlain(model) && OPENAI.test(model);

/** Nearest effort that the model takes. Other providers' models get the word unchanged. */
export function reasoningEffort(model: string, effort: Effort): ReasoningEffort {
  const [, , major, minor, isO] = OPENAI.exec(model) ?? [];
  if (isO !== undefined) return effort === 'none' || effort === 'minimal' ? 'low' : effort === 'max' ? 'high' : effort;
  if (major === undefined) return effort;
  const version = Number(major) * 100 + Number(minor ?? 0);
  switch (effort) {
    case 'none':
      return version < 501 ? 'minimal' : version < 600 ? 'none' : 'low';
    case 'minimal':
      return version < 501 ? 'minimal' : 'low';
    case 'max':
      return version < 502 ? 'high' : version < 506 ? 'xhigh' : 'max';
    default:
      return effort;
  }
}

const callId = idOfForm(/^.{1,64}$/s, 32);

export function responsesBody(request: WireRequest): WireBody {
  const { model, route, system, tools } = request;
  const reasoning = reasoningOf(request);
  const body: ResponseCreateParamsStreaming = {
    model,
    ...(system === '' ? {} : { instructions: system }),
    input: itemsOf(request).flat(),
    ...(tools.length === 0
      ? {}
      : {
          // Strict by default, which refuses schemas with optional fields.
          tools: tools.map((tool): FunctionTool => ({ type: 'function', ...tool, strict: false })),
        }),
    store: false,
    ...(isPlain(model) ? {} : { include: ['reasoning.encrypted_content'] }),
    stream: true,
    ...(reasoning === undefined ? {} : { reasoning }),
    ...(route?.maxOutput === undefined ? {} : { max_output_tokens: route.maxOutput }),
  };
  return withParams({ ...body }, route);
}

/** Without an effort the model's default applies; asks for a summary if the model is known to reason. */
function reasoningOf({ model, route }: WireRequest): ResponseCreateParamsStreaming['reasoning'] | undefined {
  if (isPlain(model)) return undefined;
  if (route?.effort === undefined) return isReasoner(model) ? { summary: 'auto' } : undefined;
  const effort = reasoningEffort(model, route.effort);
  return effort === 'none' ? { effort } : { effort, summary: 'auto' };
}

const itemsOf = shapeTurns(items);

function items(turn: Turn, dataOf: WireRequest['dataOf']): ResponseInputItem[] {
  switch (turn.role) {
    case 'system':
      return [{ role: 'system', content: turn.content }];
    case 'user':
      return [{ role: 'user', content: userContent(turn.content, turn.media ?? [], dataOf) }];
    case 'tool':
      return [{ type: 'function_call_output', call_id: callId(turn.callId), output: turn.content }];
    case 'assistant':
      return answerItems(answerParts(turn));
  }
}

/** Reasoning is refused where the message or call that it led to does not follow. */
function answerItems(parts: readonly Part[]): ResponseInputItem[] {
  const last = parts.findLastIndex(({ kind }) => kind !== 'kept');
  return parts.slice(0, last + 1).map(answerItem);
}

function answerItem(part: Part): ResponseInputItem {
  switch (part.kind) {
    case 'kept':
      return part.item as unknown as ResponseInputItem;
    case 'call': {
      const { id, name, arguments: json } = part.call;
      return { type: 'function_call', ...part.about, call_id: callId(id), name, arguments: json };
    }
    case 'text':
      return answerMessage(part.text, part.about);
  }
}

/** An answer of another wire has no id: its text becomes a plain message. */
function answerMessage(text: string, { id, phase, refusal }: JsonObject): ResponseInputItem {
  const phased: Pick<EasyInputMessage, 'phase'> = phase === 'commentary' || phase === 'final_answer' ? { phase } : {};
  if (typeof id !== 'string') return { role: 'assistant', content: text, ...phased };
  return {
    type: 'message',
    id,
    role: 'assistant',
    status: 'completed',
    content: [refusal === true ? { type: 'refusal', refusal: text } : { type: 'output_text', text, annotations: [] }],
    ...phased,
  };
}

function userContent(
  text: string,
  media: readonly Media[],
  dataOf: WireRequest['dataOf'],
): EasyInputMessage['content'] {
  const parts = media.flatMap((one): ResponseInputContent[] => {
    const data = dataOf(one);
    if (data === undefined) return [];
    const url = `data:${one.mime};base64,${data}`;
    return one.kind === 'image'
      ? [{ type: 'input_image', detail: 'auto', image_url: url }]
      : [{ type: 'input_file', filename: one.name, file_data: url }];
  });
  return parts.length === 0 ? text : [...(text === '' ? [] : [{ type: 'input_text' as const, text }]), ...parts];
}
