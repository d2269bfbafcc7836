/**
 * Anthropic's Messages API, as strict as published. Sources: the pages of platform.claude.com named at each rule; error
 * texts as the API returns them, from the same pages or the threads named.
 */
import { createHash } from 'node:crypto';
import {
  counter,
  type Frame,
  knows,
  must,
  type Provider,
  pieces,
  type Refused,
  type StrictAnswer,
  type StrictRequest,
} from './strict-server.ts';

interface Block {
  readonly type: string;
  readonly text?: string;
  readonly id?: string;
  readonly tool_use_id?: string;
  readonly input?: unknown;
  readonly thinking?: string;
  readonly signature?: string;
  readonly cache_control?: unknown;
}

interface Message {
  readonly role: string;
  readonly content: readonly Block[];
}

interface Body {
  readonly model: string;
  readonly max_tokens?: number;
  readonly system?: readonly Block[];
  readonly messages: readonly Message[];
  readonly tools?: readonly { readonly name: string; readonly input_schema: { readonly type?: string } }[];
  readonly thinking?: { readonly type: string; readonly budget_tokens?: number; readonly block_binding?: object };
  readonly output_config?: { readonly effort?: string };
}

/** Abilities of a model, chosen by name, as stated on the models' own pages. */
interface Abilities {
  readonly thinking: readonly string[];
  readonly efforts: readonly string[];
  /** Its thinking blocks are valid only after an unchanged prefix. */
  readonly binds: boolean;
}

const MODELS: Readonly<Record<string, Abilities>> = {
  // Claude Sonnet 4.5: extended thinking, no effort.
  'claude-sonnet-4-5': { thinking: ['enabled', 'disabled'], efforts: [], binds: false },
  // "What's new in Claude Opus 5.5": thinking can't be disabled; thinking blocks are tied to the conversation.
  // The same page: only Sonnet 5.5 can think between tools.
  'claude-sonnet-5-5': {
    thinking: ['adaptive', 'between_tools'],
    efforts: ['low', 'medium', 'high', 'xhigh', 'max'],
    binds: true,
  },
  'claude-opus-5-5': { thinking: ['adaptive'], efforts: ['low', 'medium', 'high', 'xhigh', 'max'], binds: true },
};

const FIELDS = [
  'model',
  'max_tokens',
  'messages',
  'system',
  'tools',
  'tool_choice',
  'stream',
  'thinking',
  'output_config',
  'metadata',
  'stop_sequences',
  'temperature',
  'top_k',
  'top_p',
  'service_tier',
  'cache_control',
];
const BINDING = 'thinking-binding-controls-2026-08-01';

const sha = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('base64url');

/** Everything before a block, without cache borders and without thinking. */
function prefixOf({ system, tools, messages }: Body, upTo: number): string {
  const before = messages.slice(0, upTo).map(({ content }) => content.filter(({ type }) => type !== 'thinking'));
  const bare = JSON.stringify([tools, system?.map(({ text }) => text).join(''), before], (key, value: unknown) =>
    key === 'cache_control' ? undefined : value,
  );
  return sha(bare);
}

