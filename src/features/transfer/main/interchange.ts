/** A session as one OpenTelemetry trace, in OTLP's JSON. */

import { SessionTrace } from '../../../main/telemetry/session-trace.ts';
import { defined, parsedJson } from '../../../shared/defined.ts';
import type { EventOf, SessionEvent, ToolDefinition, Usage } from '../../../shared/events.ts';
import { activeEvents, foldEvents } from '../../../shared/reducer.ts';
import type { ForeignMessage } from './foreign/format.ts';
import { LeftOut } from './foreign/raw.ts';

/** A session as other programs know conversations: messages, calls and results; all else is counted as left out. Pure. */
type SaidMessage = Extract<ForeignMessage, { role: 'user' | 'assistant' | 'tool' }> & { readonly at: string };
type Answer = Extract<SaidMessage, { role: 'assistant' }>;

export interface Conversation {
  readonly session: string;
  readonly title: string;
  readonly model: string;
  /** Fixed words of every request; skills that were loaded came on top. */
  readonly system: string;
  readonly tools: readonly ToolDefinition[];
  readonly said: readonly SaidMessage[];
  /** Events and facts that `said` does not have, by kind. */
  readonly leftOut: LeftOut;
}

/** Say nothing new: they follow from what is said. */
const IMPLIED: ReadonlySet<SessionEvent['type']> = new Set(['session-created', 'state-changed', 'run-finished']);

/** @param reasoning includes what the model thought. */
export function conversationOf(session: string, events: readonly SessionEvent[], reasoning: boolean): Conversation {
  const { title, model: last, basePrompt, workspaceSection, tools } = foldEvents(session, events);
  const active = new Set(activeEvents(events).map(({ seq }) => seq));
  const leftOut = new LeftOut();
  const said: SaidMessage[] = [];
  let model = last;
  for (const event of events) {
    if (!active.has(event.seq)) {
      leftOut.add('replaced-event');
      continue;
    }
    const { at } = event;
    if (event.type === 'session-created') {
      model = event.model;
      addFacts(event, leftOut);
    }
    switch (event.type) {
      case 'user-message-added':
        said.push({ at, role: 'user', text: event.text });
        leftOut.add('attachment', event.attachments?.length ?? 0);
        break;
      case 'request-sent':
        model = event.model;
        leftOut.add(event.type);
        break;
      case 'model-responded':
        model = event.model ?? model;
        if (event.purpose === 'summary') leftOut.add('summary');
        else said.push(answer(event, model, reasoning, leftOut));
        break;
      case 'tool-started':
        break;
      case 'tool-finished':
        said.push({ at, role: 'tool', callId: event.callId, name: event.name, text: event.content });
        if (!event.ok) leftOut.add('tool-failure');
        break;
      case 'prompt-changed':
        break;
      default:
        if (!IMPLIED.has(event.type)) leftOut.add(event.type === 'unknown' ? event.originalType : event.type);
    }
  }
  const system = [basePrompt, workspaceSection].filter((text) => text !== '').join('\n\n');
  return { session, title, model: last, system, tools, said, leftOut };
}

/** Facts of an imported session by the names of its source, which no other format has a place for. */
function addFacts({ foreign }: EventOf<'session-created'>, leftOut: LeftOut): void {
  for (const name of Object.keys(foreign?.about ?? {})) leftOut.add(name);
  if (foreign?.parent !== undefined) leftOut.add('parent');
}

function answer(
  { at, text, toolCalls, reasoning: thought, usage, cost, opaque }: EventOf<'model-responded'>,
  model: string,
  reasoning: boolean,
  leftOut: LeftOut,
): SaidMessage {
  if (opaque !== undefined) leftOut.add('opaque');
  if (!reasoning && thought !== undefined) leftOut.add('reasoning');
  return {
    at,
    role: 'assistant',
    text,
    calls: toolCalls,
    model,
    ...defined({ usage, cost, reasoning: reasoning ? thought : undefined }),
  };
}

/** OpenAI's Chat Completions: one document with the messages, as a request has them. */
export function toOpenai({ title, model, system, tools, said, leftOut }: Conversation): string {
  leftOut.add('time', said.length);
  leftOut.add('usage', said.filter((one) => one.role === 'assistant' && one.usage !== undefined).length);
  const messages = said.map(message);
  return `${JSON.stringify(
    {
      model,
      ...(title === '' ? {} : { title }),
      messages: system === '' ? messages : [{ role: 'system', content: system }, ...messages],
      ...(tools.length === 0 ? {} : { tools: tools.map((tool) => ({ type: 'function', function: tool })) }),
    },
    null,
    2,
  )}\n`;
}

/** Fields that are undefined are not written. */
function message(one: SaidMessage) {
  if (one.role === 'user') return { role: 'user', content: one.text };
  if (one.role === 'tool') return { role: 'tool', tool_call_id: one.callId, content: one.text };
  const { text, reasoning, calls } = one;
  const asked = calls.map(({ id, name, arguments: given }) => ({
    id,
    type: 'function',
    function: { name, arguments: given },
  }));
  return {
    role: 'assistant',
    content: text === '' && calls.length > 0 ? null : text,
    reasoning_content: reasoning,
    tool_calls: calls.length === 0 ? undefined : asked,
  };
}

