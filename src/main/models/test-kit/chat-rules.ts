/** Rules by which providers of chat completions refuse requests, each with its published source. */
import type { ChatMessage, ChatToolCall } from '../wires/chat-request.ts';
import type { StrictRequest } from './strict-server.ts';

export interface StrictBody {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly tools?: readonly unknown[];
  readonly reasoning_effort?: string;
  readonly max_tokens?: number;
}

/** Fields of an answer, by the id of its first call: they must be present when the call is sent back. */
export interface Attached {
  readonly reasoning: string;
  readonly signature: string;
}

interface ChatRequest extends Pick<StrictRequest, 'headers' | 'url'> {
  readonly body: StrictBody;
  readonly attached: ReadonlyMap<string, Attached>;
}

export interface ChatProvider {
  readonly name: string;
  /** Published source of the rule. */
  readonly source: string;
  /** Reason why the request is refused, in the provider's words; undefined where it is taken. */
  refuses(request: ChatRequest): string | undefined;
  /** Fields of an answer besides words and calls. */
  readonly attaches: 'nothing' | 'reasoning_content' | 'thought_signature' | 'reasoning_details';
  readonly status?: number;
}

type Assistant = Extract<ChatMessage, { role: 'assistant' }>;

const calling = (messages: readonly ChatMessage[]): (Assistant & { readonly tool_calls: readonly ChatToolCall[] })[] =>
  messages.flatMap((message) =>
    message.role === 'assistant' && message.tool_calls !== undefined && message.tool_calls.length > 0
      ? [{ ...message, tool_calls: message.tool_calls }]
      : [],
  );

function reasoningIsBack({ body, attached }: ChatRequest): boolean {
  return calling(body.messages).every(
    ({ tool_calls: [first], reasoning_content: text }) => text === attached.get(first?.id ?? '')?.reasoning,
  );
}

/** Fields of an assistant's message that OpenAI's specification knows. */
const KNOWN_FIELDS: ReadonlySet<string> = new Set(['role', 'content', 'tool_calls', 'prefix']);

function oddRoles({ messages }: StrictBody): string | undefined {
  for (const [index, { role }] of messages.entries()) {
    const before = messages[index - 1]?.role;
    if (role === 'user' && before === 'tool') return `Unexpected role 'user' after role 'tool'`;
    if (role === 'system' && index > 0) return `Unexpected role 'system' after role '${before}'`;
    if (role === before && role !== 'tool') return `Unexpected role '${role}' after role '${before}'`;
  }
  return undefined;
}

