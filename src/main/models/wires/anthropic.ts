/** Anthropic's Messages API, and the servers that speak it too. */

import { defined, type JsonObject, type JsonValue } from '../../../shared/defined.ts';
import type { Usage } from '../../../shared/events.ts';
import { ANTHROPIC_VERSION, THINKING_BINDING, WIRE_PATHS } from '../../../shared/models/model-test-codes.ts';
import { anthropicBody, bindsThinking } from './anthropic-request.ts';
import {
  type AnswerItem,
  asCount,
  asObject,
  asText,
  GAP,
  ItemsReader,
  type Json,
  type Piece,
  type Wire,
} from './wire.ts';

// Events of a Messages stream → one answer, block by block.

interface Block extends AnswerItem {
  signature: string;
  isWhole: boolean;
}

const KINDS: Readonly<Record<string, AnswerItem['kind']>> = {
  text: 'text',
  tool_use: 'call',
  thinking: 'thinking',
  redacted_thinking: 'redacted',
};

/** Translates to the chat wire's words; others stay unchanged. */
const REASONS: Readonly<Record<string, string>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  tool_use: 'tool_calls',
  max_tokens: 'length',
  refusal: 'content_filter',
};

export class AnthropicReader extends ItemsReader<Block> {
  /** Fields of `usage`: the end of a stream repeats only some of them. */
  #counts: Json = {};

  /** `input_tokens` excludes tokens read from and written to the cache. */
  get usage(): Usage | undefined {
    const input = asCount(this.#counts.input_tokens);
    const completionTokens = asCount(this.#counts.output_tokens);
    if (input === undefined || completionTokens === undefined) return undefined;
    const cached = asCount(this.#counts.cache_read_input_tokens);
    const written = asCount(this.#counts.cache_creation_input_tokens);
    const reasoning = asCount(asObject(this.#counts.output_tokens_details)?.thinking_tokens);
    return {
      promptTokens: input + (cached ?? 0) + (written ?? 0),
      completionTokens,
      ...defined({ cachedPromptTokens: cached, cacheWriteTokens: written, reasoningTokens: reasoning }),
    };
  }

  add(event: unknown): void {
    const body = asObject(event);
    if (body === undefined) return;
    if (body.error !== undefined && body.error !== null) {
      this.error = body;
      return;
    }
    switch (body.type) {
      case 'message_start':
        this.#count(asObject(body.message)?.usage);
        break;
      case 'content_block_start':
        this.#start(asCount(body.index) ?? this.items.size, asObject(body.content_block) ?? {});
        break;
      case 'content_block_delta':
        this.#addDelta(asCount(body.index) ?? 0, asObject(body.delta) ?? {});
        break;
      case 'content_block_stop':
        this.#stop(asCount(body.index) ?? 0);
        break;
      case 'message_delta':
        this.#count(body.usage);
        this.#finish(asObject(body.delta)?.stop_reason);
        break;
      case 'message_stop':
        break;
      case 'message':
        this.#addMessage(body);
        break;
      default:
        return;
    }
    this.chunks += 1;
  }

  /** The whole answer of a server that does not stream. */
  #addMessage(message: Json): void {
    const content = Array.isArray(message.content) ? message.content : [];
    for (const [index, block] of content.entries()) {
      this.#start(index, asObject(block) ?? {});
      this.#stop(index);
    }
    this.#count(message.usage);
    this.#finish(message.stop_reason);
  }

  #finish(reason: unknown): void {
    const word = asText(reason);
    if (word !== '') this.finishReason = REASONS[word] ?? word;
  }

  #count(usage: unknown): void {
    const counts = Object.entries(asObject(usage) ?? {}).filter(([, value]) => value !== null);
    this.#counts = { ...this.#counts, ...Object.fromEntries(counts) };
  }

  #start(index: number, json: Json): void {
    const kind = KINDS[asText(json.type)];
    if (kind === undefined) return;
    const before = [...this.items.values()];
    // Text blocks that follow one another are one text, cut for citations.
    const continues = kind === 'text' && before.at(-1)?.kind === 'text';
    const gap = !continues && before.some((one) => one.kind === kind && one.text !== '') ? GAP : '';
    const block: Block = { kind, json, text: '', gap, signature: asText(json.signature), isWhole: false };
    this.items.set(index, block);
    if (kind === 'call') {
      this.contentChunks += 1;
      this.onDelta({ type: 'tool-call', index: this.ofKind('call').length - 1, name: asText(json.name) });
      return;
    }
    this.grow(block, asText(json.text) || asText(json.thinking));
  }

  #addDelta(index: number, delta: Json): void {
    const block = this.items.get(index);
    if (block === undefined) return;
    if (delta.type === 'signature_delta') {
      block.signature += asText(delta.signature);
      this.length += asText(delta.signature).length;
    } else this.grow(block, asText(delta.text) || asText(delta.thinking) || asText(delta.partial_json));
  }

  /** Arguments come in pieces, or whole as an object with the block's beginning. */
  #stop(index: number): void {
    const block = this.items.get(index);
    if (block === undefined) return;
    block.isWhole = true;
    const input = asObject(block.json.input);
    if (block.kind === 'call' && block.text === '' && input !== undefined) this.grow(block, JSON.stringify(input));
  }

  /** Only thinking has to go back unread; without it the order of words and calls needs no keeping. */
  opaque(): JsonValue | undefined {
    const blocks = this.ordered();
    if (!blocks.some(isKept)) return undefined;
    const pieces = blocks.flatMap((block): Piece[] => {
      if (block.kind === 'call') return [{ call: {} }];
      if (isKept(block)) return [{ keep: returnable(block) }];
      if (block.kind !== 'text' || block.text === '') return [];
      return [{ text: block.text.length, ...(block.gap === '' ? {} : { gap: block.gap.length }) }];
    });
    return { pieces };
  }
}

/** A block that was cut off has no signature yet, and is refused. */
const isKept = ({ kind, isWhole }: Block): boolean => isWhole && (kind === 'thinking' || kind === 'redacted');

function returnable({ kind, json, text, signature }: Block): JsonObject {
  if (kind === 'redacted') return json as JsonObject;
  return { ...(json as JsonObject), thinking: text, signature };
}

export const anthropicWire: Wire = {
  name: 'anthropic',
  path: WIRE_PATHS.anthropic,
  headers: (apiKey, model): Readonly<Record<string, string>> => ({
    'anthropic-version': ANTHROPIC_VERSION,
    ...(apiKey === undefined ? {} : { 'x-api-key': apiKey }),
    ...(bindsThinking(model) ? { 'anthropic-beta': THINKING_BINDING } : {}),
  }),
  conversation: 'messages',
  body: anthropicBody,
  reader: (onDelta) => new AnthropicReader(onDelta),
};
