/** The body of a request to Anthropic's Messages API, with cache borders where Skilldeck's own prefix changes. */
import type {
  CacheControlEphemeral,
  MessageCreateParamsStreaming,
  TextBlockParam,
  Tool,
} from '@anthropic-ai/sdk/resources/messages';
import { withParams } from '../extra-params.ts';
import type { WireBody, WireRequest } from '../wire.ts';
import { type Message, messages } from './messages.ts';
import { type ThinkingFields, thinkingFields } from './thinking.ts';

/** Tokens; where neither the person nor the table of models says how long an answer may be (CONTRACT §13). */
const DEFAULT_MAX_TOKENS = 8_192;

/** The most borders that a request may have. */
const MOST_BORDERS = 4;
const BORDER: CacheControlEphemeral = { type: 'ephemeral' };

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

const isBorder = ({ cache_control: border }: TextBlockParam | Tool): boolean => border !== undefined;

/** Joined they are the system message, byte for byte. Blank blocks are refused: blank text belongs to its neighbour. */
function systemBlocks({ system, borders }: WireRequest): TextBlockParam[] {
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
