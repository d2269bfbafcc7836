/** The body of a request to Anthropic's Messages API, with cache borders where Skilldeck's own prefix changes. */
import type {
  CacheControlEphemeral,
  ContentBlockParam,
  DocumentBlockParam,
  ImageBlockParam,
  MessageCreateParams,
  MessageCreateParamsStreaming,
  OutputConfig,
  TextBlockParam,
  ThinkingConfigParam,
  Tool,
} from '@anthropic-ai/sdk/resources/messages';
import { perObject } from '../../../shared/defined.ts';
import type { Effort } from '../../../shared/events.ts';
import { sharedLength } from '../../lib/growing.ts';
import {
  answerParts,
  idOfForm,
  type Media,
  type Part,
  shapeTurns,
  type Turn,
  type WireBody,
  type WireRequest,
  withParams,
} from './wire.ts';

// Thinking fields of a Claude model: each generation takes its own and refuses the rest (docs/decisions/0021).

/** Published, and not yet part of the library's types. */
interface BlockBinding {
  readonly block_binding?: { readonly prefix_mismatch_behavior: 'drop_block' };
}

export interface ThinkingFields {
  readonly thinking?: ThinkingConfigParam & BlockBinding;
  readonly output_config?: NonNullable<MessageCreateParams['output_config']>;
}

interface Claude {
  readonly family: string;
  /** 406 for 4.6. */
  readonly version: number;
}

const CLAUDE =
  /claude-(?:(?<family>opus|sonnet|haiku|fable|mythos)(?:-(?<major>\d)(?:[.-](?<minor>\d{1,2}))?(?!\d))?|(?<old>\d)(?:[.-](?<oldMinor>\d))?-)/i;

const LEAST_BUDGET = 1_024;
const BUDGETS: Readonly<Record<Exclude<Effort, 'none'>, number>> = {
  minimal: LEAST_BUDGET,
  low: 2_048,
  medium: 8_192,
  high: 16_384,
  max: 32_768,
};

function claudeOf(model: string): Claude | undefined {
  const { family, major, minor, old, oldMinor } = CLAUDE.exec(model)?.groups ?? {};
  if (old !== undefined) return { family: '', version: Number(old) * 100 + Number(oldMinor ?? 0) };
  if (family === undefined) return undefined;
  // No version: `claude-mythos-preview` and aliases of the newest.
  return {
    family: family.toLowerCase(),
    version: major === undefined ? 500 : Number(major) * 100 + Number(minor ?? 0),
  };
}

const FIRST_TO_THINK = 307;
const isAdaptive = ({ version }: Claude): boolean => version >= 406;
const isAlwaysOn = ({ family, version }: Claude): boolean =>
  family === 'fable' || family === 'mythos' || (family === 'opus' && version >= 505);

/**
 * From 5.1 on a thinking block is bound to everything before it. A request whose system message changed since, as it
 * does when a skill is loaded, is refused unless it asks to drop such blocks.
 */
export function bindsThinking(model: string): boolean {
  const claude = claudeOf(model);
  return claude !== undefined && claude.version >= 501 && claude.family !== 'mythos';
}

/** @param maxTokens of the answer: a budget has to be below it. */
export function thinkingFields(model: string, effort: Effort | undefined, maxTokens: number): ThinkingFields {
  const claude = claudeOf(model);
  if (claude !== undefined && claude.version < FIRST_TO_THINK) return {};
  if (claude === undefined || !isAdaptive(claude)) return budgeted(effort, maxTokens);
  if (effort === undefined) return claude.version >= 500 ? adaptive(model) : {};
  if (effort !== 'none') return { ...adaptive(model), output_config: { effort: effortWord(effort) } };
  if (isAlwaysOn(claude)) return { ...adaptive(model), output_config: { effort: 'low' } };
  return { thinking: { type: claude.family === 'sonnet' && claude.version >= 505 ? 'between_tools' : 'disabled' } };
}

