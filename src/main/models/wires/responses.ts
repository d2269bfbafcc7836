/** OpenAI's Responses API: the only one on which its current models both reason and call tools. */

import type {
  EasyInputMessage,
  FunctionTool,
  ResponseCreateParamsStreaming,
  ResponseInputContent,
  ResponseInputItem,
} from 'openai/resources/responses/responses';
import { defined, type JsonObject, type JsonValue } from '../../../shared/defined.ts';
import type { Effort, Usage } from '../../../shared/events.ts';
import { WIRE_PATHS } from '../../../shared/models/model-test-codes.ts';
import { sha256 } from '../../lib/text.ts';
import {
  type AnswerItem,
  answerParts,
  asCount,
  asObject,
  asText,
  GAP,
  ItemsReader,
  idOfForm,
  type Json,
  type Media,
  type Part,
  type Piece,
  shapeTurns,
  type Turn,
  type Wire,
  type WireBody,
  type WireRequest,
  withParams,
} from './wire.ts';

/** Reasoning effort in the words that OpenAI's models take (docs/decisions/0021). */
type ReasoningEffort = Effort | 'xhigh';

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
    ...(route?.rules?.cacheKey === true ? { prompt_cache_key: sha256(system).slice(0, 32) } : {}),
    ...(isPlain(model) ? {} : { include: ['reasoning.encrypted_content'] }),
    stream: true,
    ...defined({ reasoning, max_output_tokens: route?.maxOutput }),
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

// Events of a Responses stream → one answer. Sorts items by output index, whatever order they arrived in.

interface Item extends AnswerItem {
  isRefusal: boolean;
  /** Part of the reasoning that its last words belong to. */
  section: string;
}

type ItemKind = AnswerItem['kind'];

const KINDS: Readonly<Record<string, ItemKind>> = { message: 'text', function_call: 'call', reasoning: 'thinking' };

const DELTAS: Readonly<Record<string, ItemKind>> = {
  'response.output_text.delta': 'text',
  'response.refusal.delta': 'text',
  'response.function_call_arguments.delta': 'call',
  'response.reasoning_summary_text.delta': 'thinking',
  'response.reasoning_text.delta': 'thinking',
};

function readUsage(value: unknown): Usage | undefined {
  const usage = asObject(value);
  const promptTokens = asCount(usage?.input_tokens);
  const completionTokens = asCount(usage?.output_tokens);
  if (usage === undefined || promptTokens === undefined || completionTokens === undefined) return undefined;
  const input = asObject(usage.input_tokens_details);
  const cached = asCount(input?.cached_tokens);
  const written = asCount(input?.cache_write_tokens);
  const reasoning = asCount(asObject(usage.output_tokens_details)?.reasoning_tokens);
  return {
    promptTokens,
    completionTokens,
    ...defined({ cachedPromptTokens: cached, cacheWriteTokens: written, reasoningTokens: reasoning }),
  };
}

export class ResponsesReader extends ItemsReader<Item> {
  usage: Usage | undefined;

  add(event: unknown): void {
    const body = asObject(event);
    if (body === undefined) return;
    const type = asText(body.type);
    if (type === 'error' || (body.error !== undefined && body.error !== null)) {
      this.error = type === 'error' && asObject(body.error) === undefined ? { error: body } : body;
      return;
    }
    if (body.object === 'response') this.#end(body);
    else if (type === 'response.output_item.added') this.#describe(body.output_index, asObject(body.item), false);
    else if (type === 'response.output_item.done') this.#describe(body.output_index, asObject(body.item), true);
    else if (DELTAS[type] !== undefined) this.#addDelta(DELTAS[type], body);
    else if (/^response\.(completed|incomplete|failed)$/.test(type))
      this.#end({ status: type.replace('response.', ''), ...asObject(body.response) });
    else if (!type.startsWith('response.')) return;
    this.chunks += 1;
  }

