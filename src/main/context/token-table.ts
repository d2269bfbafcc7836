/** The token table of a request: what each component takes, by the model's own encoding. */
import type { TokenPart, TokenTable } from '../../shared/events.ts';
import type { SessionState } from '../../shared/session-state.ts';
import type { BuiltRequest } from './build-request.ts';
import type { TokenCounter } from './tokens/counter.ts';
import type { WireMessage } from './wire-messages.ts';

/** Tokens that the chat format adds to each message (role and separators), after OpenAI's published counting recipe. */
const PER_MESSAGE = 3;
/** Tokens with which every reply is primed; counted with the base part. */
const REPLY_PRIMING = 3;

export function tokenTable(request: BuiltRequest, state: SessionState, counter: TokenCounter): TokenTable {
  const parts = mergeBase([
    ...systemParts(request, counter),
    ...toolParts(request, counter),
    ...messageParts(request, state, counter),
  ]);
  return {
    total: parts.reduce((sum, part) => sum + part.tokens, 0),
    max: state.limits.maxContext,
    parts,
    encoding: counter.encoding,
  };
}

function systemParts(request: BuiltRequest, counter: TokenCounter): TokenPart[] {
  return request.sections.map(({ kind, label, reason, text }, index) => ({
    kind,
    label,
    reason,
    tokens: counter.count(text) + (index === 0 ? PER_MESSAGE + REPLY_PRIMING : 0),
  }));
}

function toolParts({ body }: BuiltRequest, counter: TokenCounter): TokenPart[] {
  if (body.tools === undefined) return [];
  return [
    {
      kind: 'tools',
      label: `${body.tools.length} tool definitions`,
      reason: 'names, descriptions and parameters of the tools',
      tokens: body.tools.reduce((sum, tool) => sum + counter.count(JSON.stringify(tool.function)), 0),
    },
  ];
}

/** User and assistant messages add up to one row each, tool results to one row a tool: a row a message would make every event as long as the conversation. */
function messageParts({ body }: BuiltRequest, state: SessionState, counter: TokenCounter): TokenPart[] {
  const names = new Map(
    state.messages.flatMap((message) => (message.role === 'tool' ? [[message.callId, message.name]] : [])),
  );
  const rows = new Map<string, { kind: TokenPart['kind']; name: string; tokens: number; messages: number }>();
  for (const message of body.messages.slice(1)) {
    const { kind, name } = rowOf(message, names);
    const row = rows.get(`${kind} ${name}`) ?? { kind, name, tokens: 0, messages: 0 };
    row.tokens += messageTokens(message, counter);
    row.messages += 1;
    rows.set(`${kind} ${name}`, row);
  }
  const order = ['summary', 'user', 'assistant', 'tool-result'];
  return [...rows.values()]
    .sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
    .map(({ kind, name, tokens, messages }) => ({
      kind,
      label: messages === 1 ? name : `${name} × ${messages}`,
      reason: 'the conversation so far',
      tokens,
    }));
}

function rowOf(message: WireMessage, names: ReadonlyMap<string, string>): { kind: TokenPart['kind']; name: string } {
  switch (message.role) {
    case 'tool':
      return { kind: 'tool-result', name: names.get(message.tool_call_id) ?? 'tool' };
    case 'assistant':
      return { kind: 'assistant', name: 'assistant' };
    case 'system':
      return { kind: 'summary', name: 'summary of earlier turns' };
    case 'user':
      return { kind: 'user', name: 'user' };
  }
}

function messageTokens(message: WireMessage, counter: TokenCounter): number {
  const content = message.content === null ? 0 : counter.count(message.content);
  if (message.role !== 'assistant' || message.tool_calls === undefined) return PER_MESSAGE + content;
  return message.tool_calls.reduce(
    (sum, call) => sum + counter.count(call.function.name) + counter.count(call.function.arguments) + PER_MESSAGE,
    PER_MESSAGE + content,
  );
}

/** The base prompt and the workspace section are one part of the gauge. */
function mergeBase(parts: readonly TokenPart[]): TokenPart[] {
  const base = parts.filter((part) => part.kind === 'base');
  const [first] = base;
  if (first === undefined) return [...parts];
  const tokens = base.reduce((sum, part) => sum + part.tokens, 0);
  return [{ ...first, tokens }, ...parts.filter((part) => part.kind !== 'base')];
}
