/** OpenAI's forms: Chat Completions, its older functions, Responses; a list of messages, a request with its answer, or a log of them. */

import { z } from 'zod';
import { refuse } from '../../../../main/store/log-intake.ts';
import {
  type ForeignMessage,
  type ForeignTranscript,
  type Format,
  isObject,
  LeftOut,
  objectsIn,
  type Parsed,
  type Raw,
  readMessage,
  timeOf,
} from './format.ts';

const hasInput = (value: unknown): boolean =>
  isObject(value) && (Array.isArray(value.input) || (isObject(value.request) && Array.isArray(value.request.input)));
const ITEMS = /^(?:function_call|function_call_output|reasoning|web_search_call|computer_call)$/;

export const openaiResponses: Format = {
  name: 'openai-responses',
  recognises: ({ values }) =>
    values.some(hasInput) ||
    objectsIn(values).some(({ object, output }) => object === 'response' && Array.isArray(output)) ||
    objectsIn(values.flat()).some(({ type }) => ITEMS.test(String(type))),
  read: readOpenai,
};

/** The last resort: it says what is missing. */
export const openai: Format = {
  name: 'openai',
  recognises: ({ values }) =>
    objectsIn(values.flat()).some(
      (one) => 'messages' in one || 'role' in one || 'choices' in one || 'request' in one || 'function_call' in one,
    ),
  read: readOpenai,
};

function readOpenai({ values, isLines }: Parsed): readonly ForeignTranscript[] {
  const [only] = values;
  if (!isLines) {
    if (Array.isArray(only))
      return only.some((one) => isObject(one) && 'messages' in one) ? ofLog(only, 'foreign-entry') : [ofList(only, {})];
    if (isObject(only)) return [ofDocument(only)];
  }
  const isLog = values.some((line) => isObject(line) && ('messages' in line || 'request' in line || 'input' in line));
  return isLog ? ofLog(values, 'foreign-line') : [ofList(values, {})];
}

const roleOf = (raw: unknown): string => (isObject(raw) ? String(raw.role ?? raw.type ?? 'message') : 'message');

function ofDocument(document: Raw): ForeignTranscript {
  const { messages, request, response, choices, input, output } = document;
  if (Array.isArray(messages)) return ofList([...messages, ...answers(document)], document);
  if (isObject(request)) {
    const asked = listIn(request) ?? refuse('foreign-request');
    const heard = isObject(response) ? answers(response) : answers(document);
    return ofList([...asked, ...heard], { ...request, ...document });
  }
  if (Array.isArray(input)) return ofList([...input, ...(Array.isArray(output) ? output : [])], document);
  if (Array.isArray(output)) return ofList(output, document);
  if (Array.isArray(choices)) return ofList(answers(document), document);
  if ('role' in document) return ofList([document], {});
  return refuse('foreign-no-messages');
}

const listIn = (from: Raw): readonly unknown[] | undefined =>
  Array.isArray(from.messages) ? from.messages : Array.isArray(from.input) ? from.input : undefined;

/** Messages of a Chat Completions or Responses answer. */
function answers(from: Raw): unknown[] {
  const response = isObject(from.response) ? from.response : from;
  if (Array.isArray(response.output)) return response.output;
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
    const next = [...(listIn(request) ?? []), ...answers(entry)];
    const key = firstWords(next);
    const one = alike.get(key)?.findLast(({ whole }) => continues(whole, next));
    if (one === undefined) {
      const begun = { whole: next, about: { ...request, ...entry } };
      found.push(begun);
      alike.set(key, [...(alike.get(key) ?? []), begun]);
    } else {
      if (next.length >= one.whole.length) one.whole = next;
      one.about = { ...one.about, ...request, ...entry };
    }
  }
  return found.map(({ whole, about }) => ofList(whole, about));
}

/** First words of a person; '' where no one says any. */
function firstWords(list: readonly unknown[]): string {
  const first = list.find((raw) => isObject(raw) && raw.role === 'user');
  const message = first === undefined ? undefined : readMessage(first);
  return typeof message === 'object' ? message.text.trim() : '';
}

/** An answer may have been stored with fields that the next request leaves out: role and words decide. */
function continues(before: readonly unknown[], next: readonly unknown[]): boolean {
  const same = (a: unknown, b: unknown): boolean => {
    const [x, y] = [readMessage(a), readMessage(b)];
    if (typeof x !== 'object' || typeof y !== 'object') return x === y;
    return x.role === y.role && x.text.trim() === y.text.trim();
  };
  return Array.from({ length: Math.min(before.length, next.length) }).every((_, index) =>
    same(before[index], next[index]),
  );
}

const aboutSchema = z.object({
  model: z.string().min(1).max(200).optional().catch(undefined),
  title: z.string().min(1).max(200).optional().catch(undefined),
  tools: z.array(z.unknown()).optional().catch(undefined),
  functions: z.array(z.unknown()).optional().catch(undefined),
});

function ofList(list: readonly unknown[], about: Raw): ForeignTranscript {
  const messages: ForeignMessage[] = [];
  const leftOut = new LeftOut();
  for (const [index, raw] of list.entries()) {
    const message = readMessage(raw);
    if (message === undefined) {
      return refuse('foreign-message', { n: index + 1, index });
    }
    if (message === 'skipped') leftOut.add(roleOf(raw));
    else messages.push(message);
  }
  if (!messages.some(({ role }) => role === 'user' || role === 'assistant')) refuse('foreign-empty');
  const { model, title, tools, functions } = aboutSchema.parse(about);
  return { messages, tools: tools ?? functions ?? [], model, title, at: timeOf(about), leftOut };
}
