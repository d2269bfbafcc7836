/** Forms of APIs: OpenAI's Chat Completions, older functions and Responses, and Anthropic's Messages; a list of messages, a request with its answer, or a log of them. */

import { refuse } from '../../../../main/store/log-intake.ts';
import type { ForeignTranscript, Format, FormatName, ParsedSource } from './format.ts';
import { isObject, listIn, objectsIn, opened, type Raw } from './raw.ts';
import { readOne, type Shape } from './shape.ts';
import { Story } from './story.ts';
import { usageIn } from './values.ts';

const hasInput = (value: unknown): boolean =>
  isObject(value) && (Array.isArray(value.input) || (isObject(value.request) && Array.isArray(value.request.input)));
const ITEMS = /^(?:function_call|function_call_output|reasoning|web_search_call|computer_call)$/;

const apiOf = (name: FormatName, is: (values: readonly unknown[]) => boolean): Format => ({
  name,
  recognises: ({ values }) => is(values),
  read: readOpenai,
});

export const openaiResponses = apiOf(
  'openai-responses',
  (values) =>
    values.some(hasInput) ||
    objectsIn(values).some(({ object, output }) => object === 'response' && Array.isArray(output)) ||
    objectsIn(values.flat()).some(({ type }) => ITEMS.test(String(type))),
);

/** The last resort: it says what is missing. */
export const openai = apiOf('openai', (values) =>
  objectsIn(values.flat()).some((one) =>
    ['messages', 'role', 'choices', 'request', 'function_call'].some((name) => name in one),
  ),
);

const BLOCKS = new Set(['tool_use', 'tool_result', 'thinking', 'redacted_thinking', 'server_tool_use']);
const hasBlocks = (one: unknown): boolean =>
  isObject(one) && objectsIn(one.content).some(({ type }) => BLOCKS.has(String(type)));
/** A request of Anthropic's, or its answer. */
function isAnthropic(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { messages, system, tools } = isObject(value.request) ? value.request : value;
  return (
    hasBlocks(value) ||
    listIn(messages).some(hasBlocks) ||
    (listIn(messages).length > 0 && system !== undefined) ||
    objectsIn(tools).some((tool) => 'input_schema' in tool) ||
    (isObject(value.response) && 'stop_reason' in value.response)
  );
}

export const anthropic = apiOf('anthropic', (values) => values.flat().some(isAnthropic));

/** A list of messages, or a log of requests, of which a document is the only one. */
function readOpenai({ values, isLines }: ParsedSource): readonly ForeignTranscript[] {
  const [only] = values;
  const list = !isLines && Array.isArray(only) ? only : values;
  const isDocument = !isLines && !Array.isArray(only);
  const isLog = list.some((one) => isObject(one) && ('messages' in one || 'request' in one || 'input' in one));
  return isDocument || isLog ? ofLog(list, isLines ? 'foreign-line' : 'foreign-entry') : [ofList(list, {})];
}

const askedIn = (from: Raw): readonly unknown[] | undefined =>
  Array.isArray(from.messages) ? from.messages : Array.isArray(from.input) ? from.input : undefined;

/** Messages of a Chat Completions or Responses answer. */
function answers(from: Raw): unknown[] {
  const response = isObject(from.response) ? from.response : from;
  if (Array.isArray(response.output)) return response.output;
  if (response.type === 'message' && response.role === 'assistant') return [response];
  const first: unknown = Array.isArray(response.choices) ? response.choices[0] : undefined;
  return isObject(first) && isObject(first.message) ? [first.message] : [];
}

/**
 * Reads a log of requests. Each entry repeats those before it: a conversation is the longest, where every other is its
 * beginning. An entry that continues none begins another, as each does in data for training.
 */
function ofLog(entries: readonly unknown[], what: 'foreign-line' | 'foreign-entry'): readonly ForeignTranscript[] {
  type Found = { whole: readonly unknown[]; about: Raw };
  const found: Found[] = [];
  /** Keyed by their first words: one among thousands is found at once. */
  const alike = new Map<string, Found[]>();
  for (const [index, entry] of entries.entries()) {
    if (!isObject(entry)) return refuse(what, { n: index + 1 });
    const request = isObject(entry.request) ? entry.request : entry;
    const heard = [...(askedIn(request) ?? []), ...answers(entry)];
    const next = heard.length === 0 && 'role' in entry ? [entry] : heard;
    if (next.length === 0) return refuse('foreign-empty');
    const key = firstWords(next);
    const one = alike.get(key)?.findLast(({ whole }) => continues(whole, next));
    if (one === undefined) {
      const begun = { whole: next, about: { ...request, ...answerOf(entry), ...entry } };
      found.push(begun);
      alike.set(key, [...(alike.get(key) ?? []), begun]);
    } else {
      if (next.length >= one.whole.length) one.whole = next;
      one.about = { ...one.about, ...request, ...answerOf(entry), ...entry };
    }
  }
  return found.map(({ whole, about }) => ofList(whole, about));
}

const answerOf = ({ response }: Raw): Raw => (isObject(response) ? response : {});

/** First words of a person; '' where no one says any. */
const firstWords = (list: readonly unknown[]): string => said(objectsIn(list).find(({ role }) => role === 'user'));

/** Role and words: an answer may have been stored with fields that the next request leaves out. */
function said(raw: unknown): string {
  if (!isObject(raw)) return '';
  const story = new Story();
  return story.take(raw)
    ? JSON.stringify(story.list.map((one) => [one.role, 'text' in one ? one.text.trim() : '']))
    : '';
}

const continues = (before: readonly unknown[], next: readonly unknown[]): boolean =>
  Array.from({ length: Math.min(before.length, next.length) }).every((_, at) => said(before[at]) === said(next[at]));

const CHAT: Shape = { name: 'openai', is: () => true, tools: (one) => listIn(one.tools ?? one.functions) };

function ofList(list: readonly unknown[], whole: Raw): ForeignTranscript {
  const { messages: _, input: _i, output: _o, choices, request: _q, response: _r, ...rest } = whole;
  const about = opened(rest);
  const beside = objectsIn(choices).map(({ message: _m, ...choice }) => choice);
  const index = list.findIndex(
    (raw) => !isObject(raw) || (raw.role === undefined && raw.type === undefined && raw.content === undefined),
  );
  if (index !== -1) refuse('foreign-message', { n: index + 1, index });
  const content = about.instructions ?? about.system;
  const system = content === undefined || content === '' ? [] : [{ role: 'system', content }];
  const read = readOne(CHAT, about, [...system, ...list], [about, ...beside, ...list]);
  const [last, ...others] = read.messages.filter(({ role }) => role === 'assistant');
  if (last === undefined && !read.messages.some(({ role }) => role === 'user')) refuse('foreign-empty');
  // Usage of the whole answer, around its only message.
  const usage = others.length === 0 ? usageIn(about.usage) : undefined;
  if (usage === undefined) return read;
  return { ...read, messages: read.messages.map((one) => (one === last ? { ...last, usage } : one)) };
}
