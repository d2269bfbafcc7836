/** The token table of a request: what each component takes, by the model's own encoding. */
import { PART_KINDS, type PartKind, type TokenPart, type TokenTable, type ToolDefinition } from '../../shared/events.ts';
import type { BuiltRequest } from './build-request.ts';
import type { ConversationItem } from './conversation.ts';
import type { Section } from './system-message.ts';
import type { TokenCounter } from './tokens/counter.ts';

/** Tokens that the chat format adds to each message and each call (role and separators), after OpenAI's published counting recipe. */
export const PER_MESSAGE = 3;
/** Tokens with which every reply is primed; counted with the base part. */
const REPLY_PRIMING = 3;
/** What stands with the base part besides its text: the system message's own overhead too. */
export const BASE_OVERHEAD = PER_MESSAGE + REPLY_PRIMING;

/** @param max tokens of the model's context window. */
export function tokenTable(request: BuiltRequest, max: number, counter: TokenCounter): TokenTable {
  const documents = request.items.flatMap((item) => item.documents);
  const parts = [
    ...mergeBase(request.sections.map((section) => sectionPart(section, counter))),
    ...toolParts(request, counter),
    ...documents.map((document) => sectionPart(document, counter)),
    ...messageParts(request.items, counter),
  ].sort((a, b) => PART_KINDS.indexOf(a.kind) - PART_KINDS.indexOf(b.kind));
  return { total: parts.reduce((sum, part) => sum + part.tokens, 0), max, parts, encoding: counter.encoding };
}

function sectionPart({ kind, label, reason, text }: Section, counter: TokenCounter): TokenPart {
  return { kind, label, reason, tokens: counter.count(text) };
}

/** The base prompt and the workspace section are one part of the gauge; the system message's own overhead is with them. */
function mergeBase(parts: readonly TokenPart[]): TokenPart[] {
  const base = parts.filter((part) => part.kind === 'base');
  const tokens = base.reduce((sum, part) => sum + part.tokens, BASE_OVERHEAD);
  return [
    { kind: 'base', label: 'base prompt', reason: 'how the agent works, and where files go', tokens },
    ...parts.filter((part) => part.kind !== 'base'),
  ];
}

function toolParts({ body }: BuiltRequest, counter: TokenCounter): TokenPart[] {
  if (body.tools === undefined) return [];
  return [
    {
      kind: 'tools',
      label: `${body.tools.length} tool definitions`,
      reason: 'names, descriptions and parameters of the tools',
      tokens: body.tools.reduce((sum, tool) => sum + toolTokens(tool.function, counter), 0),
    },
  ];
}

export function toolTokens(tool: ToolDefinition, counter: TokenCounter): number {
  return counter.count(JSON.stringify(tool));
}

/**
 * User and assistant messages add up to one row each, tool results to one row a tool: a row a message would make every
 * event as long as the conversation.
 */
function messageParts(items: readonly ConversationItem[], counter: TokenCounter): TokenPart[] {
  const rows = new Map<string, { kind: PartKind; name: string; tokens: number; messages: number }>();
  for (const item of items) {
    const kind = item.kind === 'documents' ? 'skill' : item.kind;
    const row = rows.get(`${kind} ${item.name}`) ?? { kind, name: item.name, tokens: 0, messages: 0 };
    row.tokens += ownTokens(item, counter);
    row.messages += 1;
    rows.set(`${kind} ${item.name}`, row);
  }
  return [...rows.values()].map(({ kind, name, tokens, messages }) => ({
    kind,
    label: messages === 1 ? name : `${name} × ${messages}`,
    reason: 'the conversation so far',
    tokens,
  }));
}

/** Without the documents inside, which are parts of their own. */
export function ownTokens({ wire, text }: ConversationItem, counter: TokenCounter): number {
  const calls = wire.role === 'assistant' ? (wire.tool_calls ?? []) : [];
  return calls.reduce(
    (sum, call) => sum + counter.count(call.function.name) + counter.count(call.function.arguments) + PER_MESSAGE,
    PER_MESSAGE + counter.count(text),
  );
}
