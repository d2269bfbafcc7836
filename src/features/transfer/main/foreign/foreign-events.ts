/** Another program's conversation as events of our own: what was said and called, and no request, as none was recorded. Pure. */
import { z } from 'zod';
import { sha256 } from '../../../../main/lib/text.ts';
import { NO_LINE } from '../../../../main/store/chain.ts';
import type { EventRow } from '../../../../main/store/event-log.ts';
import { EVENT_VERSION, type EventBody, type ToolDefinition } from '../../../../shared/events.ts';
import { UNKNOWN_MODEL } from '../../../../shared/review.ts';
import { DEFAULT_LIMITS } from '../../../../shared/settings/defaults.ts';
import type { ForeignCall, ForeignMessage, ForeignTranscript } from './format.ts';

export const NO_RESULT = 'The transcript has no result of this call.';

type Timed = EventBody & { readonly when?: string | undefined };

/** Chained, one at a time: a transcript may be large. @param now for messages that do not say when they were written. */
export function* foreignRows(
  session: string,
  format: string,
  transcript: ForeignTranscript,
  name: string,
  now: string,
): Generator<EventRow> {
  let [seq, prev] = [0, NO_LINE];
  let at = transcript.at ?? transcript.messages.find((message) => message.at !== undefined)?.at ?? now;
  for (const { when, ...body } of foreignEvents(format, transcript, name)) {
    // A log's times do not go back.
    if (when !== undefined && when > at) at = when;
    seq += 1;
    const raw = JSON.stringify({ v: EVENT_VERSION, seq, at, session, prev, ...body });
    prev = sha256(raw);
    yield { session, seq, at, type: body.type, raw };
  }
}

function* foreignEvents(
  format: string,
  { messages, tools, model = UNKNOWN_MODEL, title }: ForeignTranscript,
  name: string,
): Generator<Timed> {
  const system = messages.flatMap((message) => (message.role === 'system' ? [message.text] : []));
  const given = title ?? name;
  yield {
    type: 'session-created',
    environment: 'default',
    dialect: 'omni',
    model,
    limits: DEFAULT_LIMITS,
    loadMode: 'session',
    placement: 'system',
    approve: 'ask',
    workspace: '',
    ...(given === '' ? {} : { title: given }),
    foreign: { format },
  };
  if (system.length + tools.length > 0) {
    const definitions = tools.flatMap(toolOf);
    yield { type: 'prompt-changed', basePrompt: system.join('\n\n'), workspaceSection: '', tools: definitions };
  }
  yield* conversation(messages, model);
}

interface OpenCall extends ForeignCall {
  /** Its id in the transcript: several programs restart with every turn. */
  readonly given: string;
}

/** A turn at a time: what the person wrote, and a run over all that followed. */
function* conversation(messages: readonly ForeignMessage[], first: string): Generator<Timed> {
  /** Events of the current message. */
  const events: Timed[] = [];
  const ids = new Set<string>();
  let open: OpenCall[] = [];
  let iteration = 0;
  let state: 'idle' | 'thinking' | 'tool-calling' | 'completed' = 'idle';
  let last = '';
  let model = first;
  const to = (next: typeof state) => {
    if (state !== next) events.push({ type: 'state-changed', from: state, to: next });
    state = next;
  };
  const finish = ({ id, name }: ForeignCall, content: string, ok: boolean, when?: string) =>
    events.push({ type: 'tool-finished', callId: id, name, ok, content, ms: 0, when });
  const closeCalls = () => {
    for (const call of open) finish(call, NO_RESULT, false);
    open = [];
  };
  const endRun = () => {
    closeCalls();
    if (state === 'idle' || state === 'completed') return;
    to('completed');
    events.push({ type: 'run-finished', state: 'completed', iterations: iteration, text: last });
  };
  for (const message of messages) {
    yield* events.splice(0);
    const { at: when } = message;
    if (message.role === 'user') {
      endRun();
      events.push({ type: 'user-message-added', text: message.text, when });
      [iteration, last] = [0, ''];
    } else if (message.role === 'assistant') {
      closeCalls();
      if (message.model !== undefined && message.model !== model) {
        model = message.model;
        events.push({ type: 'settings-changed', model, when });
      }
      to('thinking');
      iteration += 1;
      const calls = message.calls.map((call) => ({ ...call, id: freshId(call.id, ids), given: call.id }));
      const finishReason = calls.length > 0 ? 'tool_calls' : 'stop';
      last = message.text;
      events.push({
        type: 'model-responded',
        iteration,
        text: message.text,
        toolCalls: calls.map(({ given: _, ...call }) => call),
        finishReason,
        ms: 0,
        ...(message.reasoning === undefined ? {} : { reasoning: message.reasoning }),
        ...(message.usage === undefined ? {} : { usage: message.usage }),
        when,
      });
      if (calls.length > 0) to('tool-calling');
      for (const { id, name, arguments: given } of calls) {
        events.push({ type: 'tool-started', callId: id, name, arguments: given, when });
      }
      open = calls;
    } else if (message.role === 'tool') {
      // Older transcripts name no call: the first that waits, of that name where one is given.
      const call =
        open.find(({ given }) => given !== '' && given === message.callId) ??
        open.find(({ name }) => message.callId === '' && (message.name === '' || name === message.name));
      if (call === undefined) continue;
      finish(call, message.text, message.failed !== true, when);
      open = open.filter((one) => one !== call);
    }
  }
  endRun();
  yield* events;
}

/** Ids of calls are a session's own: an empty one, or one that was there before, is replaced. */
function freshId(given: string, taken: Set<string>): string {
  let id = given;
  for (let number = taken.size + 1; id === '' || taken.has(id); number += 1) id = `call-${number}`;
  taken.add(id);
  return id;
}

const definition = z.object({
  name: z.string(),
  description: z.string().catch(''),
  parameters: z.record(z.string(), z.unknown()).catch({}),
});

function toolOf(raw: unknown): ToolDefinition[] {
  const wrapped = z.object({ function: z.unknown() }).safeParse(raw);
  const read = definition.safeParse(wrapped.data?.function ?? raw);
  return read.success ? [read.data] : [];
}
