/** Chat Completions: what OpenAI published first, and what nearly every other server speaks. */

import { defined, type JsonObject, type JsonValue, parsedJson } from '../../../shared/defined.ts';
import type { ToolCall, Usage } from '../../../shared/events.ts';
import { WIRE_PATHS } from '../../../shared/models/model-test-codes.ts';
import { addDetails, chatBody } from './chat-request.ts';
import { callsInText, closedThought, holdCalls, LEAKED_END, ThoughtInText } from './text-forms.ts';
import {
  type AnswerDelta,
  type AnswerReader,
  asCount,
  asObject,
  asText,
  type Json,
  type OfferedTool,
  type Wire,
} from './wire.ts';

// Chunks → one answer: text, reasoning, tool calls in pieces, finish reason, usage. Tolerant of how servers differ.

interface Building {
  /** The server's, or the next free one. */
  readonly index: number;
  id: string;
  name: string;
  arguments: string;
  extra: JsonValue | undefined;
}

/** `content` as a string, or as parts (Mistral). */
function contentText(content: unknown): string {
  if (!Array.isArray(content)) return asText(content);
  return content.map((part) => asText(asObject(part)?.text)).join('');
}

export function readUsage(value: unknown): Usage | undefined {
  const usage = asObject(value);
  const promptTokens = asCount(usage?.prompt_tokens);
  const completionTokens = asCount(usage?.completion_tokens);
  if (usage === undefined || promptTokens === undefined || completionTokens === undefined) return undefined;
  const cached = [
    asObject(usage.prompt_tokens_details)?.cached_tokens,
    usage.prompt_cache_hit_tokens, // DeepSeek
    usage.cached_tokens, // Moonshot
    usage.cache_read_input_tokens, // Anthropic's names, behind gateways
  ]
    .map(asCount)
    .find((count) => count !== undefined);
  const reasoning = asCount(asObject(usage.completion_tokens_details)?.reasoning_tokens);
  return { promptTokens, completionTokens, ...defined({ cachedPromptTokens: cached, reasoningTokens: reasoning }) };
}

/** Mistral's thoughts are parts of the content. */
function thoughtParts(content: unknown): string {
  if (!Array.isArray(content)) return '';
  return content.map((part) => contentText(asObject(part)?.thinking)).join('');
}

/** Fields that carry what a person can read of the reasoning; the first that a server uses counts. */
const REASONING_FIELDS = ['reasoning_content', 'reasoning'] as const;

export class ChatReader implements AnswerReader {
  text = '';
  reasoning = '';
  finishReason: string | undefined;
  usage: Usage | undefined;
  chunks = 0;
  /** Chunks that carried words, thoughts or calls. */
  contentChunks = 0;
  length = 0;
  error: unknown;
  /** Fields sent back with the answer; `null` means the reasoning's text. */
  readonly #attached: JsonObject = {};
  readonly #inText = new ThoughtInText();
  /** End of the text, not shown yet. */
  #held = '';
  readonly #calls: Building[] = [];
  readonly #onDelta: (delta: AnswerDelta) => void;
  readonly #tools: () => readonly OfferedTool[];

  /** @param tools of the request: a text that is nothing but a call of one is that call. */
  constructor(onDelta: (delta: AnswerDelta) => void, tools: () => readonly OfferedTool[] = () => []) {
    this.#onDelta = onDelta;
    this.#tools = tools;
  }

  /** A chunk of a stream, or a whole `chat.completion` from a server that does not stream. */
  add(chunk: unknown): void {
    const body = asObject(chunk);
    if (body === undefined) return;
    if (isError(body)) {
      this.error = body;
      return;
    }
    this.chunks += 1;
    this.usage = readUsage(body.usage) ?? this.usage;
    for (const item of Array.isArray(body.choices) ? body.choices : []) {
      const choice = asObject(item);
      if (choice === undefined || (typeof choice.index === 'number' && choice.index !== 0)) continue;
      this.usage = readUsage(choice.usage) ?? this.usage; // Moonshot
      // A whole message at the end of a stream says what the deltas did.
      const whole = this.contentChunks === 0 ? asObject(choice.message) : undefined;
      this.#addDelta(asObject(choice.delta) ?? whole ?? {});
      // Some servers send '' with every chunk.
      if (asText(choice.finish_reason) !== '') this.#finish(asText(choice.finish_reason));
    }
  }

  end(): void {
    if (this.finishReason !== undefined || this.contentChunks === 0) return;
    this.#finish(this.#calls.length === 0 ? 'stop' : 'tool_calls');
  }

  #addDelta(delta: Json): void {
    const content = contentText(delta.content);
    const text = content || asText(delta.refusal);
    if (content !== '') this.#addText(this.#inText.take(content));
    else if (text !== '') this.#addText({ thought: '', text });
    const calls = Array.isArray(delta.tool_calls) ? delta.tool_calls : [];
    for (const call of calls) this.#addCall(asObject(call) ?? {});
    if (this.#addThought(delta) || text !== '' || calls.length > 0) this.contentChunks += 1;
  }

