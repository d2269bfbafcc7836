/**
 * OpenTelemetry traces as OTLP JSON, by the GenAI semantic conventions: `chat` spans hold the messages, `execute_tool`
 * spans what their results leave out. https://opentelemetry.io/docs/specs/semconv/gen-ai/
 */

import { refuse } from '../../../../main/store/log-intake.ts';
import { OMITTED, PURPOSE } from '../../../../main/telemetry/trace.ts';
import {
  conversationOf,
  countIn,
  exchangeOf,
  type ForeignMessage,
  type ForeignTranscript,
  type Format,
  isObject,
  LeftOut,
  listIn,
  objectsIn,
  type Raw,
  textIn,
} from './format.ts';
import { roleIn, Story } from './story.ts';

interface Span {
  readonly trace: string;
  readonly name: string;
  /** Nanoseconds since 1970. */
  readonly start: bigint;
  readonly end: bigint;
  readonly isError: boolean;
  readonly attributes: ReadonlyMap<string, unknown>;
}

function attributeValue(value: unknown): unknown {
  if (!isObject(value)) return undefined;
  if ('stringValue' in value) return value.stringValue;
  if ('intValue' in value) return Number(value.intValue);
  if ('doubleValue' in value) return value.doubleValue;
  if ('boolValue' in value) return value.boolValue;
  const list = (given: unknown) => (isObject(given) ? objectsIn(given.values) : []);
  if ('arrayValue' in value) return list(value.arrayValue).map(attributeValue);
  if ('kvlistValue' in value)
    return Object.fromEntries(list(value.kvlistValue).map((one) => [one.key, attributeValue(one.value)]));
  return undefined;
}

const attributesOf = ({ attributes }: Raw): [string, unknown][] =>
  objectsIn(attributes).map(({ key, value }) => [String(key), attributeValue(value)]);

function nanoseconds(value: unknown): bigint {
  try {
    return BigInt(String(value ?? 0));
  } catch {
    return 0n;
  }
}

function spansIn(values: readonly unknown[]): Span[] {
  const list = (from: Raw, ...names: string[]): readonly Raw[] => names.flatMap((name) => objectsIn(from[name]));
  return objectsIn(values)
    .flatMap((one) => list(one, 'resourceSpans', 'resource_spans'))
    .flatMap((one) => list(one, 'scopeSpans', 'scope_spans', 'instrumentationLibrarySpans'))
    .flatMap((one) => list(one, 'spans'))
    .map((span) => ({
      trace: String(span.traceId ?? span.trace_id ?? ''),
      name: String(span.name ?? ''),
      start: nanoseconds(span.startTimeUnixNano ?? span.start_time_unix_nano),
      end: nanoseconds(span.endTimeUnixNano ?? span.end_time_unix_nano),
      isError: isObject(span.status) && ['2', 'STATUS_CODE_ERROR'].includes(String(span.status.code)),
      // Older instrumentations put the messages into an event of the span.
      attributes: new Map([...list(span, 'events').flatMap(attributesOf), ...attributesOf(span)]),
    }));
}

const timeOf = (ns: bigint): string => new Date(Number(ns / 1_000_000n)).toISOString();

/** Messages are structured attributes, or JSON in a text. */
function listOf(value: unknown): readonly Raw[] {
  if (Array.isArray(value)) return objectsIn(value);
  try {
    const parsed: unknown = typeof value === 'string' ? JSON.parse(value) : [];
    return objectsIn(Array.isArray(parsed) ? parsed : [parsed]);
  } catch {
    return [];
  }
}

const written = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? ''));

/** Parts say `content` where others say `text`. */
function messagesOf(value: unknown, leftOut: LeftOut): readonly ForeignMessage[] {
  const story = new Story(leftOut);
  for (const message of listOf(value)) {
    const parts = listIn(message.parts).map((part) =>
      isObject(part) && ['text', 'reasoning', 'thinking'].includes(String(part.type))
        ? { ...part, content: undefined, text: written(part.content) }
        : part,
    );
    const content = Array.isArray(message.parts) ? parts : message.content;
    const role = roleIn(message.role);
    const isResult = parts.some((part) => isObject(part) && part.type === 'tool_call_response');
    if (!story.say(message, { role: isResult ? 'user' : role, content }))
      story.skip(message, String(message.role ?? 'message'));
  }
  return story.list;
}

/** The span of the call knows when it ended, and how. */
function withTool(message: ForeignMessage, tools: ReadonlyMap<unknown, Span>): ForeignMessage {
  if (message.role !== 'tool' || message.callId === '') return message;
  const span = tools.get(message.callId);
  if (span === undefined) return message;
  return { ...message, from: timeOf(span.start), at: timeOf(span.end), ...(span.isError ? { failed: true } : {}) };
}

