/**
 * Messages of the conversation in the form of the GenAI conventions. A request repeats all that was said before, so that
 * a session's trace would grow with its square: each `chat` span has what is new since the last one, and says how many
 * messages came before (`OMITTED`).
 */
import { defined, parsedJson } from '../../shared/defined.ts';
import type { EventOf, Route, SessionEvent } from '../../shared/events.ts';
import { activeEvents } from '../../shared/reducer.ts';
import { operationsOf } from '../../shared/tool-operations.ts';
import { sha256 } from '../lib/text.ts';

// Attributes beside those of the conventions that a reader of the trace has to know.

/** Messages of the conversation before those in `gen_ai.input.messages`; instructions do not count. */
export const OMITTED = 'skilldeck.input.messages.omitted';
/** `summary`: a `chat` span that is not part of the conversation. */
export const PURPOSE = 'skilldeck.purpose';

/** A finished span of a session's trace. Ids follow from the log, so that the same session always has the same ones. */
export type AttributeValue = string | number | boolean | readonly string[];
export type Attributes = Readonly<Record<string, AttributeValue>>;

interface SpanEvent {
  readonly name: string;
  /** ISO-8601, UTC. */
  readonly at: string;
  readonly attributes: Attributes;
}

export interface Span {
  /** 32 hex digits: one for each session. */
  readonly traceId: string;
  /** 16 hex digits. */
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: 'internal' | 'client';
  /** Milliseconds since 1970; fractions for the stages of a run. */
  readonly start: number;
  readonly end: number;
  readonly attributes: Attributes;
  readonly events: readonly SpanEvent[];
  /** `error.type` of a span that ended in an error. */
  readonly error?: string;
  readonly seq: number;
}

export interface OpenSpan {
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly kind: Span['kind'];
  readonly start: number;
  readonly attributes: Record<string, AttributeValue>;
  readonly events: SpanEvent[];
}

const traceIdOf = (session: string): string => sha256(`trace ${session}`).slice(0, 32);

/** @param part distinguishes several spans that begin or end with the same event. */
export const spanIdOf = (session: string, seq: number, part = ''): string =>
  sha256(`span ${session} ${seq} ${part}`).slice(0, 16);

export const timeOf = (at: string): number => Date.parse(at);

/** @param end milliseconds since 1970. @param error `error.type`. */
export function endSpan(session: string, span: OpenSpan, end: number, seq: number, error: string | undefined): Span {
  const { parentSpanId, start, attributes, ...rest } = span;
  return {
    traceId: traceIdOf(session),
    ...rest,
    ...defined({ parentSpanId, error }),
    start,
    end: Math.max(start, end),
    attributes: error === undefined ? attributes : { ...attributes, 'error.type': error },
    seq,
  };
}

// `gen_ai.provider.name` and the server of an endpoint, by OpenTelemetry's list of well-known providers.

const PROVIDERS: readonly (readonly [string, string])[] = [
  ['openai.azure.com', 'azure.ai.openai'],
  ['services.ai.azure.com', 'azure.ai.inference'],
  ['api.openai.com', 'openai'],
  ['anthropic.com', 'anthropic'],
  ['amazonaws.com', 'aws.bedrock'],
  ['cohere.com', 'cohere'],
  ['deepseek.com', 'deepseek'],
  ['generativelanguage.googleapis.com', 'gcp.gemini'],
  ['aiplatform.googleapis.com', 'gcp.vertex_ai'],
  ['groq.com', 'groq'],
  ['mistral.ai', 'mistral_ai'],
  ['moonshot.ai', 'moonshot_ai'],
  ['moonshot.cn', 'moonshot_ai'],
  ['perplexity.ai', 'perplexity'],
  ['x.ai', 'x_ai'],
];
/** Provider of the model that answers offline. */
const DEMO = 'skilldeck';

/** An unknown host gets the provider whose protocol it speaks. */
export function providerOf({ wire, endpoint }: Pick<Route, 'wire' | 'endpoint'>): string {
  if (endpoint === '') return DEMO;
  const host = URL.parse(endpoint)?.hostname ?? '';
  const known = PROVIDERS.find(([end]) => host === end || host.endsWith(`.${end}`));
  return known?.[1] ?? (wire === 'anthropic' ? 'anthropic' : 'openai');
}

export function serverOf(endpoint: string): Attributes {
  const url = URL.parse(endpoint);
  if (url === null) return {};
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  return { 'server.address': url.hostname.replace(/^\[(.*)\]$/, '$1'), 'server.port': port };
}

