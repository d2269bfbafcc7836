/**
 * OpenAI's Responses API without stored responses, as strict as published. Sources: the pages of developers.openai.com
 * named at each rule; error texts as the API returns them, from the threads named.
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

interface Item {
  readonly type?: string;
  readonly role?: string;
  readonly id?: string;
  readonly call_id?: string;
  readonly arguments?: string;
  readonly content?: unknown;
  readonly encrypted_content?: string;
}

interface Body {
  readonly model: string;
  readonly input: readonly Item[];
  readonly tools?: readonly { readonly type: string; readonly name?: string; readonly strict?: boolean }[];
  readonly store?: boolean;
  readonly stream?: boolean;
  readonly include?: readonly string[];
  readonly reasoning?: { readonly effort?: string; readonly summary?: string };
  readonly max_output_tokens?: number;
}

/** Pages of the models: the efforts of each; none: it does not reason. */
const MODELS: Readonly<Record<string, readonly string[]>> = {
  'gpt-5.6-sol': ['none', 'low', 'medium', 'high', 'xhigh', 'max'],
  'gpt-6.1-terra': ['none', 'low', 'medium', 'high', 'xhigh', 'max'],
  'gpt-4.1': [],
};

const FIELDS = [
  'model',
  'input',
  'instructions',
  'tools',
  'tool_choice',
  'store',
  'stream',
  'include',
  'reasoning',
  'text',
  'max_output_tokens',
  'parallel_tool_calls',
  'metadata',
  'temperature',
  'top_p',
  'prompt_cache_key',
  'truncation',
];
const MESSAGE = ['type', 'role', 'content', 'id', 'status', 'phase'];
/** Create a response: the fields of each kind of item. `status` of reasoning: openai-python#2509 and others. */
const ITEM_FIELDS: Readonly<Record<string, readonly string[]>> = {
  message: MESSAGE,
  function_call: ['type', 'id', 'call_id', 'name', 'arguments', 'status'],
  function_call_output: ['type', 'id', 'call_id', 'output', 'status'],
  reasoning: ['type', 'id', 'summary', 'content', 'encrypted_content'],
};
const PREFIX: Readonly<Record<string, string>> = { message: 'msg', function_call: 'fc', reasoning: 'rs' };

const kindOf = ({ type, role }: Item): string => type ?? (role === undefined ? '' : 'message');

