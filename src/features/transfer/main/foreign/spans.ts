/** Conversations behind the spans of a trace: what each request of a model adds, and its answer. */
import { refuse } from '../../../../main/store/log-intake.ts';
import { defined } from '../../../../shared/defined.ts';
import type { Usage } from '../../../../shared/events.ts';
import {
  conversationOf,
  type ForeignAgent,
  type ForeignCall,
  type ForeignMessage,
  type ForeignTranscript,
} from './format.ts';
import { isObject, jsonIn, LeftOut, listIn, objectIn, objectsIn, type Raw, textIn, whole } from './raw.ts';
import { Story } from './story.ts';
import { callOf, type Role } from './values.ts';

export interface Span {
  readonly id: string;
  readonly parent: string;
  readonly trace: string;
  /** Id of the conversation, if the span has one. */
  readonly conversation?: string | undefined;
  readonly kind: 'model' | 'tool' | 'agent' | 'other';
  readonly title?: string | undefined;
  /** Includes the tool's, where it has no call's id. */
  readonly name?: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly failed: boolean;
  readonly isSummary?: boolean;
  readonly model?: string | undefined;
  readonly usage?: Usage | undefined;
  readonly cost?: number | undefined;
  readonly omitted?: number | undefined;
  readonly system?: unknown;
  readonly asked: unknown;
  readonly answered: unknown;
  readonly tools?: unknown;
  readonly callId?: string | undefined;
  readonly result?: unknown;
  readonly source: unknown;
}

/** Fields in which requests and answers have their messages, the most particular first. */
const WITHIN = 'messages contents prompts generations choices candidates message content input output'.split(' ');

/** Answers to choose from. */
const FIRST = new Set(['generations', 'choices', 'candidates']);

