/** ShareGPT's conversations, as training sets keep them: a list of `{from, value}` for each. */
import {
  type ForeignTranscript,
  type Format,
  isObject,
  LeftOut,
  Messages,
  objectsIn,
  type Raw,
  textIn,
  timeOf,
} from './format.ts';

const ROLES: Readonly<Record<string, 'system' | 'user' | 'assistant' | 'call' | 'tool'>> = {
  system: 'system',
  human: 'user',
  user: 'user',
  gpt: 'assistant',
  chatgpt: 'assistant',
  bing: 'assistant',
  bard: 'assistant',
  model: 'assistant',
  assistant: 'assistant',
  function_call: 'call',
  tool_call: 'call',
  observation: 'tool',
  function_response: 'tool',
  tool: 'tool',
};

const isConversation = (value: unknown): value is Raw =>
  isObject(value) &&
  Array.isArray(value.conversations) &&
  value.conversations.some((one) => isObject(one) && 'from' in one && 'value' in one);

function callIn(value: string): { readonly name: string; readonly arguments: string } {
  try {
    const call: unknown = JSON.parse(value);
    if (isObject(call) && typeof call.name === 'string') {
      return { name: call.name, arguments: JSON.stringify(call.arguments ?? {}) };
    }
  } catch {
    // Words instead of a call.
  }
  return { name: 'function', arguments: value };
}

/** A list, or the same as JSON. */
function toolsIn(tools: unknown): readonly unknown[] {
  if (typeof tools !== 'string') return Array.isArray(tools) ? tools : [];
  try {
    return toolsIn(JSON.parse(tools));
  } catch {
    return [];
  }
}

function readOne(one: Raw): ForeignTranscript {
  const [messages, leftOut] = [new Messages(), new LeftOut()];
  const system = textIn(one.system);
  if (system !== undefined) messages.add({ role: 'system', text: system });
  for (const { from, value } of objectsIn(one.conversations as unknown[])) {
    const role = ROLES[String(from)];
    const text = typeof value === 'string' ? value : JSON.stringify(value ?? '');
    if (role === undefined) leftOut.add(String(from));
    else if (role === 'call') messages.answer({ text: '', calls: [{ id: '', ...callIn(text) }] }, true);
    else if (role === 'tool') messages.add({ role, callId: '', name: '', text });
    else if (role === 'assistant') messages.answer({ text, calls: [] }, false);
    else messages.add({ role, text });
  }
  return {
    messages: messages.list,
    tools: toolsIn(one.tools),
    model: textIn(one.model),
    title: textIn(one.id),
    at: timeOf(one),
    leftOut,
  };
}

export const sharegpt: Format = {
  name: 'sharegpt',
  recognises: ({ values }) => values.flat().some(isConversation),
  read: ({ values }) => values.flat().filter(isConversation).map(readOne),
};