/** Asks for summaries, because some models do not show thinking by default. */
function adaptive(model: string): ThinkingFields {
  return {
    thinking: {
      type: 'adaptive',
      display: 'summarized',
      ...(bindsThinking(model) ? { block_binding: { prefix_mismatch_behavior: 'drop_block' } } : {}),
    },
  };
}

function budgeted(effort: Effort | undefined, maxTokens: number): ThinkingFields {
  if (effort === undefined || effort === 'none') return {};
  const budget = Math.min(BUDGETS[effort], maxTokens - LEAST_BUDGET);
  return budget < LEAST_BUDGET ? {} : { thinking: { type: 'enabled', budget_tokens: budget } };
}

function effortWord(effort: Exclude<Effort, 'none'>): NonNullable<OutputConfig['effort']> {
  return effort === 'minimal' ? 'low' : effort;
}

// The conversation in Anthropic's order: a person's and the model's messages take turns, results right after their calls.

/** Other ids are refused. */
const callId = idOfForm(/^[a-zA-Z0-9_-]+$/, 32);

interface Message {
  readonly role: Role;
  readonly content: ContentBlockParam[];
}

/** The first message has to be a person's. */
const BEGINNING: Message = {
  role: 'user',
  content: [{ type: 'text', text: '(The beginning of this conversation is not part of it any more.)' }],
};

type Role = 'user' | 'assistant';
type Blocks = readonly ContentBlockParam[];

function messages(request: WireRequest): Message[] {
  const groups: { readonly role: Role; readonly blocks: Blocks[] }[] = [];
  for (const [index, blocks] of blocksOfTurns(request).entries()) {
    if (blocks.length === 0) continue;
    const role = request.turns[index]?.role === 'assistant' ? 'assistant' : 'user';
    const last = groups.at(-1);
    if (last?.role === role) last.blocks.push(blocks);
    else groups.push({ role, blocks: [blocks] });
  }
  const grouped = groups.map(({ role, blocks }) => messageOf(role, blocks));
  return grouped[0]?.role === 'assistant' ? [BEGINNING, ...grouped] : grouped;
}

const blocksOfTurns = shapeTurns(blocksOf);

/** Stays the same message from request to request until a turn is added to it. */
function messageOf(role: Role, blocks: readonly Blocks[]): Message {
  const known = lastOf(blocks[0] as Blocks);
  if (known.blocks.length === blocks.length && sharedLength(known.blocks, blocks) === blocks.length)
    return known.message;
  // Results come before everything else in a message.
  const content = blocks.flat().sort((one, other) => Number(isResult(other)) - Number(isResult(one)));
  known.blocks = blocks;
  known.message = { role, content };
  return known.message;
}

/** By the first blocks of a message. */
const lastOf = perObject((_: Blocks): { blocks: readonly Blocks[]; message: Message } => ({
  blocks: [],
  message: BEGINNING,
}));

const isResult = ({ type }: ContentBlockParam): boolean => type === 'tool_result';

function blocksOf(turn: Turn, dataOf: WireRequest['dataOf']): ContentBlockParam[] {
  switch (turn.role) {
    case 'system':
      return text(turn.content);
    case 'user':
      return [...text(turn.content), ...(turn.media ?? []).flatMap((one) => mediaBlock(one, dataOf(one)))];
    case 'tool':
      return [{ type: 'tool_result', tool_use_id: callId(turn.callId), content: turn.content }];
    case 'assistant':
      return answerParts(turn).flatMap(answerBlock);
  }
}

/** Blocks of blank text are refused. */
const text = (words: string): ContentBlockParam[] => (words.trim() === '' ? [] : [{ type: 'text', text: words }]);

function answerBlock(part: Part): ContentBlockParam[] {
  switch (part.kind) {
    case 'kept':
      return [part.item as unknown as ContentBlockParam];
    case 'text':
      return text(part.text);
    case 'call': {
      const { id, name, arguments: json } = part.call;
      return [{ type: 'tool_use', id: callId(id), name, input: JSON.parse(json) as unknown }];
    }
  }
}