/** Messages in whatever a span has for its request or its answer. */
function heard(given: unknown, role: Role, leftOut: LeftOut): readonly ForeignMessage[] {
  const story = new Story();
  const say = (one: unknown): void => {
    if (one === undefined || one === null || one === '') return;
    const value = typeof one === 'string' && /^\s*[[{]/.test(one) ? (jsonIn(one) ?? one) : one;
    if (Array.isArray(value)) for (const each of value) say(each);
    else if (!isObject(value)) story.say({ content: String(value) }, { role });
    else if (isObject(value.message) && value.message.role !== undefined) say(value.message);
    else if ((value.role !== undefined || value.type !== undefined || value.kwargs !== undefined) && story.take(value))
      return;
    else if (value.role !== undefined) story.skip(value, String(value.role));
    else if (value.toolName !== undefined) story.call(callOf(value));
    else within(value);
  };
  const within = (value: Raw): void => {
    const system = value.instructions ?? objectIn(value.config).system_instruction;
    if (role === 'user' && typeof system === 'string') story.say({ content: system }, { role: 'system' });
    const name = WITHIN.find((field) => value[field] !== undefined && value[field] !== null);
    if (name !== undefined) say(FIRST.has(name) ? listIn(value[name]).flat()[0] : value[name]);
    else if (typeof value.text === 'string') story.say({ content: value.text }, { role });
    else story.say({ content: JSON.stringify(whole(value)) }, { role });
  };
  say(given);
  leftOut.merge(story.leftOut);
  return story.list;
}

const written = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(whole(value) ?? ''));

/** The span of the call knows when it ended, and how. */
function withTool(message: ForeignMessage, tools: ReadonlyMap<unknown, Span>): ForeignMessage {
  const span = message.role === 'tool' && message.callId !== '' ? tools.get(message.callId) : undefined;
  return span === undefined ? message : { ...message, ...timed(span) };
}

const timed = ({ from, to, failed }: Span) => defined({ from, at: to, failed: failed || undefined });
const byTime = (a: Span, b: Span): number => (a.from ?? '').localeCompare(b.from ?? '');

/** @param nested agents' spans, by the agent's own. */
function readSpans(sorted: readonly Span[], nested: ReadonlyMap<Span, readonly Span[]>): ForeignTranscript {
  const leftOut = new LeftOut();
  const every = sorted.filter(({ kind }) => kind === 'model');
  // A client's call within a framework's is the same one: it counts once.
  const [inner, outer] = [new Set(every.map(({ id }) => id)), new Set(every.map(({ parent }) => parent))];
  const within = every.filter(({ parent }) => parent !== '' && inner.has(parent));
  const isSaid = within.every(({ answered }) => answered !== undefined && answered !== null);
  const models = every.filter((span) => (isSaid ? span.id === '' || !outer.has(span.id) : !within.includes(span)));
  // Without any, the outermost say what was asked and answered.
  const calls = models.length > 0 ? models : sorted.filter(({ parent }) => !sorted.some(({ id }) => id === parent));
  const told = calls.filter(({ isSummary }) => isSummary !== true);
  leftOut.add('summary', calls.length - told.length);
  const tools = sorted.filter(({ kind }) => kind === 'tool');
  leftOut.add('span', sorted.length - new Set([...calls, ...tools]).size);
  // Its times, model and usage become those of its messages.
  const exchanges = told.map((span) => {
    const { from, to, cost, model, usage, omitted } = span;
    const system = heard(span.system, 'system', leftOut).flatMap((one) => ('text' in one ? [one.text] : []));
    const head: ForeignMessage[] = system.length === 0 ? [] : [{ role: 'system', text: system.join('\n') }];
    const facts = (one: ForeignMessage) =>
      one.role === 'assistant' ? defined({ from, cost, model, usage: one.usage ?? usage }) : {};
    return {
      asked: [...head, ...heard(span.asked, 'user', leftOut)].map((one) => ({ ...one, ...defined({ at: from }) })),
      answered: heard(span.answered, 'assistant', leftOut).map((one) => ({
        ...one,
        ...defined({ at: to }),
        ...facts(one),
      })),
      omitted,
    };
  });
  const byCall = new Map(tools.map((span) => [span.callId, span]));
  const messages = conversationOf(exchanges).map((one) => withTool(one, byCall));
  const answered = new Set(messages.flatMap((one) => (one.role === 'tool' ? [one.callId] : [])));
  // The last call's result is in no later request; some programs give its span no id but the tool's name.
  for (const span of tools) {
    const { callId, result, name = '' } = span;
    const isOf = ({ id, name: called }: ForeignCall) =>
      !answered.has(id) && (callId === undefined ? called !== '' && name.endsWith(called) : id === callId);
    const at = messages.findIndex((one) => one.role === 'assistant' && one.calls.some(isOf));
    const asked = messages[at];
    const id = asked?.role === 'assistant' ? asked.calls.find(isOf)?.id : undefined;
    if (id === undefined || result === undefined || result === null) continue;
    answered.add(id);
    messages.splice(at + 1, 0, { role: 'tool', callId: id, name: '', text: written(result), ...timed(span) });
  }
  const agents = [...nested].map(([agent, spans]): ForeignAgent => {
    const above = tools.find(({ id }) => id === agent.parent);
    return { callId: above?.callId, transcript: readSpans(spans, new Map()) };
  });
  return {
    messages,
    tools: told.flatMap((span) => objectsIn(jsonIn(span.tools))).slice(0, 500),
    model: told.find(({ model }) => model !== undefined)?.model,
    title: sorted.find(({ title }) => title !== undefined)?.title,
    at: sorted[0]?.from,
    source: [...told, ...tools].map(({ source }) => source),
    leftOut,
    agents: agents.filter(({ transcript }) => transcript.messages.length > 0),
  };
}

/** Agents that a tool's call started have a separate conversation. */
function readTrace(spans: readonly Span[]): ForeignTranscript {
  const sorted = spans.toSorted(byTime);
  const byId = new Map(sorted.map((span) => [span.id, span]));
  const inner = (span: Span): Span | undefined => {
    const above = byId.get(span.parent);
    if (span.kind === 'agent' && above?.kind === 'tool') return span;
    return above === undefined || above === span ? undefined : inner(above);
  };
  const groups = Map.groupBy(sorted, inner);
  const nested = [...groups].flatMap(([agent, below]) => (agent === undefined ? [] : [[agent, below] as const]));
  return readSpans(groups.get(undefined) ?? [], new Map(nested));
}

export function readAll(spans: readonly Span[]): readonly ForeignTranscript[] {
  if (spans.length === 0) refuse('foreign-no-spans');
  // A tool's span may leave out the conversation's id that its trace has.
  const ofTrace = new Map(
    spans.flatMap((one) => (one.conversation === undefined ? [] : [[one.trace, one.conversation]])),
  );
  const groups = Map.groupBy(spans, ({ trace }) => ofTrace.get(trace) ?? trace);
  const transcripts = [...groups]
    .map(([id, all]) => ({ ...readTrace(all), id: textIn(id) }))
    .filter(({ messages }) => messages.length > 0);
  return transcripts.length === 0 ? refuse('foreign-no-contents') : transcripts;
}

const KINDS = {
  model: ['chat', 'generate_content', 'text_completion', 'llm', 'generation'],
  tool: ['execute_tool', 'tool'],
  agent: ['invoke_agent', 'create_agent', 'agent'],
} as const;
export const kindOf = (name: unknown): Span['kind'] =>
  (['model', 'tool', 'agent'] as const).find((kind) => KINDS[kind].some((one) => one === String(name).toLowerCase())) ??
  'other';