  #addDelta(kind: ItemKind, event: Json): void {
    const delta = asText(event.delta);
    if (delta === '') return;
    const index = asCount(event.output_index) ?? 0;
    const item = this.items.get(index) ?? this.#start(index, kind, {});
    if (item.kind !== kind) return;
    if (asText(event.type) === 'response.refusal.delta') item.isRefusal = true;
    // Each summary is a separate section.
    const section = `${asText(event.type)} ${asCount(event.summary_index) ?? asCount(event.content_index) ?? 0}`;
    const isNext = kind === 'thinking' && item.text !== '' && section !== item.section;
    item.section = section;
    this.grow(item, isNext ? GAP + delta : delta);
  }

  protected override grow(item: Item, text: string): void {
    if (item.text === '' && item.kind !== 'call') item.gap = this.joined(item.kind) === '' ? '' : GAP;
    super.grow(item, text);
  }

  #start(index: number, kind: ItemKind, json: Json): Item {
    const item: Item = { kind, text: '', gap: '', json, isRefusal: false, section: '' };
    this.items.set(index, item);
    if (kind !== 'call') return item;
    this.contentChunks += 1;
    return item;
  }

  /** @param isWhole after its last word; a server that sends no deltas gives its words here. */
  #describe(at: unknown, json: Json | undefined, isWhole: boolean): void {
    const kind = KINDS[asText(json?.type)];
    if (json === undefined || kind === undefined) return;
    const index = asCount(at) ?? this.items.size;
    const known = this.items.get(index);
    const item = known?.kind === kind ? known : this.#start(index, kind, json);
    const hadName = known !== undefined && asText(known.json.name) !== '';
    item.json = json;
    if (kind === 'call' && !hadName) {
      this.onDelta({ type: 'tool-call', index: this.ofKind('call').indexOf(item), name: asText(json.name) });
    }
    if (!isWhole) return;
    if (kind === 'text' && partsText(json.content, 'refusal') !== '') item.isRefusal = true;
    if (kind === 'call' && asText(json.arguments) !== '') {
      this.length += asText(json.arguments).length - item.text.length;
      item.text = asText(json.arguments);
    } else if (item.text === '') this.grow(item, wordsOf(kind, json));
  }

  /** The response as a whole: what had not come in pieces, why it ended, what it took. */
  #end(response: Json): void {
    const failure = response.error;
    if (failure !== undefined && failure !== null) {
      this.error = { error: failure };
      return;
    }
    const output = Array.isArray(response.output) ? response.output : [];
    for (const [index, item] of output.entries()) this.#describe(index, asObject(item), true);
    this.usage = readUsage(response.usage) ?? this.usage;
    this.finishReason = this.#reason(response);
  }

  #reason({ status, incomplete_details: details }: Json): string {
    if (status === 'failed' || status === 'cancelled') return 'error';
    const why = asText(asObject(details)?.reason);
    // Some servers give no reason.
    if (status === 'incomplete') return why === '' || why === 'max_output_tokens' ? 'length' : why;
    return this.ofKind('call').length > 0 ? 'tool_calls' : 'stop';
  }

  opaque(): JsonValue | undefined {
    const pieces = this.ordered().flatMap((item): Piece[] => {
      const { id, phase } = item.json;
      const ids: JsonObject = {
        ...(typeof id === 'string' ? { id } : {}),
        ...(typeof phase === 'string' ? { phase } : {}),
      };
      if (item.kind === 'call') return [{ call: ids }];
      if (item.kind === 'thinking') return asText(item.json.type) === '' ? [] : [{ keep: returnable(item.json) }];
      if (item.text === '') return [];
      const about = { ...ids, ...(item.isRefusal ? { refusal: true } : {}) };
      return [{ text: item.text.length, ...(item.gap === '' ? {} : { gap: item.gap.length }), about }];
    });
    return pieces.length === 0 ? undefined : { pieces };
  }
}

/** Unchanged, except that requests refuse `status` and empty fields. */
function returnable(item: Json): JsonObject {
  const fields = Object.entries(item as JsonObject).filter(([name, value]) => name !== 'status' && value !== null);
  return Object.fromEntries(fields);
}

function wordsOf(kind: ItemKind, json: Json): string {
  if (kind === 'text') return partsText(json.content, 'text') || partsText(json.content, 'refusal');
  if (kind === 'thinking') return partsText(json.summary, 'text', GAP) || partsText(json.content, 'text', GAP);
  return '';
}

function partsText(parts: unknown, field: 'text' | 'refusal', between = ''): string {
  if (!Array.isArray(parts)) return '';
  return parts
    .map((part) => asText(asObject(part)?.[field]))
    .filter((text) => text !== '')
    .join(between);
}

export const responsesWire: Wire = {
  name: 'responses',
  path: WIRE_PATHS.responses,
  headers: (apiKey): Readonly<Record<string, string>> =>
    apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
  conversation: 'input',
  body: responsesBody,
  reader: (onDelta) => new ResponsesReader(onDelta),
};
