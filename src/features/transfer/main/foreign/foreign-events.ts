/** Another program's conversation as events of our own: what was said and called, and what its source says of it. Pure. */
import { z } from 'zod';
import { oneLine, sha256 } from '../../../../main/lib/text.ts';
import { mediaIn, mimeOf, mostBytesOf } from '../../../../main/runner/workspace/media.ts';
import { INPUTS } from '../../../../main/runner/workspace/workspace.ts';
import { NO_LINE } from '../../../../main/store/chain.ts';
import type { EventRow } from '../../../../main/store/event-log.ts';
import type { Attachment } from '../../../../shared/attachments.ts';
import { defined } from '../../../../shared/defined.ts';
import { EVENT_VERSION, type EventBody, type EventOf, type ToolDefinition } from '../../../../shared/events.ts';
import { rowOf } from '../../../../shared/models/model-row.ts';
import { UNKNOWN_MODEL } from '../../../../shared/review.ts';
import { DEFAULT_LIMITS } from '../../../../shared/settings/defaults.ts';
import { ownWords } from '../../../../shared/text/program-parts.ts';
import type { ForeignCall, ForeignMessage, ForeignTranscript } from './format.ts';
import { LeftOut, objectIn } from './raw.ts';

export const NO_RESULT = 'The transcript has no result of this call.';

type TimedEvent = EventBody & { readonly when?: string | undefined };
type Foreign = NonNullable<EventOf<'session-created'>['foreign']>;

/** Facts of the session beside its messages. */
export interface ForeignHead extends Pick<Foreign, 'format' | 'about' | 'parent'> {
  readonly session: string;
  /** Title if the source has none and the person said nothing. */
  readonly name: string;
  /** Time of messages that do not say when they were written. */
  readonly now: string;
}

/** First time that the source says; undefined for a source without times. */
export const beginOf = ({ at, messages }: ForeignTranscript): string | undefined =>
  at ?? messages.find((message) => message.at !== undefined)?.at;

/** Chained, one at a time: a transcript may be large. */
export function* foreignRows(head: ForeignHead, transcript: ForeignTranscript): Generator<EventRow> {
  const { session, now } = head;
  let [seq, prev] = [0, NO_LINE];
  const first = beginOf(transcript);
  let at = first ?? now;
  for (const { when, ...body } of foreignEvents(head, transcript, first === undefined)) {
    // A log's times do not go back.
    if (when !== undefined && when > at) at = when;
    seq += 1;
    const raw = JSON.stringify({ v: EVENT_VERSION, seq, at, session, prev, ...body });
    prev = sha256(raw);
    yield { session, seq, at, type: body.type, raw };
  }
}

/** Characters of a title that the person's words give. */
const TITLE = 80;

/** First words of the person, rather than a command to their program, or what that wrote in their name. */
function titleOf({ title, messages }: ForeignTranscript, called: string): string {
  if (title !== undefined) return title;
  const texts = messages.flatMap((one) => (one.role === 'user' ? [oneLine(ownWords(one.text)).trim()] : []));
  const words = texts.find((text) => text !== '' && !/^\/[\w:-]+$/.test(text)) ?? '';
  return (words.length > TITLE ? `${words.slice(0, TITLE - 1).trimEnd()}…` : words) || called;
}

function* foreignEvents(head: ForeignHead, transcript: ForeignTranscript, undated: boolean): Generator<TimedEvent> {
  const { messages, tools = [], model = UNKNOWN_MODEL } = transcript;
  const spoken = messages.findIndex(({ role }) => role !== 'system');
  const before = messages.slice(0, spoken === -1 ? messages.length : spoken);
  const system = before.flatMap((message) => (message.role === 'system' ? [message.text] : []));
  const title = titleOf(transcript, head.name);
  const window = rowOf(model)?.context;
  yield {
    type: 'session-created',
    environment: 'default',
    dialect: 'omni',
    model,
    limits: { ...DEFAULT_LIMITS, ...(window === undefined ? {} : { maxContext: window }) },
    loadMode: 'session',
    placement: 'system',
    approve: 'ask',
    workspace: '',
    ...(title === '' ? {} : { title }),
    foreign: {
      format: head.format,
      ...defined({ window, about: head.about, parent: head.parent }),
      ...(undated ? { undated } : {}),
    },
  };
  const prompt = { basePrompt: system.join('\n\n'), workspaceSection: '', tools: tools.flatMap(toolOf) };
  if (system.length + prompt.tools.length > 0) yield { type: 'prompt-changed', ...prompt };
  yield* conversation(messages, before.length, model, prompt);
}

interface OpenCall extends ForeignCall {
  /** Its id in the transcript: several programs restart with every turn. */
  readonly given: string;
}

/** State of the conversation between two messages. */
interface RunPlace {
  readonly state: 'idle' | 'thinking' | 'tool-calling' | 'completed' | 'stopped';
  readonly iteration: number;
  readonly last: string;
}

const between = (from: string | undefined, to: string | undefined): number | undefined => {
  const ms = Date.parse(to ?? '') - Date.parse(from ?? '');
  return ms > 0 ? ms : undefined;
};