  #addText({ thought, text }: { readonly thought: string; readonly text: string }): void {
    for (const [type, words] of [['reasoning', thought] as const, ['text', text] as const]) {
      if (words === '') continue;
      this[type] += words;
      this.length += words.length;
      if (type === 'reasoning') this.#onDelta({ type, text: words });
      else this.#show(words);
    }
  }

  #show(words: string): void {
    const [shown, held] = holdCalls(this.#held, words);
    this.#held = held;
    if (shown !== '') this.#onDelta({ type: 'text', text: shown });
  }

  #finish(reason: string): void {
    this.#addText(this.#inText.end());
    const closed = this.reasoning === '' ? closedThought(this.text) : undefined;
    this.reasoning = closed?.thought ?? this.reasoning;
    this.text = (closed?.text ?? this.text).replace(LEAKED_END, '');
    const found = this.#calls.length === 0 ? callsInText(this.text, this.#tools) : undefined;
    if (found !== undefined) {
      this.text = found.text;
      for (const call of found.calls) Object.assign(this.#start(this.#calls.length), call);
    } else if (this.#held !== '') this.#onDelta({ type: 'text', text: this.#held });
    this.#held = '';
    this.finishReason = found !== undefined && reason === 'stop' ? 'tool_calls' : reason;
  }

  /** @returns whether there was any. */
  #addThought(delta: Json): boolean {
    const field = REASONING_FIELDS.find((name) => typeof delta[name] === 'string');
    if (field !== undefined) this.#attached[field] = null;
    if (Array.isArray(delta.reasoning_details)) {
      this.#attached.reasoning_details = addDetails(this.#attached.reasoning_details, delta.reasoning_details);
    }
    if (asObject(delta.extra_content) !== undefined) this.#attached.extra_content = delta.extra_content as JsonValue;
    const thought = (field === undefined ? '' : asText(delta[field])) || thoughtParts(delta.content);
    if (thought === '') return false;
    this.reasoning += thought;
    this.length += thought.length;
    this.#onDelta({ type: 'reasoning', text: thought });
    return true;
  }

  #addCall(piece: Json): void {
    const fn = asObject(piece.function) ?? {};
    const id = asText(piece.id);
    const name = asText(fn.name);
    const building = this.#find(typeof piece.index === 'number' ? piece.index : undefined, id, name, fn.arguments);
    if (building.id === '') building.id = id;
    if (asObject(piece.extra_content) !== undefined) building.extra = piece.extra_content as JsonValue;
    if (name !== '' && name !== building.name) {
      building.name += name;
      this.length += name.length;
      this.#onDelta({ type: 'tool-call', index: this.#calls.indexOf(building), name: building.name });
    }
    // Older Ollama gives the arguments as an object.
    const part = asObject(fn.arguments);
    const json = part === undefined ? asText(fn.arguments) : JSON.stringify(part);
    building.arguments += json;
    this.length += json.length;
  }

  /**
   * The call that a piece belongs to. An index decides, except that a new id together with a name is a new call even
   * at an index already used (Gemini's endpoint numbers every call 0). Without an index, a known id decides; a piece
   * with neither id nor name continues the last call.
   */
  #find(index: number | undefined, id: string, name: string, args: unknown): Building {
    const last = this.#calls.at(-1);
    if (index === undefined) {
      const same = id === '' ? undefined : this.#calls.findLast((call) => call.id === id);
      if (same !== undefined) return same;
      const continues = name === '' || (id === '' && name === last?.name && !isComplete(last.arguments, args));
      return last !== undefined && continues ? last : this.#start(this.#calls.length);
    }
    const known = this.#calls.findLast((call) => call.index === index);
    if (known === undefined) return this.#start(index);
    const another = id !== '' && known.id !== '' && id !== known.id && name !== '';
    return another ? (this.#calls.find((call) => call.id === id) ?? this.#start(index)) : known;
  }

  #start(index: number): Building {
    const building: Building = { index, id: '', name: '', arguments: '', extra: undefined };
    this.#calls.push(building);
    return building;
  }

  /** Sorted by index. */
  toolCalls(): ToolCall[] {
    return this.#calls
      .toSorted((a, b) => a.index - b.index)
      .map(({ id, name, arguments: text, extra }) => ({
        id,
        name: name.replace(LEAKED_AROUND_NAME, ''),
        arguments: plainArguments(text),
        ...defined({ extra }),
      }));
  }

  opaque(): JsonValue | undefined {
    return Object.keys(this.#attached).length === 0 ? undefined : this.#attached;
  }
}

/** `{"object":"error",…}` of vLLM and FastChat, `{"code":…,"message":…}`, `{"error":…}`. */
function isError(body: Json): boolean {
  if (body.object === 'error' || (body.error !== undefined && body.error !== null)) return true;
  return !('choices' in body) && 'message' in body && 'code' in body;
}

/** Leftovers of gpt-oss's template around the name of a tool. */
const LEAKED_AROUND_NAME = /^\s*(?:functions\.)?|<\|.*$|\s+$/gs;

/** Without a fence, or quotes of a JSON text that holds JSON. Empty ones become `{}`: servers refuse '' when it is sent back. */
function plainArguments(text: string): string {
  const bare = text.trim().replace(/^```(?:json)?\s*|\s*```$/g, '');
  if (bare === '') return '{}';
  const inner = bare.startsWith('"') ? parsedJson(bare) : undefined;
  return typeof inner === 'string' && inner.startsWith('{') ? inner : bare === text.trim() ? text : bare;
}

/** A second whole call of the same tool, from a server that gives neither index nor id. */
function isComplete(soFar: string, next: unknown): boolean {
  if (typeof next === 'object' && next !== null) return soFar !== '';
  try {
    JSON.parse(soFar);
    return true;
  } catch {
    return false;
  }
}

export const chatWire: Wire = {
  name: 'chat',
  path: WIRE_PATHS.chat,
  headers: (apiKey): Readonly<Record<string, string>> =>
    apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
  conversation: 'messages',
  body: chatBody,
  reader: (onDelta, tools) => new ChatReader(onDelta, tools),
};