export const CHAT_PROVIDERS: readonly ChatProvider[] = [
  {
    name: 'DeepSeek V4',
    source: 'DeepSeek API docs, guides/thinking_mode: tool calls within a thinking turn',
    attaches: 'reasoning_content',
    refuses: (request) =>
      reasoningIsBack(request)
        ? undefined
        : 'The reasoning_content in the thinking mode must be passed back to the API.',
  },
  {
    name: 'Kimi K3',
    source: 'Moonshot platform docs, use-kimi-k2-thinking-model: keep reasoning_content in the context',
    attaches: 'reasoning_content',
    refuses: (request) =>
      reasoningIsBack(request)
        ? undefined
        : 'thinking is enabled but reasoning_content is missing in assistant tool call message',
  },
  {
    name: 'Gemini 3',
    source: 'Gemini API docs, thought-signatures: OpenAI compatibility, first function call of each step',
    attaches: 'thought_signature',
    refuses: ({ body, attached }) =>
      calling(body.messages).every(({ tool_calls: [first] }) => {
        const extra = first?.extra_content as { google?: { thought_signature?: string } } | undefined;
        return extra?.google?.thought_signature === attached.get(first?.id ?? '')?.signature;
      })
        ? undefined
        : 'Function call is missing a thought_signature in functionCall parts.',
  },
  {
    name: 'OpenRouter',
    source: 'OpenRouter docs, reasoning-tokens: preserving reasoning blocks, unmodified and in order',
    attaches: 'reasoning_details',
    refuses: ({ body, attached }) =>
      calling(body.messages).every(({ tool_calls: [first], reasoning_details: details }) => {
        const one = attached.get(first?.id ?? '');
        return JSON.stringify(details) === JSON.stringify(one === undefined ? undefined : reasoningDetails(one));
      })
        ? undefined
        : 'Provider returned error: thinking blocks in the latest assistant message cannot be modified.',
  },
  {
    name: 'GPT-5.6',
    source: 'OpenAI API reference, chat completions: function tools of reasoning models; max_tokens is deprecated',
    attaches: 'nothing',
    refuses({ body: { model, tools = [], reasoning_effort: effort, max_tokens: limit } }) {
      if (limit !== undefined) {
        return "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";
      }
      return tools.length > 0 && effort !== 'none'
        ? `Function tools with reasoning_effort are not supported for ${model} in /v1/chat/completions. Please use /v1/responses instead.`
        : undefined;
    },
  },
  {
    name: 'Qwen 3.5 template',
    source: "Qwen3.5 chat_template.jinja: raise_exception('System message must be at the beginning.')",
    attaches: 'nothing',
    refuses({ body: { messages } }) {
      if (messages.some(({ role }, index) => role === 'system' && index > 0)) {
        return 'System message must be at the beginning.';
      }
      return messages.some(({ role }) => role === 'user') ? undefined : 'No user query found in messages.';
    },
  },
  {
    name: 'Mistral',
    source: 'mistral-common, validator: roles, ids of tool calls; Mistral API reference: extra inputs',
    attaches: 'nothing',
    refuses({ body }) {
      const odd = oddRoles(body);
      if (odd !== undefined) return odd;
      const ids = calling(body.messages).flatMap(({ tool_calls: calls }) => calls.map(({ id }) => id));
      const wrong = ids.find((id) => !/^[a-zA-Z0-9]{9}$/.test(id));
      if (wrong !== undefined) return `Tool call id was ${wrong} but must be a-z, A-Z, 0-9, with a length of 9.`;
      const extra = body.messages
        .filter(({ role }) => role === 'assistant')
        .flatMap((message) => Object.keys(message))
        .find((field) => !KNOWN_FIELDS.has(field));
      return extra === undefined ? undefined : `Extra inputs are not permitted: ${extra}`;
    },
  },
  {
    name: 'Gemma template',
    source: "Gemma 3 chat_template.jinja: raise_exception('Conversation roles must alternate user/assistant/…')",
    attaches: 'nothing',
    refuses({ body: { messages } }) {
      const spoken = messages.filter(({ role }) => role !== 'system').map(({ role }) => role);
      const isOdd = spoken[0] !== 'user' || spoken.some((role, index) => role !== 'tool' && role === spoken[index - 1]);
      return isOdd || messages.some(({ role }, index) => role === 'system' && index > 0)
        ? 'Conversation roles must alternate user/assistant/user/assistant/...'
        : undefined;
    },
  },
];

const AZURE: ChatProvider = {
  name: 'Azure OpenAI',
  source: 'Azure OpenAI REST reference: api-version is required, keys are sent as api-key',
  attaches: 'nothing',
  status: 401,
  refuses: ({ headers, url }) =>
    headers['api-key'] === 'azure-key' && headers.authorization === undefined && /[?&]api-version=/.test(url)
      ? undefined
      : 'Access denied due to invalid subscription key or wrong API endpoint.',
};

const PORTKEY: ChatProvider = {
  name: 'Portkey gateway',
  source: '@portkey-ai/gateway, request validator: which provider a request is for',
  attaches: 'nothing',
  refuses: ({ headers }) =>
    headers['x-portkey-provider'] === 'openai'
      ? undefined
      : 'Either x-portkey-config or x-portkey-provider header is required',
};

export const GATEWAYS = { azure: AZURE, portkey: PORTKEY } as const;

export const reasoningDetails = ({ reasoning, signature }: Attached): readonly unknown[] => [
  { type: 'reasoning.text', text: reasoning, format: 'anthropic-claude-v1', index: 0, signature },
];

/** Every provider refuses these: a result without its call, a call without its result. */
export function brokenPairs({ messages }: StrictBody): string | undefined {
  let open = new Set<string>();
  for (const message of messages) {
    if (message.role === 'tool') {
      if (!open.delete(message.tool_call_id)) {
        return "messages with role 'tool' must be a response to a preceding message with 'tool_calls'.";
      }
      continue;
    }
    if (open.size > 0) return `An assistant message with 'tool_calls' must be followed by tool messages: ${[...open]}`;
    if (message.role === 'assistant') open = new Set(message.tool_calls?.map(({ id }) => id));
  }
  return open.size === 0 ? undefined : `No tool output found for ${[...open]}`;
}