/** Parameters of the request that the conventions name. */
const PARAMETERS: Readonly<Record<string, string>> = {
  temperature: 'gen_ai.request.temperature',
  top_p: 'gen_ai.request.top_p',
  top_k: 'gen_ai.request.top_k',
  seed: 'gen_ai.request.seed',
  frequency_penalty: 'gen_ai.request.frequency_penalty',
  presence_penalty: 'gen_ai.request.presence_penalty',
};

export function requestAttributes(route: Route | undefined): Attributes {
  const { params = {}, maxOutput } = route ?? {};
  return {
    ...(maxOutput === undefined ? {} : { 'gen_ai.request.max_tokens': maxOutput }),
    ...Object.fromEntries(
      Object.entries(PARAMETERS).flatMap(([name, attribute]) => {
        const value = Object.hasOwn(params, name) ? params[name] : undefined;
        return typeof value === 'number' ? [[attribute, value]] : [];
      }),
    ),
  };
}

interface Part {
  readonly type: string;
  readonly [field: string]: unknown;
}
export interface TraceMessage {
  readonly role: 'user' | 'assistant' | 'tool';
  readonly parts: readonly Part[];
}

interface PlacedMessage {
  readonly seq: number;
  readonly message: TraceMessage;
}

export function answerMessage(
  { text, reasoning, toolCalls }: EventOf<'model-responded'>,
  withReasoning: boolean,
): TraceMessage {
  return {
    role: 'assistant',
    parts: [
      ...(withReasoning && reasoning !== undefined ? [{ type: 'reasoning', content: reasoning }] : []),
      ...(text === '' && toolCalls.length > 0 ? [] : [{ type: 'text', content: text }]),
      ...toolCalls.map(({ id, name, arguments: given }) => ({
        type: 'tool_call',
        id,
        name,
        // Written wrongly by the model: kept as it wrote it.
        arguments: parsedJson(given) ?? given,
      })),
    ],
  };
}

function messageOf(event: SessionEvent, withReasoning: boolean): TraceMessage | undefined {
  switch (event.type) {
    case 'user-message-added':
      return {
        role: 'user',
        parts: [
          { type: 'text', content: event.text },
          ...(event.attachments ?? []).map(({ path, mime, media }) => ({
            type: 'file',
            modality: media?.kind === 'image' ? 'image' : 'document',
            mime_type: mime,
            file_id: path,
          })),
        ],
      };
    case 'model-responded':
      return event.purpose === 'summary' ? undefined : answerMessage(event, withReasoning);
    case 'tool-finished':
      return { role: 'tool', parts: [{ type: 'tool_call_response', id: event.callId, response: event.content }] };
    default:
      return undefined;
  }
}

export interface NewMessages {
  readonly omitted: number;
  readonly messages: readonly TraceMessage[];
}

export class Conversation {
  readonly #withReasoning: boolean;
  readonly #events: SessionEvent[] = [];
  #said: PlacedMessage[] = [];
  /** `seq` of the messages as a reader of all spans has put them together. */
  #told: number[] = [];

  constructor(withReasoning: boolean) {
    this.#withReasoning = withReasoning;
  }

  take(event: SessionEvent): void {
    const placed = this.#placed(event);
    if (placed.length === 0 && event.type !== 'history-rewound') return;
    this.#events.push(event);
    if (event.type === 'history-rewound') this.#said = activeEvents(this.#events).flatMap((one) => this.#placed(one));
    else this.#said.push(...placed);
  }

