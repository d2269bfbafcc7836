/** The body of a request to OpenAI's Responses API. Nothing is stored there: every item goes along each time. */
import type {
  EasyInputMessage,
  FunctionTool,
  ResponseCreateParamsStreaming,
  ResponseInputContent,
  ResponseInputItem,
} from 'openai/resources/responses/responses';
import type { JsonObject } from '../../../../shared/json.ts';
import { answerParts, type Part } from '../answer-order.ts';
import { idOfForm } from '../call-ids.ts';
import { withParams } from '../extra-params.ts';
import { shapeTurns } from '../shape-turns.ts';
import type { Media, Turn, WireBody, WireRequest } from '../wire.ts';
import { isPlain, isReasoner, reasoningEffort } from './effort.ts';

/** Longer ones are refused. */
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