function readTrace(spans: readonly Span[]): ForeignTranscript {
  const leftOut = new LeftOut();
  const sorted = spans.toSorted((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0));
  const operation = (span: Span) => String(span.attributes.get('gen_ai.operation.name') ?? span.name.split(' ')[0]);
  const calls = sorted.filter((span) => ['chat', 'generate_content', 'text_completion'].includes(operation(span)));
  const chats = calls.filter(({ attributes }) => attributes.get(PURPOSE) !== 'summary');
  leftOut.add('summary', calls.length - chats.length);
  const tools = sorted.filter((span) => operation(span) === 'execute_tool');
  leftOut.add('span', sorted.length - calls.length - tools.length);
  const exchanges = chats.map(({ attributes, start, end }) => {
    const get = (name: string) => attributes.get(`gen_ai.${name}`);
    const cached = countIn(get('usage.cache_read.input_tokens') ?? get('usage.cached_input_tokens'));
    const usage = {
      promptTokens: countIn(get('usage.input_tokens') ?? get('usage.prompt_tokens')),
      completionTokens: countIn(get('usage.output_tokens') ?? get('usage.completion_tokens')),
      ...(cached === 0 ? {} : { cachedPromptTokens: cached }),
    };
    const cost = get('usage.cost') ?? attributes.get('skilldeck.usage.cost');
    const model = textIn(get('response.model')) ?? textIn(get('request.model'));
    const system = listOf(get('system_instructions'))
      .map((part) => written(part.content ?? part.text))
      .join('\n');
    const head: ForeignMessage[] = system === '' ? [] : [{ role: 'system', text: system }];
    const omitted = attributes.get(OMITTED);
    return exchangeOf({
      asked: [...head, ...messagesOf(get('input.messages'), leftOut)],
      answered: messagesOf(get('output.messages'), leftOut),
      omitted: typeof omitted === 'number' ? omitted : undefined,
      from: timeOf(start),
      to: timeOf(end),
      model,
      usage: usage.promptTokens + usage.completionTokens === 0 ? undefined : usage,
      cost: typeof cost === 'number' ? cost : undefined,
    });
  });
  const byCall = new Map(tools.map((span) => [span.attributes.get('gen_ai.tool.call.id'), span]));
  const messages = conversationOf(exchanges).map((one) => withTool(one, byCall));
  const answered = new Set(messages.flatMap((one) => (one.role === 'tool' ? [one.callId] : [])));
  // The last call's result is in no later request.
  for (const { attributes, start, end, isError } of tools) {
    const id = textIn(attributes.get('gen_ai.tool.call.id')) ?? '';
    const result = attributes.get('gen_ai.tool.call.result');
    if (id === '' || answered.has(id) || result === undefined) continue;
    const at = messages.findIndex((one) => one.role === 'assistant' && one.calls.some((call) => call.id === id));
    if (at !== -1)
      messages.splice(at + 1, 0, {
        role: 'tool',
        callId: id,
        name: '',
        text: written(result),
        from: timeOf(start),
        at: timeOf(end),
        ...(isError ? { failed: true } : {}),
      });
  }
  const [first] = sorted;
  return {
    messages,
    tools: chats.flatMap(({ attributes }) => listOf(attributes.get('gen_ai.tool.definitions'))).slice(0, 500),
    model: exchanges
      .flatMap(({ answered: own }) => own)
      .flatMap((one) => (one.role === 'assistant' ? (one.model ?? []) : []))[0],
    at: first === undefined ? undefined : timeOf(first.start),
    source: [],
    leftOut,
  };
}

export const otlp: Format = {
  name: 'otlp',
  recognises: ({ values }) => objectsIn(values).some((one) => 'resourceSpans' in one || 'resource_spans' in one),
  read({ values }) {
    const spans = spansIn(values).filter(({ attributes }) =>
      [...attributes.keys()].some((name) => name.startsWith('gen_ai.')),
    );
    if (spans.length === 0) return refuse('foreign-no-spans');
    const conversation = ({ attributes, trace }: Span) => textIn(attributes.get('gen_ai.conversation.id')) ?? trace;
    /** A tool's span may leave out the conversation's id that its trace has. */
    const ofTrace = new Map<string, string>();
    for (const span of spans)
      if (span.attributes.has('gen_ai.conversation.id')) ofTrace.set(span.trace, conversation(span));
    const groups = Map.groupBy(spans, (span) => ofTrace.get(span.trace) ?? conversation(span));
    const transcripts = [...groups.values()].map(readTrace).filter(({ messages }) => messages.length > 0);
    if (transcripts.length === 0) return refuse('foreign-no-contents');
    return transcripts;
  },
};
