/** The token table of a request: what each component takes, by the model's own encoding. */
import { PART_KINDS, type PartKind, type TokenPart, type TokenTable } from '../../shared/events.ts';
import type { Turn } from '../model/wires/wire.ts';
import type { AssembledRequest } from './build-request.ts';
import type { ConversationItem } from './conversation.ts';
import { mediaReason } from './media/media-reason.ts';
import { mediaTokens } from './media/media-tokens.ts';
import type { Section } from './prompt/system-message.ts';
import { isEstimated, type TokenCounter } from './tokens/counter.ts';
import { baseOverhead, PER_CALL, PER_MESSAGE, toolTokens } from './tokens/overheads.ts';

/** @param max tokens of the model's context window. */
export function tokenTable(request: AssembledRequest, max: number, given: TokenCounter): TokenTable {
  let approximate = false;
  const count = (text: string): number => {
    if (isEstimated(text)) approximate = true;
    return given.count(text);
  };
  const counter = { ...given, count };
  const documents = request.items.flatMap((item) => item.documents);
  const parts = [
    ...mergeBase(
      request.sections.filter(isOwnRow).map((section) => sectionPart(section, counter)),
      baseOverhead(request.offered, counter),
    ),
    ...toolParts(request, counter),
    ...skillToolParts(request, counter),
    ...documents.map((document) => sectionPart(document, counter)),
    ...messageParts(request.items, counter),
    ...mediaParts(request),
  ].sort((a, b) => PART_KINDS.indexOf(a.kind) - PART_KINDS.indexOf(b.kind));
  return {
    total: parts.reduce((sum, part) => sum + part.tokens, 0),
    max,
    parts,
    encoding: counter.encoding,
    ...(approximate ? { approximate } : {}),
  };
}

function sectionPart({ kind, label, reason, text }: Section, counter: TokenCounter): TokenPart {
  return { kind, label, reason, tokens: counter.count(text) };
}

/** The base prompt and the workspace section are one part of the gauge; what no text accounts for is with them. */
function mergeBase(parts: readonly TokenPart[], overhead: number): TokenPart[] {
  const base = parts.filter((part) => part.kind === 'base');
  const tokens = base.reduce((sum, part) => sum + part.tokens, overhead);
  return [
    { kind: 'base', label: 'base prompt', reason: 'how the agent works, and where files go', tokens },
    ...parts.filter((part) => part.kind !== 'base'),
  ];
}

function toolParts({ offered }: AssembledRequest, counter: TokenCounter): TokenPart[] {
  const own = offered.filter(({ skill }) => skill === undefined);
  if (own.length === 0) return [];
  return [
    {
      kind: 'tools',
      label: `${own.length} tool definitions`,
      reason: 'names, descriptions and parameters of the tools',
      tokens: own.reduce((sum, { definition }) => sum + toolTokens(definition, counter), 0),
    },
  ];
}

/** A line of the list of tools that belongs to a skill's tool is counted with that tool. */
function isOwnRow({ kind, skill }: Section): boolean {
  return kind !== 'tools' || skill === undefined;
}

/** One row for the tools of each loaded skill: their definitions, and their lines in the system message. */
function skillToolParts({ offered, sections }: AssembledRequest, counter: TokenCounter): TokenPart[] {
  const rows = new Map<string, { seq: number; tools: number; tokens: number }>();
  for (const { definition, skill } of offered) {
    if (skill === undefined) continue;
    const row = rows.get(skill.id) ?? { seq: skill.seq, tools: 0, tokens: 0 };
    rows.set(skill.id, { ...row, tools: row.tools + 1, tokens: row.tokens + toolTokens(definition, counter) });
  }
  for (const section of sections) {
    const row = isOwnRow(section) ? undefined : rows.get(section.skill ?? '');
    if (row !== undefined) row.tokens += counter.count(section.text);
  }
  return [...rows].map(([label, { seq, tools, tokens }]) => ({
    kind: 'tools',
    label,
    reason: `${tools === 1 ? 'a tool' : `${tools} tools`} that the skill brings, loaded at event ${seq}`,
    tokens,
  }));
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

/** A row for each picture and PDF. */
function mediaParts({ request: { model }, items }: AssembledRequest): TokenPart[] {
  return items.flatMap(({ media = [] }) =>
    media.map(({ name, media: facts }): TokenPart => {
      const { tokens, rule } = mediaTokens(model, facts);
      return { kind: 'user', label: name, reason: mediaReason(facts, rule), tokens };
    }),
  );
}

/** Without the documents inside, which are parts of their own. */
export function ownTokens({ turn, text }: ConversationItem, counter: TokenCounter): number {
  const calls = turn.role === 'assistant' ? turn.calls : [];
  return calls.reduce(
    (sum, call) => sum + counter.count(call.name) + counter.count(call.arguments) + PER_CALL,
    PER_MESSAGE + counter.count(text) + thoughtTokens(turn, counter),
  );
}

/** Of reasoning that goes back: encrypted, it takes what it took to think, not what its summary takes. */
function thoughtTokens(turn: Turn, counter: TokenCounter): number {
  if (turn.role !== 'assistant' || turn.thinking?.opaque === undefined) return 0;
  const { text = '', tokens = 0 } = turn.thinking;
  return Math.max(tokens, text === '' ? 0 : counter.count(text));
}
