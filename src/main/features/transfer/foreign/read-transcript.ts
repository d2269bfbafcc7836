/** Finds the one conversation in a file of another program's: a list of messages, a request with its answer, or a log of them. */
import { type ParseError, parse } from 'jsonc-parser';
import { z } from 'zod';
import { messageOf, SkilldeckError } from '../../../../shared/errors.ts';
import { isJson } from '../../../lib/is-json.ts';
import { type ForeignMessage, readMessage, timeOf } from './messages.ts';

export interface ForeignTranscript {
  readonly format: string;
  readonly messages: readonly ForeignMessage[];
  readonly tools: readonly unknown[];
  readonly model: string | undefined;
  readonly title: string | undefined;
  readonly at: string | undefined;
  /** Messages of unknown roles. */
  readonly skipped: number;
}

type Raw = Readonly<Record<string, unknown>>;

const HOW =
  "Give OpenAI messages (a JSON array, or an object with 'messages'), or what 'skilldeck sessions export' writes.";

const refuse = (what: string): never => {
  throw new SkilldeckError('import-refused', `${what} ${HOW} Nothing was imported.`);
};

const isObject = (value: unknown): value is Raw => value !== null && typeof value === 'object' && !Array.isArray(value);

/** True if a file's first line is this app's own; all others are another program's. */
export function isOwnLog(text: string): boolean {
  const first = /^\s*([^\r\n]*)/.exec(text)?.[1] ?? '';
  if (!first.startsWith('{')) return !/^\s*\[/.test(text);
  try {
    const event: unknown = JSON.parse(first);
    return (
      !isObject(event) ||
      (!('messages' in event) &&
        !('role' in event) &&
        !('request' in event) &&
        !('choices' in event) &&
        !('input' in event))
    );
  } catch {
    // A JSON document over many lines, or a log that was cut in its first one.
    return !/^\{\s*(?:\r?\n|$)/.test(text.trimStart()) && !/"(?:messages|role|choices)"\s*:/.test(first);
  }
}

/** @throws SkilldeckError `import-refused`, with the line or the message. */
export function readTranscript(text: string): ForeignTranscript {
  const whole = parsedWhole(text);
  if (Array.isArray(whole)) {
    return whole.some((one) => isObject(one) && 'messages' in one)
      ? ofLog(whole, 'entry')
      : ofList(whole, {}, 'openai-messages');
  }
  if (isObject(whole)) return ofDocument(whole);
  const lines = parsedLines(text);
  const isLog = lines.some((line) => isObject(line) && ('messages' in line || 'request' in line || 'input' in line));
  return isLog ? ofLog(lines, 'line') : ofList(lines, {}, 'openai-messages');
}

function parsedWhole(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const rest = text.trimStart();
    // One document that is broken, rather than one a line.
    const firstLine = rest.slice(0, rest.indexOf('\n') === -1 ? rest.length : rest.indexOf('\n'));
    if (rest.startsWith('[') || !isJson(firstLine)) refuse(`The file is not JSON: ${placed(text, messageOf(error))}.`);
    return undefined;
  }
}

/** Characters of a broken file that are read again to say where it breaks. */
const MOST_PLACED = 20_000_000;

/** V8 does not always say where: people look for a line. */
function placed(text: string, message: string): string {
  const errors: ParseError[] = [];
  parse(text.slice(0, MOST_PLACED), errors, { disallowComments: true });
  const [first] = errors;
  if (first === undefined) return message.slice(0, 200);
  const before = text.slice(0, first.offset).split('\n');
  return `line ${before.length}, column ${(before.at(-1) ?? '').length + 1} (${message.split('\n', 1)[0]?.slice(0, 100)})`;
}

function parsedLines(text: string): unknown[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    try {
      return [JSON.parse(line)];
    } catch (error) {
      return refuse(`Line ${index + 1} is not JSON (${messageOf(error).slice(0, 100)}).`);
    }
  });
}

function ofDocument(document: Raw): ForeignTranscript {
  const { messages, request, response, choices, input, output } = document;
  if (Array.isArray(messages)) return ofList([...messages, ...answers(document)], document, 'openai-messages');
  if (isObject(request)) {
    const asked = listIn(request) ?? refuse("The 'request' has no 'messages'.");
    const heard = isObject(response) ? answers(response) : answers(document);
    return ofList([...asked, ...heard], { ...request, ...document }, 'openai-log');
  }
  if (Array.isArray(input))
    return ofList([...input, ...(Array.isArray(output) ? output : [])], document, 'openai-responses');
  if (Array.isArray(choices)) return ofList(answers(document), document, 'openai-log');
  if ('role' in document) return ofList([document], {}, 'openai-messages');
  return refuse("The file is JSON, and has no 'messages'.");
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

/** Each entry repeats what went before it: the conversation is the longest, where every other is its beginning. */
function ofLog(entries: readonly unknown[], what: 'line' | 'entry'): ForeignTranscript {
  let whole: readonly unknown[] = [];
  let about: Raw = {};
  for (const [index, entry] of entries.entries()) {
    if (!isObject(entry)) return refuse(`${what === 'line' ? 'Line' : 'Entry'} ${index + 1} is no object.`);
    const request = isObject(entry.request) ? entry.request : entry;
    const next = [...(listIn(request) ?? []), ...answers(entry)];
    if (!continues(whole, next)) {
      return refuse(
        `${what === 'line' ? 'Line' : 'Entry'} ${index + 1} begins another conversation than those before. Give one conversation a file.`,
      );
    }
    if (next.length >= whole.length) whole = next;
    about = { ...about, ...request, ...entry };
  }
  return ofList(whole, about, 'openai-log');
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

function ofList(list: readonly unknown[], about: Raw, format: string): ForeignTranscript {
  const messages: ForeignMessage[] = [];
  let skipped = 0;
  for (const [index, raw] of list.entries()) {
    const message = readMessage(raw);
    if (message === undefined) {
      return refuse(
        `Message ${index + 1} (messages[${index}]) is no message: it needs a 'role', and 'content' or 'tool_calls'.`,
      );
    }
    if (message === 'skipped') skipped += 1;
    else messages.push(message);
  }
  if (!messages.some(({ role }) => role === 'user' || role === 'assistant'))
    refuse('The file has no message of a person or a model.');
  const { model, title, tools, functions } = aboutSchema.parse(about);
  return { format, messages, tools: tools ?? functions ?? [], model, title, at: timeOf(about), skipped };
}