/** A turn at a time: what the person wrote, and a run over all that followed. */
function* conversation(
  messages: readonly ForeignMessage[],
  begin: number,
  first: string,
  prompt: Omit<EventOf<'prompt-changed'>, keyof EventOf<'session-deleted'> | 'type'>,
): Generator<TimedEvent> {
  /** Events of the current message, and how many there were before them; two open the log. */
  const events: TimedEvent[] = [];
  let written = begin + prompt.tools.length > 0 ? 2 : 1;
  const places = new Map<number, RunPlace & { readonly seq: number }>();
  const returns = new Set(messages.flatMap((one) => (one.role === 'rewound' ? [one.to] : [])));
  const ids = new Set<string>();
  let open: OpenCall[] = [];
  let place: RunPlace = { state: 'idle', iteration: 0, last: '' };
  let model = first;
  let heard: string | undefined;
  const to = (next: RunPlace['state'], when?: string) => {
    if (place.state !== next) events.push({ type: 'state-changed', from: place.state, to: next, when });
    place = { ...place, state: next };
  };
  type ResultFacts = Pick<Extract<EventBody, { type: 'tool-finished' }>, 'ms' | 'attachments'>;
  const finish = ({ id, name }: ForeignCall, content: string, ok: boolean, when?: string, given: ResultFacts = {}) =>
    events.push({ type: 'tool-finished', callId: id, name, ok, content, ...given, when });
  const endRun = (state: 'completed' | 'stopped' = 'completed', when?: string) => {
    for (const call of open) finish(call, NO_RESULT, true);
    open = [];
    if (place.state !== 'thinking' && place.state !== 'tool-calling') return;
    to(state, when);
    events.push({ type: 'run-finished', state, iterations: place.iteration, text: place.last, when });
  };
  for (const [offset, message] of messages.slice(begin).entries()) {
    yield* events;
    written += events.splice(0).length;
    const { at: when } = message;
    if (message.role === 'user' || message.role === 'rewound') endRun();
    if (returns.has(begin + offset)) places.set(begin + offset, { ...place, seq: written + events.length });
    if (message.role === 'rewound') {
      const { seq, ...back } = places.get(message.to) ?? { ...place, seq: written + events.length };
      events.push({ type: 'history-rewound', toSeq: seq, reason: 'edit', when });
      place = back.state === 'idle' ? back : { ...back, state: 'completed' };
    } else if (message.role === 'stopped') endRun('stopped', when);
    else if (message.role === 'system') {
      const basePrompt = [prompt.basePrompt, message.text].filter((text) => text !== '').join('\n\n');
      events.push({ type: 'prompt-changed', ...prompt, basePrompt, when });
    } else if (message.role === 'user') {
      const { text, attachments } = message;
      events.push({ type: 'user-message-added', text, ...defined({ attachments }), when });
      place = { ...place, iteration: 0, last: '' };
    } else if (message.role === 'assistant') {
      for (const call of open) finish(call, NO_RESULT, true);
      if (message.model !== undefined && message.model !== model) {
        model = message.model;
        events.push({ type: 'settings-changed', model, when });
      }
      to('thinking');
      place = { ...place, iteration: place.iteration + 1, last: message.text };
      const { text, reasoning, usage, cost } = message;
      const calls = message.calls.map(({ at, ...call }) => ({
        ...call,
        id: freshId(call.id, ids),
        given: call.id,
        at,
      }));
      const ms = between(message.from ?? heard, when);
      events.push({
        type: 'model-responded',
        iteration: place.iteration,
        text,
        toolCalls: calls.map(({ id, name, arguments: given }) => ({ id, name, arguments: given })),
        finishReason: calls.length > 0 ? 'tool_calls' : 'stop',
        model,
        ...defined({ reasoning, usage, cost, ms }),
        when,
      });
      if (calls.length > 0) to('tool-calling');
      for (const { id, name, arguments: given, at } of calls) {
        events.push({ type: 'tool-started', callId: id, name, arguments: given, when: at ?? when });
      }
      open = calls.map((call) => ({ ...call, at: call.at ?? when }));
    } else if (message.role === 'tool') {
      // Older transcripts name no call: the first that waits, of that name where one is given.
      const call =
        open.find(({ given }) => given !== '' && given === message.callId) ??
        open.find(({ name }) => message.callId === '' && (message.name === '' || name === message.name));
      if (call === undefined) continue;
      const { attachments } = message;
      const given = defined({ ms: between(message.from ?? call.at, when), attachments });
      finish(call, message.text, message.failed !== true, when, given);
      open = open.filter((one) => one !== call);
    }
    heard = when ?? heard;
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
  const { function: within, input_schema } = objectIn(raw);
  const given = objectIn(within ?? raw);
  const read = definition.safeParse(input_schema === undefined ? given : { ...given, parameters: input_schema });
  return read.success ? [read.data] : [];
}

/** Pictures and PDFs of a person's messages and of results become files of the session; what is neither is left out, and counted. */
export function withFiles(
  transcript: ForeignTranscript,
  keep: (path: string, bytes: Uint8Array) => void,
): { readonly transcript: ForeignTranscript; readonly leftOut: LeftOut } {
  const leftOut = new LeftOut();
  let number = 0;
  const messages = transcript.messages.map((message) => {
    if (!('media' in message) || message.media === undefined) return message;
    const { media, ...rest } = message;
    const attachments = media.flatMap((base64): Attachment[] => {
      const bytes = Buffer.from(base64, 'base64');
      const mime = mimeOf(bytes);
      if (mime === undefined || bytes.length > mostBytesOf(mime)) {
        leftOut.add('picture');
        return [];
      }
      number += 1;
      const name = `${mime === 'application/pdf' ? 'document' : 'picture'}-${number}.${mime.split('/')[1]}`;
      const place = `${INPUTS}/${name}`;
      keep(place, bytes);
      return [{ name, path: place, bytes: bytes.length, sha256: sha256(bytes), ...mediaIn(bytes, mime) }];
    });
    return attachments.length === 0 ? rest : { ...rest, attachments };
  });
  return { transcript: { ...transcript, messages }, leftOut };
}
