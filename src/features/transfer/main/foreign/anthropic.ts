/** Anthropic Messages: requests, answers and message lists with content blocks. https://docs.anthropic.com/en/api/messages */
import { refuse } from '../../../../main/store/log-intake.ts';
import type { ForeignTranscript, Format } from './format.ts';
import { isObject, listIn, objectsIn, type Raw, textIn, timeOf } from './raw.ts';
import { Story } from './story.ts';
import { opened } from './unread.ts';

const BLOCKS = new Set(['tool_use', 'tool_result', 'thinking', 'redacted_thinking', 'server_tool_use']);
const hasBlocks = (message: unknown): boolean =>
  isObject(message) && objectsIn(message.content).some(({ type }) => BLOCKS.has(String(type)));

function readDocument(document: Raw): ForeignTranscript {
  const request = isObject(document.request) ? document.request : document;
  const response = isObject(document.response) ? document.response : document;
  const answer = response.type === 'message' && response.role === 'assistant' ? [response] : [];
  const story = new Story();
  if (request.system !== undefined && request.system !== '') story.say({ content: request.system }, { role: 'system' });
  for (const [index, message] of [...listIn(request.messages), ...answer].entries()) {
    if (!isObject(message) || (message.role !== 'user' && message.role !== 'assistant')) {
      refuse('foreign-anthropic', { n: index + 1, index });
    }
    story.say(message);
  }
  return {
    messages: story.list,
    tools: objectsIn(request.tools).map(({ input_schema, ...tool }) => ({ ...tool, parameters: input_schema ?? {} })),
    model: textIn(request.model) ?? textIn(response.model),
    title: textIn(document.title),
    at: timeOf(document),
    source: [document],
    leftOut: story.leftOut,
  };
}

const isDocument = (value: unknown): boolean => {
  if (!isObject(value)) return false;
  const request = isObject(value.request) ? value.request : value;
  const list = listIn(request.messages);
  const isAnswer = (one: unknown) => isObject(one) && one.type === 'message' && Array.isArray(one.content);
  return (
    list.some(hasBlocks) ||
    (list.length > 0 && 'system' in request) ||
    objectsIn(request.tools).some((tool) => 'input_schema' in tool) ||
    (isAnswer(value.response) && 'stop_reason' in (value.response as Raw))
  );
};

export const anthropic: Format = {
  name: 'anthropic',
  recognises: ({ values }) => values.some(isDocument) || values.some(hasBlocks) || values.flat().some(hasBlocks),
  read({ values, isLines }) {
    const [only] = values;
    if (!isLines && isObject(only)) return [readDocument(only)];
    if (!isLines && Array.isArray(only)) return [readDocument(opened({ messages: only }))];
    // A log repeats what went before: the longest request is the whole conversation.
    if (values.some(isDocument)) {
      const documents = objectsIn(values).filter(isDocument).map(readDocument);
      return [documents.reduce((a, b) => (b.messages.length >= a.messages.length ? b : a))];
    }
    return [readDocument(opened({ messages: values }))];
  },
};