export function anthropicRules(key = 'test-key'): Provider {
  /** Keyed by signature: the signed thinking, its model, and its prefix. */
  const signed = new Map<string, { readonly thinking: string; readonly model: string; readonly prefix: string }>();
  /** Signatures of the answer's thinking, by the id of a call. */
  const thoughtOf = new Map<string, string>();
  const nextId = counter();

  function check({ body, headers }: StrictRequest): void {
    // API overview, Authentication and Versioning.
    must(headers['x-api-key'] === key, 'invalid x-api-key', 401, 'authentication_error');
    must(headers['anthropic-version'] === '2023-06-01', 'anthropic-version: header is required');
    const request = body as unknown as Body;
    // Messages reference: required and known fields.
    knows(request, FIELDS, (field) => `${field}: Extra inputs are not permitted`);
    must((request.max_tokens ?? 0) >= 1, 'max_tokens: Field required');
    checkThinkingField(request, String(headers['anthropic-beta'] ?? ''));
    checkTools(request);
    checkBorders(request);
    checkSystem(request);
    for (const [index, message] of request.messages.entries()) checkMessage(request, message, index);
    checkEnd(request);
  }

  function checkMessage(request: Body, { role, content }: Message, index: number): void {
    const before = request.messages[index - 1];
    // Messages reference: the first message is a user's; newer endpoints (Bedrock) do not merge those of one role.
    must(index > 0 || role === 'user', 'messages: first message must use the "user" role');
    must(before?.role !== role, 'messages: roles must alternate between "user" and "assistant"');
    must(content.length > 0, `messages.${index}: all messages must have non-empty content`);
    for (const [at, block] of content.entries()) checkBlock(request, block, index, at);
    // Tool use, "Tool use and result blocks": right after the call, before any text, one for each.
    const uses = before?.content.flatMap(({ id }) => (id === undefined ? [] : [id])) ?? [];
    const results = content.flatMap(({ tool_use_id: id }) => (id === undefined ? [] : [id]));
    for (const id of results) {
      must(uses.includes(id), `messages.${index}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}`);
    }
    for (const id of uses) {
      must(
        results.filter((one) => one === id).length === 1,
        `messages.${index - 1}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${id}`,
      );
    }
    const firstOther = content.findIndex(({ type }) => type !== 'tool_result');
    must(
      firstOther === -1 || content.slice(firstOther).every(({ type }) => type !== 'tool_result'),
      `messages.${index}: tool_result blocks must come first`,
    );
  }

  function checkBlock(request: Body, block: Block, index: number, at: number): void {
    const place = `messages.${index}.content.${at}`;
    // Errors of the API: blank text.
    must(
      block.type !== 'text' || block.text?.trim() !== '',
      'messages: text content blocks must contain non-whitespace text',
    );
    if (block.type === 'tool_use') {
      must(
        /^[a-zA-Z0-9_-]+$/.test(block.id ?? ''),
        `${place}.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'`,
      );
      const isObject = typeof block.input === 'object' && block.input !== null && !Array.isArray(block.input);
      must(isObject, `${place}.tool_use.input: Input should be a valid dictionary`);
    }
    if (block.type !== 'thinking') return;
    // Extended thinking, "Preserving thinking blocks": unmodified, with their signature, from the same model.
    must(block.signature !== undefined, `${place}.thinking.signature: Field required`);
    const known = signed.get(block.signature);
    must(
      known !== undefined && known.thinking === block.thinking,
      `${place}: Invalid \`signature\` in \`thinking\` block`,
    );
    must(known.model === request.model, `${place}: Invalid \`signature\` in \`thinking\` block`);
    // Preserved thinking, "Fix a thinking block that is bound to a different conversation".
    const isBound = MODELS[request.model]?.binds !== true || known.prefix === prefixOf(request, index);
    must(
      isBound || request.thinking?.block_binding !== undefined,
      `${place}: Invalid \`signature\` in \`thinking\` block. The block is bound to a different conversation.`,
    );
  }

  /** Extended thinking: in a loop of calls the latest answer returns with exactly the thinking it came with. */
  function checkEnd({ messages, thinking }: Body): void {
    // Migration guide 4.6: no prefilled answers.
    must(messages.at(-1)?.role === 'user', 'This model does not support assistant message prefill.');
    const latest = messages.at(-2)?.content ?? [];
    const uses = latest.filter(({ type }) => type === 'tool_use');
    if (uses.length === 0) return;
    const thought = latest
      .filter(({ type }) => type === 'thinking')
      .map(({ signature }) => signature)
      .join();
    for (const { id = '' } of uses) {
      must(
        thought === (thoughtOf.get(id) ?? ''),
        '`thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified.',
      );
    }
    must(
      thinking?.type !== 'enabled' || latest[0]?.type === 'thinking',
      'Expected `thinking` or `redacted_thinking`, but found `tool_use`.',
    );
  }

  function* frames(answer: StrictAnswer, { body }: StrictRequest): Generator<Frame> {
    const request = body as unknown as Body;
    const isThinking = answer.thinking !== undefined && (request.thinking?.type ?? 'disabled') !== 'disabled';
    const usage = { input_tokens: 10, cache_read_input_tokens: 80, cache_creation_input_tokens: 30, output_tokens: 1 };
    yield { type: 'message_start', message: { role: 'assistant', model: request.model, content: [], usage } };
    yield { type: 'ping' };
    let index = 0;
    const block = function* (start: object, deltas: readonly object[]): Generator<Frame> {
      yield { type: 'content_block_start', index, content_block: start };
      for (const delta of deltas) yield { type: 'content_block_delta', index, delta };
      yield { type: 'content_block_stop', index };
      index += 1;
    };
    let signature = '';
    if (isThinking && answer.thinking !== undefined) {
      const thinking = answer.thinking;
      const prefix = prefixOf(request, request.messages.length);
      signature = sha([thinking, request.model, prefix, nextId()]);
      signed.set(signature, { thinking, model: request.model, prefix });
      yield* block({ type: 'thinking', thinking: '', signature: '' }, [
        ...pieces(thinking).map((part) => ({ type: 'thinking_delta', thinking: part })),
        { type: 'signature_delta', signature },
      ]);
    }
    if (answer.text !== undefined) {
      yield* block(
        { type: 'text', text: '' },
        pieces(answer.text).map((text) => ({ type: 'text_delta', text })),
      );
    }
    for (const { name, arguments: input } of answer.calls ?? []) {
      const id = `toolu_${nextId()}`;
      thoughtOf.set(id, signature);
      const json = pieces(JSON.stringify(input));
      yield* block(
        { type: 'tool_use', id, name, input: {} },
        ['', ...json].map((part) => ({ type: 'input_json_delta', partial_json: part })),
      );
    }
    const reason = answer.calls === undefined ? 'end_turn' : 'tool_use';
    yield { type: 'message_delta', delta: { stop_reason: reason, stop_sequence: null }, usage: { output_tokens: 40 } };
    yield { type: 'message_stop' };
  }

  return {
    path: '/messages',
    check,
    frames: (answer, request) => [...frames(answer, request)],
    // Errors, "Error shapes".
    error: ({ message, code }: Refused) => ({ type: 'error', error: { type: code, message } }),
  };
}