function mediaBlock({ kind, name, mime }: Media, data: string | undefined): (ImageBlockParam | DocumentBlockParam)[] {
  if (data === undefined) return [];
  if (kind === 'pdf')
    return [{ type: 'document', source: { type: 'base64', media_type: 'application/pdf', data }, title: name }];
  switch (mime) {
    case 'image/jpeg':
    case 'image/png':
    case 'image/gif':
    case 'image/webp':
      return [{ type: 'image', source: { type: 'base64', media_type: mime, data } }];
    default:
      return [];
  }
}

/** Tokens; where neither the person nor the table of models says how long an answer may be (CONTRACT §13). */
const DEFAULT_MAX_TOKENS = 8_192;

/** The most borders that a request may have. */
export const MOST_BORDERS = 4;
export const BORDER: CacheControlEphemeral = { type: 'ephemeral' };

export function anthropicBody(request: WireRequest): WireBody {
  const { model, route } = request;
  const system = systemBlocks(request);
  const tools = toolList(request);
  const said = messages(request);
  // A request without borders is sent once: to write a cache for it would only cost.
  const used = system.filter(isBorder).length + tools.filter(isBorder).length;
  const conversation = request.borders.length > 0 && used < MOST_BORDERS ? withBorder(said) : said;
  const maxTokens = route?.maxOutput ?? DEFAULT_MAX_TOKENS;
  const body: MessageCreateParamsStreaming & ThinkingFields = {
    model,
    max_tokens: maxTokens,
    ...(tools.length === 0 ? {} : { tools }),
    ...(system.length === 0 ? {} : { system }),
    messages: [...conversation],
    stream: true,
    ...fieldsOfThinking(request, conversation, maxTokens),
  };
  return withParams({ ...body }, route);
}

export const isBorder = ({ cache_control: border }: TextBlockParam | Tool): boolean => border !== undefined;

/** Joined they are the system message, byte for byte. Blank blocks are refused: blank text belongs to its neighbour. */
export function systemBlocks({ system, borders }: WireRequest): TextBlockParam[] {
  const blocks: TextBlockParam[] = [];
  let from = 0;
  for (const { at } of borders) {
    const text = system.slice(from, at);
    if (text.trim() === '') continue;
    blocks.push({ type: 'text', text, cache_control: BORDER });
    from = at;
  }
  const rest = system.slice(from);
  const last = blocks.at(-1);
  if (rest.trim() !== '') blocks.push({ type: 'text', text: rest });
  else if (last !== undefined) last.text += rest;
  return blocks;
}

function toolList({ tools, borders }: WireRequest): Tool[] {
  return tools.map(({ name, description, parameters }, index) => ({
    name,
    description,
    input_schema: parameters as Tool.InputSchema,
    ...(index === tools.length - 1 && borders.length > 0 ? { cache_control: BORDER } : {}),
  }));
}

/** The conversation so far stays cached while it grows. Thinking takes no border. */
function withBorder(conversation: readonly Message[]): readonly Message[] {
  const last = conversation.at(-1);
  if (last === undefined) return conversation;
  const at = last.content.findLastIndex(({ type }) => type !== 'thinking' && type !== 'redacted_thinking');
  const content = last.content.map((block, index) =>
    index === at ? ({ ...block, cache_control: BORDER } as typeof block) : block,
  );
  return conversation.with(-1, { ...last, content });
}

/**
 * A budget requires that an answer whose calls were just carried out begins with its thinking. One of another wire or
 * model has none, so the model thinks again only from the next message on.
 */
function fieldsOfThinking(
  { model, route }: WireRequest,
  conversation: readonly Message[],
  maxTokens: number,
): ThinkingFields {
  const fields = thinkingFields(model, route?.effort, maxTokens);
  if (fields.thinking?.type !== 'enabled') return fields;
  const answer = conversation.findLast(({ role }) => role === 'assistant')?.content;
  if (answer === undefined || answer.every(({ type }) => type !== 'tool_use')) return fields;
  return answer[0]?.type === 'thinking' || answer[0]?.type === 'redacted_thinking' ? fields : {};
}
