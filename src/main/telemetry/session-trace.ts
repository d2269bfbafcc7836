/**
 * A session's log as spans by OpenTelemetry's GenAI semantic conventions (docs/decisions/0005), one event after the
 * other: `invoke_agent` for a run, `chat` for each request, `execute_tool` for each call, and the stages of a script's run
 * below it. Pure: the same log always gives the same spans with the same ids.
 */
import type { Agent, EventOf, Route, SessionEvent, ToolDefinition } from '../../shared/events.ts';
import * as trace from './trace.ts';

export interface TraceOptions {
  /** Messages, arguments, results and commands; else names and figures alone. */
  readonly contents: boolean;
  /** Includes the model's reasoning, with `contents`. */
  readonly reasoning: boolean;
}

interface OpenCall extends trace.OpenSpan {
  readonly tool: string;
  use: trace.SkillUse | undefined;
}

const AGENT = 'skilldeck';

export class SessionTrace {
  #isForeign = false;
  readonly #session: string;
  readonly #options: TraceOptions;
  readonly #conversation: trace.Conversation;
  readonly #skills = new trace.SkillUses();
  #model = '';
  #route: Route | undefined;
  #agent: Agent | undefined;
  #prompt: { readonly system: string; readonly tools: readonly ToolDefinition[]; told: boolean } | undefined;
  #run: trace.OpenSpan | undefined;
  #chat: trace.OpenSpan | undefined;
  readonly #calls = new Map<string, OpenCall>();
  /** Spans of all calls: a program may outlive the call that started it. */
  readonly #callSpans = new Map<string, trace.CallSpan>();
  readonly #scripts = new Map<string, EventOf<'script-started'>>();
  #last: SessionEvent | undefined;

  constructor(session: string, options: TraceOptions) {
    this.#session = session;
    this.#options = options;
    this.#conversation = new trace.Conversation(options.reasoning);
  }