export function responsesRules(key = 'test-key'): Provider {
  /** Encrypted content, and the ids of the items that followed, by the id of a reasoning item. */
  const thoughts = new Map<string, { readonly encrypted: string; readonly followers: readonly string[] }>();
  const nextId = counter();

  function check({ body, headers }: StrictRequest): void {
    must(headers.authorization === `Bearer ${key}`, 'Incorrect API key provided.', 401, 'invalid_api_key');
    const request = body as unknown as Body;
    knows(request, FIELDS, (field) => `Unknown parameter: '${field}'.`);
    const efforts = MODELS[request.model];
    must(efforts !== undefined, `The model '${request.model}' does not exist.`, 404, 'model_not_found');
    checkReasoning(request, efforts);
    // Function calling, "Strict mode": the default, and refused for schemas that were not written for it.
    for (const [index, { type, name, strict }] of (request.tools ?? []).entries()) {
      must(type === 'function' && name !== undefined, `Missing required parameter: 'tools[${index}].name'.`);
      must(
        strict === false,
        `Invalid schema for function '${name}': 'additionalProperties' is required to be supplied.`,
      );
    }
    must((request.max_output_tokens ?? 16) >= 16, "Invalid 'max_output_tokens': integer below minimum value.");
    for (const [index, item] of request.input.entries()) checkItem(request, item, index);
  }

  function checkItem({ input, store }: Body, item: Item, index: number): void {
    const kind = kindOf(item);
    const { id, call_id: callId = '' } = item;
    must(ITEM_FIELDS[kind] !== undefined, `Invalid value: '${kind}'.`);
    knows(item, ITEM_FIELDS[kind] ?? [], (field) => `Unknown parameter: 'input[${index}].${field}'.`);
    must(
      id === undefined || id.startsWith(PREFIX[kind] ?? ''),
      `Invalid 'input[${index}].id': '${id}'. Expected an ID that begins with '${PREFIX[kind]}'.`,
    );
    must(callId.length <= 64, `Invalid 'input[${index}].call_id': string too long.`);
    const calls = input.slice(0, index).filter((one) => kindOf(one) === 'function_call');
    const outputs = input.filter((one) => kindOf(one) === 'function_call_output' && one.call_id === callId);
    // Function calling, "Handling function calls".
    if (kind === 'function_call') must(outputs.length === 1, `No tool output found for function call ${callId}.`);
    if (kind === 'function_call_output') {
      const isKnown = calls.some((one) => one.call_id === callId);
      must(isKnown, `No tool call found for function call output with call_id ${callId}.`);
    }
    if (kind === 'reasoning') checkThought(input, item, index, store);
    else if (id !== undefined) checkFollower(input, id, kind);
  }

  /** Reasoning models, "Keeping reasoning items in context" and "Encrypted reasoning items". */
  function checkThought(input: readonly Item[], item: Item, index: number, store: boolean | undefined): void {
    const { id = '', encrypted_content: encrypted } = item;
    const known = thoughts.get(id);
    must(
      encrypted !== undefined && store === false,
      `Item with id '${id}' not found. Items are not persisted when \`store\` is set to false.`,
      404,
    );
    must(
      known?.encrypted === encrypted,
      'The encrypted content could not be verified.',
      400,
      'invalid_encrypted_content',
    );
    const next = input.slice(index + 1).find((one) => kindOf(one) !== 'reasoning');
    must(
      known.followers.includes(next?.id ?? ''),
      `Item '${id}' of type 'reasoning' was provided without its required following item.`,
    );
  }

  function checkFollower(input: readonly Item[], id: string, kind: string): void {
    for (const [thought, { followers }] of thoughts) {
      const isMissing = followers.includes(id) && input.every((one) => one.id !== thought);
      must(
        !isMissing,
        `Item '${id}' of type '${kind}' was provided without its required 'reasoning' item: '${thought}'.`,
      );
    }
  }

  function* frames(answer: StrictAnswer, { body }: StrictRequest): Generator<Frame> {
    const { model, include = [] } = body as unknown as Body;
    const thinks = answer.thinking !== undefined && include.includes('reasoning.encrypted_content');
    const output: object[] = [];
    const event = (type: string, more: object) => ({ type: `response.${type}`, output_index: output.length, ...more });
    const calls = (answer.calls ?? []).map((call) => ({ ...call, id: `fc_${nextId()}`, call_id: `call_${nextId()}` }));
    const messageId = `msg_${nextId()}`;
    yield { type: 'response.created', response: { status: 'in_progress', model, error: null } };
    if (thinks && answer.thinking !== undefined) {
      const id = `rs_${nextId()}`;
      const encrypted = createHash('sha256')
        .update(answer.thinking + id)
        .digest('base64');
      thoughts.set(id, {
        encrypted,
        followers: [...(answer.text === undefined ? [] : [messageId]), ...calls.map((one) => one.id)],
      });
      const summary = { type: 'summary_text', text: answer.thinking };
      yield event('output_item.added', { item: { type: 'reasoning', id, summary: [], encrypted_content: 'part' } });
      for (const delta of pieces(answer.thinking))
        yield event('reasoning_summary_text.delta', { summary_index: 0, delta });
      const item = { type: 'reasoning', id, status: 'completed', summary: [summary], encrypted_content: encrypted };
      yield event('output_item.done', { item });
      output.push(item);
    }
    if (answer.text !== undefined) {
      const phase = calls.length > 0 ? 'commentary' : 'final_answer';
      const start = { type: 'message', id: messageId, role: 'assistant', status: 'in_progress', phase, content: [] };
      yield event('output_item.added', { item: start });
      for (const delta of pieces(answer.text)) yield event('output_text.delta', { content_index: 0, delta });
      const content = [{ type: 'output_text', text: answer.text, annotations: [] }];
      const item = { ...start, status: 'completed', content };
      yield event('output_item.done', { item });
      output.push(item);
    }
    for (const { id, call_id, name, arguments: args } of calls) {
      const start = { type: 'function_call', id, call_id, name, arguments: '', status: 'in_progress' };
      yield event('output_item.added', { item: start });
      const json = JSON.stringify(args);
      for (const delta of pieces(json)) yield event('function_call_arguments.delta', { item_id: id, delta });
      yield event('function_call_arguments.done', { item_id: id, arguments: json });
      const item = { ...start, arguments: json, status: 'completed' };
      yield event('output_item.done', { item });
      output.push(item);
    }
    const usage = {
      input_tokens: 120,
      output_tokens: 40,
      total_tokens: 160,
      input_tokens_details: { cached_tokens: 80 },
      output_tokens_details: { reasoning_tokens: thinks ? 30 : 0 },
    };
    yield {
      type: 'response.completed',
      response: { object: 'response', status: 'completed', error: null, output, usage },
    };
  }

  return {
    path: '/responses',
    check,
    frames: (answer, request) => [...frames(answer, request)],
    error: ({ message, code }: Refused) => ({ error: { message, type: 'invalid_request_error', param: null, code } }),
  };
}

/** Reasoning models: each takes its own efforts, others none at all. */
function checkReasoning({ model, reasoning, include = [] }: Body, efforts: readonly string[]): void {
  const { effort } = reasoning ?? {};
  must(
    efforts.length > 0 || reasoning === undefined,
    `Unsupported parameter: 'reasoning' is not supported with this model.`,
  );
  must(efforts.length > 0 || include.length === 0, 'Encrypted content is not supported with this model.');
  must(
    effort === undefined || efforts.includes(effort),
    `Unsupported value: '${effort}' is not supported with the '${model}' model.`,
  );
}