/** Pages *Thinking* and *Effort*: what each model takes. */
function checkThinkingField({ model, thinking, output_config: output, max_tokens: max = 0 }: Body, beta: string): void {
  const abilities = MODELS[model];
  must(abilities !== undefined, `model: ${model}`, 404, 'not_found_error');
  const { type = '', budget_tokens: budget = 1_024, block_binding: binding } = thinking ?? {};
  must(
    thinking === undefined || abilities.thinking.includes(type),
    `"thinking.type.${type}" is not supported for this model.`,
  );
  must(budget >= 1_024, 'thinking.enabled.budget_tokens: Input should be greater than or equal to 1024');
  must(type !== 'enabled' || budget < max, '`max_tokens` must be greater than `thinking.budget_tokens`.');
  must(binding === undefined || beta.includes(BINDING), 'thinking.block_binding: Extra inputs are not permitted');
  const { effort } = output ?? {};
  must(effort === undefined || abilities.efforts.includes(effort), 'This model does not support the effort parameter.');
}

/** Tool use, "Specifying client tools". */
function checkTools({ tools = [] }: Body): void {
  for (const [index, { name, input_schema: schema }] of tools.entries()) {
    must(/^[a-zA-Z0-9_-]{1,128}$/.test(name), `tools.${index}.custom.name: String should match pattern`);
    must(schema.type === 'object', `tools.${index}.custom.input_schema.type: Field required`);
    must(tools.findIndex((one) => one.name === name) === index, 'tools: Tool names must be unique.');
  }
}

/** Prompt caching: at most four borders, none on blank text or on thinking. */
function checkBorders({ system = [], messages, tools = [] }: Body): void {
  const all: readonly Pick<Block, 'cache_control' | 'text'>[] = [
    ...(tools as readonly Pick<Block, 'cache_control'>[]),
    ...system,
    ...messages.flatMap(({ content }) =>
      content.map((one) => ({ ...one, text: one.type === 'thinking' ? '' : (one.text ?? 'x') })),
    ),
  ];
  const marked = all.filter(({ cache_control: border }) => border !== undefined);
  must(marked.length <= 4, `A maximum of 4 blocks with cache_control may be provided. Found ${marked.length}.`);
  must(
    marked.every(({ text }) => text !== ''),
    'cache_control cannot be set for empty text blocks',
  );
}

function checkSystem({ system = [] }: Body): void {
  for (const { text } of system) must(text?.trim() !== '', 'system: text content blocks must be non-empty');
}