  /** @returns spans that the event completes. */
  take(event: SessionEvent): trace.Span[] {
    this.#last = event;
    this.#skills.take(event);
    const use = this.#skills.during(event);
    if (use !== undefined) for (const call of this.#calls.values()) call.use = { ...call.use, ...use };
    const spans = this.#step(event);
    if (this.#options.contents) this.#conversation.take(event);
    return spans;
  }

  /** Spans that are still open: of a log that ends in the middle of a run. They end with its last event. */
  rest(): trace.Span[] {
    const { at = '', seq = 0 } = this.#last ?? {};
    const open = [...this.#calls.values(), this.#chat, this.#run].filter((one) => one !== undefined);
    return open.map((one) => this.#ended(one, at, seq));
  }

  #step(event: SessionEvent): trace.Span[] {
    switch (event.type) {
      case 'session-created':
      case 'settings-changed':
        this.#settings(event);
        return [];
      case 'prompt-changed': {
        const system = [event.basePrompt, event.workspaceSection].filter((text) => text !== '').join('\n\n');
        this.#prompt = { system, tools: event.tools, told: false };
        return [];
      }
      case 'user-message-added':
        this.#run = this.#begin(event, 'invoke_agent', 'internal', undefined, {
          'gen_ai.agent.name': this.#agent?.name ?? AGENT,
          ...this.#ofModel(),
          ...this.#content('gen_ai.input.messages', [{ role: 'user', parts: [{ type: 'text', content: event.text }] }]),
        });
        return [];
      case 'request-sent':
        this.#chat = this.#requested(event);
        return [];
      case 'model-responded':
        return this.#responded(event);
      case 'model-failed': {
        const span = this.#chat;
        this.#chat = undefined;
        return span === undefined ? [] : [this.#ended(span, event.at, event.seq, event.code)];
      }
      case 'context-compacted':
        this.#run?.events.push({
          name: 'skilldeck.context.compacted',
          at: event.at,
          attributes: {
            'skilldeck.compaction.strategy': event.strategy,
            'skilldeck.tokens.before': event.before,
            'skilldeck.tokens.after': event.after,
          },
        });
        return [];
      case 'tool-started':
        this.#started(event);
        return [];
      case 'approval-requested':
      case 'approval-resolved':
        this.#calls.get(event.callId)?.events.push({
          name: event.type === 'approval-requested' ? 'skilldeck.approval.requested' : 'skilldeck.approval.resolved',
          at: event.at,
          attributes: event.type === 'approval-requested' ? {} : { 'skilldeck.approval.decision': event.decision },
        });
        return [];
      case 'script-started':
        this.#scripts.set(event.callId, event);
        return [];
      case 'script-finished':
        return this.#scriptEnded(event);
      case 'tool-finished':
        return this.#finished(event);
      case 'run-finished':
        return this.#runEnded(event);
      default:
        return [];
    }
  }

  #settings(event: EventOf<'session-created'> | EventOf<'settings-changed'>): void {
    if (event.type === 'session-created') this.#isForeign = event.foreign !== undefined;
    this.#model = event.model ?? this.#model;
    this.#route = event.route ?? this.#route;
    if (event.agent !== undefined) this.#agent = event.agent ?? undefined;
  }

  #ofModel(model: string = this.#model): trace.Attributes {
    return {
      ...(this.#route === undefined ? {} : { 'gen_ai.provider.name': trace.providerOf(this.#route) }),
      'gen_ai.request.model': model,
    };
  }

  #begin(
    { seq, at }: SessionEvent,
    operation: string,
    kind: trace.Span['kind'],
    parent: trace.OpenSpan | undefined,
    attributes: trace.Attributes,
  ): trace.OpenSpan {
    return {
      spanId: trace.spanIdOf(this.#session, seq),
      parentSpanId: parent?.spanId,
      name: operation,
      kind,
      start: trace.timeOf(at),
      attributes: { 'gen_ai.operation.name': operation, 'gen_ai.conversation.id': this.#session, ...attributes },
      events: [],
    };
  }

  #ended(span: trace.OpenSpan & Partial<OpenCall>, at: string, seq: number, error?: string): trace.Span {
    const { tool: _tool, use: _use, ...open } = { ...span, name: nameOf(span) };
    return trace.endSpan(this.#session, open, trace.timeOf(at), seq, error);
  }

  #content(name: string, value: unknown): trace.Attributes {
    if (!this.#options.contents) return {};
    return { [name]: typeof value === 'string' ? value : JSON.stringify(value) };
  }

  /** @param event the request; the answer, where another program sent it. */
  #requested(event: EventOf<'request-sent'> | EventOf<'model-responded'>): trace.OpenSpan {
    const isSummary = event.purpose === 'summary';
    const endpoint = this.#route?.endpoint ?? '';
    const begun = this.#begin(event, 'chat', 'client', this.#run, {
      ...this.#ofModel(event.model),
      ...trace.serverOf(endpoint),
      ...trace.requestAttributes(this.#route),
      ...(event.type === 'model-responded'
        ? {}
        : {
            'gen_ai.request.stream': true,
            'skilldeck.request.sha256': event.sha256,
            'skilldeck.request.tokens': event.tokens.total,
          }),
      'skilldeck.iteration': event.iteration,
      ...(isSummary ? { [trace.PURPOSE]: 'summary' } : {}),
    });
    const chat = event.type === 'model-responded' ? { ...begun, start: begun.start - (event.ms ?? 0) } : begun;
    if (isSummary || !this.#options.contents) return chat;
    const { omitted, messages } = this.#conversation.asked();
    const isNew = this.#prompt?.told === false;
    if (this.#prompt !== undefined) this.#prompt.told = true;
    Object.assign(chat.attributes, {
      [trace.OMITTED]: omitted,
      ...this.#content('gen_ai.input.messages', messages),
      ...(isNew ? this.#instructions() : {}),
    });
    return chat;
  }

  /** Repeated only where they changed. */
  #instructions(): trace.Attributes {
    const { system = '', tools = [] } = this.#prompt ?? {};
    return {
      ...(system === '' ? {} : this.#content('gen_ai.system_instructions', [{ type: 'text', content: system }])),
      ...(tools.length === 0
        ? {}
        : this.#content(
            'gen_ai.tool.definitions',
            tools.map(({ name, description, parameters }) => ({ type: 'function', name, description, parameters })),
          )),
    };
  }

  #responded(event: EventOf<'model-responded'>): trace.Span[] {
    // Another program's log has answers without requests.
    const open = this.#chat ?? (this.#isForeign ? this.#requested(event) : undefined);
    this.#chat = undefined;
    if (this.#options.contents && event.purpose !== 'summary') this.#conversation.answered(event.seq);
    if (open === undefined) return [];
    const { usage } = event;
    const figures: Record<string, trace.AttributeValue | undefined> = {
      'gen_ai.usage.input_tokens': usage?.promptTokens,
      'gen_ai.usage.output_tokens': usage?.completionTokens,
      'gen_ai.usage.cache_read.input_tokens': usage?.cachedPromptTokens,
      'gen_ai.usage.cache_creation.input_tokens': usage?.cacheWriteTokens,
      'gen_ai.usage.reasoning.output_tokens': usage?.reasoningTokens,
      'skilldeck.usage.cost': event.cost,
    };
    for (const [name, value] of Object.entries(figures)) if (value !== undefined) open.attributes[name] = value;
    Object.assign(open.attributes, {
      'gen_ai.response.finish_reasons': [event.finishReason],
      ...this.#content('gen_ai.output.messages', [trace.answerMessage(event, this.#options.reasoning)]),
    });
    return [this.#ended(open, event.at, event.seq)];
  }

  #started(event: EventOf<'tool-started'>): void {
    const span = this.#begin(event, 'execute_tool', 'internal', this.#run, {
      'gen_ai.tool.name': event.name,
      'gen_ai.tool.type': 'function',
      'gen_ai.tool.call.id': event.callId,
      ...this.#content('gen_ai.tool.call.arguments', event.arguments),
    });
    this.#calls.set(event.callId, { ...span, tool: event.name, use: this.#skills.ofCall(event) });
    this.#callSpans.set(event.callId, { spanId: span.spanId });
  }

  #finished(event: EventOf<'tool-finished'>): trace.Span[] {
    const open = this.#calls.get(event.callId);
    if (open === undefined) return [];
    this.#calls.delete(event.callId);
    const exitCode = this.#callSpans.get(event.callId)?.exitCode;
    Object.assign(open.attributes, {
      ...skillAttributes(open.use),
      ...this.#content('gen_ai.tool.call.result', event.content),
      ...(exitCode === undefined ? {} : { 'process.exit.code': exitCode }),
    });
    return [this.#ended(open, event.at, event.seq, event.ok ? undefined : (event.refusal?.code ?? 'tool-failed'))];
  }

  #scriptEnded(event: EventOf<'script-finished'>): trace.Span[] {
    const call = this.#callSpans.get(event.callId);
    const started = this.#scripts.get(event.callId);
    this.#scripts.delete(event.callId);
    if (call !== undefined && event.exitCode !== null) call.exitCode = event.exitCode;
    return trace.runSpans(this.#session, started, event, call, this.#options.contents);
  }

  #runEnded(event: EventOf<'run-finished'>): trace.Span[] {
    const run = this.#run;
    this.#run = undefined;
    if (run === undefined) return [];
    Object.assign(run.attributes, {
      'skilldeck.run.state': event.state,
      'skilldeck.run.iterations': event.iterations,
      ...this.#content('gen_ai.output.messages', [
        { role: 'assistant', parts: [{ type: 'text', content: event.text }] },
      ]),
    });
    const error = event.state === 'error' ? (event.code ?? 'error') : undefined;
    return [this.#ended(run, event.at, event.seq, error)];
  }
}

/** By the conventions: what is done, and with what; a skill only together with what is read or run of it, or loaded. */
function nameOf(span: trace.OpenSpan & Partial<Pick<OpenCall, 'tool' | 'use'>>): string {
  const { name, attributes, tool, use } = span;
  if (name === 'invoke_agent') return `${name} ${attributes['gen_ai.agent.name']}`;
  if (tool === undefined) return `${name} ${attributes['gen_ai.request.model']}`;
  const { skill = '', resource = '', loads = false } = use ?? {};
  return [name, tool, ...(loads || resource !== '' ? [skill] : []), resource].filter((part) => part !== '').join(' ');
}

const skillAttributes = (use: trace.SkillUse | undefined): trace.Attributes => ({
  ...(use === undefined ? {} : { 'gen_ai.skill.name': use.skill }),
  ...(use?.resource === undefined ? {} : { 'gen_ai.skill.resource.name': use.resource }),
});