/** ATIF, Harbor's Agent Trajectory Interchange Format. https://github.com/laude-institute/harbor (docs/rfcs/0001-trajectory-format.md) */
const SCHEMA = 'ATIF-v1.4';

interface TrajectoryStep {
  readonly timestamp: string;
  readonly source: 'system' | 'user' | 'agent';
  readonly message: string;
  readonly [field: string]: unknown;
}

/** @param version of this app. */
export function toAtif({ session, model, system, tools, said, leftOut }: Conversation, version: string): string {
  const steps: TrajectoryStep[] = [];
  const [first] = said;
  if (system !== '') steps.push({ timestamp: first?.at ?? '', source: 'system', message: system });
  for (const one of said) {
    if (one.role === 'user') steps.push({ timestamp: one.at, source: 'user', message: one.text });
    else if (one.role === 'assistant') steps.push(agentStep(one));
    else if (!observe(steps, one)) leftOut.add('result-without-call');
  }
  // The format has no place for the names that results repeat, nor for the offered tools before version 1.5.
  leftOut.add('tool-definition', tools.length);
  const usages = said.flatMap((one) => (one.role === 'assistant' && one.usage !== undefined ? [one.usage] : []));
  const sum = (pick: (usage: Usage) => number) => usages.reduce((total, usage) => total + pick(usage), 0);
  return `${JSON.stringify(
    {
      schema_version: SCHEMA,
      session_id: session,
      agent: { name: 'skilldeck', version, model_name: model },
      steps: steps.map((step, index) => ({ step_id: index + 1, ...step })),
      final_metrics: {
        total_prompt_tokens: sum(({ promptTokens }) => promptTokens),
        total_completion_tokens: sum(({ completionTokens }) => completionTokens),
        total_cached_tokens: sum(({ cachedPromptTokens }) => cachedPromptTokens ?? 0),
        total_steps: steps.length,
      },
    },
    null,
    2,
  )}\n`;
}

function agentStep({ at, text, reasoning, calls, model, usage, cost }: Answer): TrajectoryStep {
  return {
    timestamp: at,
    source: 'agent',
    model_name: model,
    message: text,
    reasoning_content: reasoning,
    tool_calls: calls.length === 0 ? undefined : calls.map(calledIn),
    metrics:
      usage === undefined && cost === undefined
        ? undefined
        : {
            prompt_tokens: usage?.promptTokens,
            completion_tokens: usage?.completionTokens,
            cached_tokens: usage?.cachedPromptTokens,
            cost_usd: cost,
          },
  };
}

const calledIn = ({ id, name, arguments: given }: Answer['calls'][number]) => ({
  tool_call_id: id,
  function_name: name,
  arguments: parsed(given),
});

/** A result belongs to the step that asked for it. @returns false where none did. */
function observe(steps: TrajectoryStep[], { callId, text }: Extract<SaidMessage, { role: 'tool' }>): boolean {
  const at = steps.findLastIndex(({ tool_calls: calls }) =>
    (Array.isArray(calls) ? calls : []).some((call: { tool_call_id?: unknown }) => call.tool_call_id === callId),
  );
  const step = steps[at];
  if (step === undefined) return false;
  const before = (step.observation as { readonly results: readonly unknown[] } | undefined)?.results ?? [];
  steps[at] = { ...step, observation: { results: [...before, { source_call_id: callId, content: text }] } };
  return true;
}

/** The format wants an object; arguments that are none stay readable. */
function parsed(given: string): unknown {
  const value = parsedJson(given);
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : { arguments: given };
}

/** In spans, or implied by them. */
const IN_SPANS: ReadonlySet<SessionEvent['type']> = new Set([
  'session-created',
  'settings-changed',
  'prompt-changed',
  'user-message-added',
  'request-sent',
  'model-responded',
  'model-failed',
  'context-compacted',
  'skill-loaded',
  'reference-loaded',
  'tool-started',
  'tool-finished',
  'approval-requested',
  'approval-resolved',
  'script-started',
  'script-finished',
  'state-changed',
  'run-finished',
]);

export async function toOtlp(
  session: string,
  events: readonly SessionEvent[],
  { reasoning, version }: { readonly reasoning: boolean; readonly version: string },
): Promise<{ readonly text: string; readonly leftOut: LeftOut }> {
  const { serialize } = await import('../../../main/telemetry/otlp.ts');
  const leftOut = new LeftOut();
  const trace = new SessionTrace(session, { contents: true, reasoning });
  const spans = events.flatMap((event) => {
    if (!IN_SPANS.has(event.type)) leftOut.add(event.type === 'unknown' ? event.originalType : event.type);
    if (event.type === 'session-created') addFacts(event, leftOut);
    if (event.type === 'model-responded') {
      if (event.opaque !== undefined) leftOut.add('opaque');
      if (event.reasoning !== undefined && !reasoning) leftOut.add('reasoning');
    }
    return trace.take(event);
  });
  const bytes = serialize([...spans, ...trace.rest()], 'http/json', { version });
  return { text: `${new TextDecoder().decode(bytes)}\n`, leftOut };
}
