/** Anthropic Messages: requests, answers and message lists with content blocks. https://docs.anthropic.com/en/api/messages */

import { refuse } from '../../../../main/store/log-intake.ts';
import type { Usage } from '../../../../shared/events.ts';
import {
  argumentsOf,
  countIn,
  type Format,
  isObject,
  LeftOut,
  Messages,
  objectsIn,
  type Raw,
  textIn,
  timeOf,
} from './format.ts';

const BLOCKS = new Set(['tool_use', 'tool_result', 'thinking', 'redacted_thinking', 'server_tool_use']);

const contentOf = (message: Raw): readonly Raw[] =>
  typeof message.content === 'string'
    ? [{ type: 'text', text: message.content }]
    : Array.isArray(message.content)
      ? objectsIn(message.content)
      : [];
const hasBlocks = (message: unknown): boolean =>
  isObject(message) && contentOf(message).some(({ type }) => BLOCKS.has(String(type)));

function usageIn(usage: unknown): Usage | undefined {
  if (!isObject(usage)) return undefined;
  const [read, written] = [countIn(usage.cache_read_input_tokens), countIn(usage.cache_creation_input_tokens)];
  return {
    promptTokens: countIn(usage.input_tokens) + read + written,
    completionTokens: countIn(usage.output_tokens),
    ...(read === 0 ? {} : { cachedPromptTokens: read }),
    ...(written === 0 ? {} : { cacheWriteTokens: written }),
  };
}

/** Text of a block or of a tool's result; what is no text is counted. */
function plain(content: unknown, leftOut: LeftOut): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return content === undefined ? '' : JSON.stringify(content);
  return objectsIn(content)
    .map((block) => {
      if (typeof block.text === 'string') return block.text;
      leftOut.add(String(block.type ?? 'block'));
      return `[${String(block.type ?? 'block')}]`;
    })
    .join('\n');
}

/** @param joins true where an answer continues the message before it. */
export function addMessage(
  messages: Messages,
  message: Raw,
  leftOut: LeftOut,
  { at, joins = false }: { readonly at: string | undefined; readonly joins?: boolean },
): void {
  const when = at === undefined ? {} : { at };
  const blocks = contentOf(message);
  if (message.role === 'assistant') {
    const of = (type: string) => blocks.filter((block) => block.type === type);
    const usage = usageIn(message.usage);
    const reasoning = of('thinking').flatMap(({ thinking }) => textIn(thinking) ?? []);
    leftOut.add('redacted_thinking', of('redacted_thinking').length);
    const model = textIn(message.model);
    const calls = [...of('tool_use'), ...of('server_tool_use')].map(({ id, name, input }) => ({
      id: textIn(id) ?? '',
      name: textIn(name) ?? '',
      arguments: argumentsOf(input),
    }));
    const given = {
      text: of('text')
        .flatMap(({ text }) => textIn(text) ?? [])
        .join('\n'),
      calls,
      ...(reasoning.length === 0 ? {} : { reasoning: reasoning.join('\n') }),
      ...(usage === undefined ? {} : { usage }),
      ...(model === undefined ? {} : { model }),
      ...when,
    };
    messages.answer(given, joins);
    return;
  }
  for (const { type, tool_use_id, content, is_error } of blocks) {
    if (type !== 'tool_result') continue;
    const failed = is_error === true ? { failed: true } : {};
    messages.add({
      role: 'tool',
      callId: textIn(tool_use_id) ?? '',
      name: '',
      text: plain(content, leftOut),
      ...failed,
      ...when,
    });
  }
  const said = blocks.filter(({ type }) => type !== 'tool_result');
  if (said.length > 0) messages.add({ role: 'user', text: plain(said, leftOut), ...when });
}

function readDocument(document: Raw): ReturnType<Format['read']>[number] {
  const request = isObject(document.request) ? document.request : document;
  const response = isObject(document.response) ? document.response : document;
  const list = Array.isArray(request.messages) ? request.messages : [];
  const answer = response.type === 'message' && response.role === 'assistant' ? [response] : [];
  const [messages, leftOut] = [new Messages(), new LeftOut()];
  const system = request.system === undefined ? '' : plain(request.system, leftOut);
  if (system !== '') messages.add({ role: 'system', text: system });
  for (const [index, message] of [...list, ...answer].entries()) {
    if (!isObject(message) || (message.role !== 'user' && message.role !== 'assistant')) {
      refuse('foreign-anthropic', { n: index + 1, index });
    }
    addMessage(messages, message, leftOut, { at: timeOf(message) });
  }
  const tools = Array.isArray(request.tools) ? objectsIn(request.tools) : [];
  return {
    messages: messages.list,
    tools: tools.map(({ input_schema, ...tool }) => ({ ...tool, parameters: input_schema ?? {} })),
    model: textIn(request.model) ?? textIn(response.model),
    title: textIn(document.title),
    at: timeOf(document),
    leftOut,
  };
}

const isDocument = (value: unknown): boolean => {
  if (!isObject(value)) return false;
  const request = isObject(value.request) ? value.request : value;
  const list = Array.isArray(request.messages) ? request.messages : [];
  const tools = Array.isArray(request.tools) ? request.tools : [];
  const isAnswer = (one: unknown) => isObject(one) && one.type === 'message' && Array.isArray(one.content);
  return (
    list.some(hasBlocks) ||
    (list.length > 0 && 'system' in request) ||
    tools.some((tool) => isObject(tool) && 'input_schema' in tool) ||
    (isAnswer(value.response) && 'stop_reason' in (value.response as Raw))
  );
};

export const anthropic: Format = {
  name: 'anthropic',
  recognises: ({ values }) => values.some(isDocument) || values.some(hasBlocks) || values.flat().some(hasBlocks),
  read({ values, isLines }) {
    const [only] = values;
    if (!isLines && isObject(only)) return [readDocument(only)];
    if (!isLines && Array.isArray(only)) return [readDocument({ messages: only })];
    // A log repeats what went before: the longest request is the whole conversation.
    if (values.some(isDocument)) {
      const documents = objectsIn(values).filter(isDocument).map(readDocument);
      return [documents.reduce((a, b) => (b.messages.length >= a.messages.length ? b : a))];
    }
    return [readDocument({ messages: values })];
  },
};