  /** Messages of a request that no span had yet. */
  asked(): NewMessages {
    let omitted = 0;
    while (omitted < this.#said.length && this.#said[omitted]?.seq === this.#told[omitted]) omitted += 1;
    this.#told = this.#said.map(({ seq }) => seq);
    return { omitted, messages: this.#said.slice(omitted).map(({ message }) => message) };
  }

  /** The last message is in its span, too. */
  answered(seq: number): void {
    this.#told.push(seq);
  }

  #placed(event: SessionEvent): PlacedMessage[] {
    const message = messageOf(event, this.#withReasoning);
    return message === undefined ? [] : [{ seq: event.seq, message }];
  }
}

// The stages of a script's run as children of the call that started it.

/** The part of a skill in a tool call, for the conventions' spans of agent skills. */
export interface SkillUse {
  readonly skill: string;
  /** Relative to the skill's folder. */
  readonly resource?: string;
  readonly loads?: true;
}

/** Arguments that name a skill; `name` only of a tool that loads one. */
const SKILL_FIELDS = ['skill', 'skill_name', 'skillId'];
const LOADS: ReadonlySet<string> = new Set(['load-skill', 'unload-skill']);

function fromArguments({ name, arguments: text }: EventOf<'tool-started'>): SkillUse | undefined {
  const given = parsedJson(text);
  if (typeof given !== 'object' || given === null) return undefined;
  const operations = operationsOf(name);
  if (operations.length === 0 && name !== 'skill_run' && name !== 'skill_exec') return undefined;
  const fields = operations.some((one) => LOADS.has(one)) ? [...SKILL_FIELDS, 'name'] : SKILL_FIELDS;
  const skill = fields.map((field) => Reflect.get(given, field)).find((value) => typeof value === 'string');
  if (skill === undefined || skill === '') return undefined;
  return operations.includes('load-skill') ? { skill, loads: true } : { skill };
}

/** Skills of a session: which are loaded, and which tools they bring. */
export class SkillUses {
  readonly #scripts = new Map<string, SkillUse>();
  readonly #loaded = new Set<string>();

  take(event: SessionEvent): void {
    if (event.type !== 'skill-loaded') return;
    this.#loaded.add(event.skill);
    for (const { name, script } of event.tools ?? []) this.#scripts.set(name, { skill: event.skill, resource: script });
  }

  ofCall(event: EventOf<'tool-started'>): SkillUse | undefined {
    return this.#scripts.get(event.name) ?? fromArguments(event);
  }

  during(event: SessionEvent): SkillUse | undefined {
    switch (event.type) {
      case 'skill-loaded':
        return event.by === 'agent' ? { skill: event.skill, loads: true } : undefined;
      case 'reference-loaded':
        return event.by === 'agent' ? { skill: event.skill, resource: event.path } : undefined;
      case 'approval-requested': {
        const { skill, script } = event.detail;
        if (skill === undefined) return undefined;
        return script === undefined ? { skill } : { skill, resource: script };
      }
      case 'script-started': {
        // The folder of a loaded skill, or of its copy in the workspace.
        const where = `${event.cwd}/`.replaceAll('\\', '/');
        const skill = [...this.#loaded].find((id) => where.includes(`/${id}/`));
        return skill === undefined ? undefined : { skill };
      }
      default:
        return undefined;
    }
  }
}

/** Facts of a call that are kept once its span is made. */
export interface CallSpan {
  readonly spanId: string;
  exitCode?: number;
}

export function runSpans(
  session: string,
  started: EventOf<'script-started'> | undefined,
  event: EventOf<'script-finished'>,
  call: CallSpan | undefined,
  contents: boolean,
): Span[] {
  return (event.stages ?? []).map((stage, index) => {
    const isProgram = stage.name === 'run.program';
    const error = isProgram ? errorOf(event) : undefined;
    const start = timeOf(stage.at);
    const open: OpenSpan = {
      spanId: spanIdOf(session, event.seq, `${index} ${stage.name}`),
      parentSpanId: call?.spanId,
      name: stage.name,
      kind: 'internal',
      start,
      attributes: {
        'gen_ai.conversation.id': session,
        ...defined({ 'skilldeck.stage.files': stage.files, 'skilldeck.stage.bytes': stage.bytes }),
        ...(isProgram ? programAttributes(started, event, contents) : {}),
      },
      events: [],
    };
    return endSpan(session, open, start + stage.ms, event.seq, error);
  });
}

function programAttributes(
  started: EventOf<'script-started'> | undefined,
  { exitCode, truncated }: EventOf<'script-finished'>,
  contents: boolean,
): Attributes {
  return {
    ...(started === undefined ? {} : { 'skilldeck.run.interpreter': started.interpreter }),
    ...(started?.sandbox === undefined ? {} : { 'skilldeck.run.sandbox': started.sandbox }),
    ...(started === undefined || !contents ? {} : { 'process.command_line': started.command }),
    ...(exitCode === null ? {} : { 'process.exit.code': exitCode }),
    'skilldeck.run.truncated': truncated,
  };
}

function errorOf({ exitCode, timedOut, stopped, limit }: EventOf<'script-finished'>): string | undefined {
  if (timedOut) return 'timeout';
  if (limit !== undefined) return `limit-${limit}`;
  if (stopped === true) return 'stopped';
  if (exitCode === null) return 'signal';
  return exitCode === 0 ? undefined : `exit-${exitCode}`;
}
