/** One iteration's question to the model: a request, its tries, and the answer in the log. */
import { defined } from '../../shared/defined.ts';
import type { ToolCall } from '../../shared/events.ts';
import { failedFor } from '../../shared/messages/failure.ts';
import type { SessionState } from '../../shared/session-state.ts';
import type { Clock } from '../lib/timing.ts';
import type {
  AgentPorts,
  ContextFull,
  FailureNote,
  ModelDelta,
  ModelOutcome,
  PreparedRequest,
  RefusedParts,
  TooLong,
} from './ports.ts';

export type ModelReply =
  | {
      readonly kind: 'answer';
      readonly text: string;
      readonly toolCalls: readonly ToolCall[];
      readonly finishReason: string;
    }
  | { readonly kind: 'failure'; readonly code: string; readonly failure: FailureNote }
  | { readonly kind: 'stopped'; readonly text: string };

/**
 * Asks until there is an answer, a failure that a retry cannot fix, or a stop. Each attempt is a separate `request-sent`
 * with the same `iteration`; `model-failed` follows each failed one (CONTRACT §8). If the provider refuses a request as
 * too long, compacts and retries once.
 */
export async function askModel(ports: AgentPorts, iteration: number, signal: AbortSignal): Promise<ModelReply> {
  const { log, context, clock } = ports;
  await context.refresh();
  let request: PreparedRequest | undefined;
  /** The request of the attempt before. */
  let before: PreparedRequest | undefined;
  /** Tokens of the request that was compacted because the provider refused it. */
  let compactedFrom: number | undefined;
  for (let attempt = 1; ; attempt += 1) {
    if (request === undefined) {
      const prepared = await context.prepare(iteration, signal);
      if (prepared === 'stopped') return { kind: 'stopped', text: '' };
      if ('code' in prepared) return fullContext(prepared);
      request = prepared;
    }
    if (signal.aborted) return { kind: 'stopped', text: '' };
    const { sha256, tokens, model, wire } = request;
    const prefix = before?.sha256 === sha256 ? { tokens: tokens.total } : request.prefix;
    before = request;
    log.append({
      type: 'request-sent',
      iteration,
      sha256,
      tokens,
      model,
      ...(wire === 'chat' ? {} : { wire }),
      ...defined({ prefix }),
    });
    const sentSeq = log.state().lastSeq;
    const thinking = new ThinkingTime(clock);
    const outcome = await streamAnswer(ports, request, iteration, attempt, thinking, signal);

    if (outcome.kind === 'stopped') {
      const { text, reasoning, ms } = outcome;
      log.append({
        type: 'model-responded',
        iteration,
        text,
        toolCalls: [],
        ...(reasoning === undefined ? {} : { reasoning, reasoningMs: thinking.ms() }),
        finishReason: 'stopped',
        ms,
      });
      return { kind: 'stopped', text };
    }
    if (outcome.kind === 'failure') {
      const { code, message, reason, figures, tooLong = {} } = outcome;
      const refused = newlyRefused(outcome.refused, log.state());
      const failure = refused === undefined ? { message, ...defined({ reason, figures }) } : leftOut(refused, figures);
      const retryInMs = refused === undefined ? outcome.retryInMs : 0;
      const isTooLong = code === 'context-too-long';
      const compacts = isTooLong && compactedFrom === undefined && !signal.aborted && (await context.canCompact());
      const willRetry = compacts || retryInMs !== undefined;
      log.append({ type: 'model-failed', iteration, code, ...failure, willRetry, ...defined({ retryInMs, refused }) });
      if (compacts) {
        compactedFrom = tokens.total;
        if ((await context.compactFor(tooLong, signal)) === 'stopped') return { kind: 'stopped', text: '' };
        request = undefined;
        before = undefined;
        continue;
      }
      if (isTooLong) return { kind: 'failure', code, failure: tooLongFailure(request, tooLong, compactedFrom) };
      if (retryInMs === undefined) return { kind: 'failure', code, failure };
      await clock.sleep(retryInMs, signal);
      // More than the failure was logged: the next attempt must include it, since it is rebuilt from the log alone.
      if (log.state().lastSeq > sentSeq + 1 || refused !== undefined) request = undefined;
      continue;
    }

    const { text, reasoning, opaque, finishReason, usage, ms } = outcome;
    const toolCalls = withOwnIds(outcome.toolCalls, log.state());
    log.append({
      type: 'model-responded',
      iteration,
      text,
      toolCalls,
      ...(reasoning === undefined ? {} : { reasoning, reasoningMs: thinking.ms() }),
      ...defined({ opaque }),
      finishReason,
      ms,
      ...defined({ usage }),
    });
    await context.answered?.();
    return { kind: 'answer', text, toolCalls, finishReason };
  }
}

function streamAnswer(
  { log, model }: AgentPorts,
  request: Parameters<AgentPorts['model']['stream']>[0],
  iteration: number,
  attempt: number,
  thinking: ThinkingTime,
  signal: AbortSignal,
): Promise<ModelOutcome> {
  const offsets = { text: 0, reasoning: 0 };
  return model.stream(
    request,
    attempt,
    (delta) => {
      thinking.saw(delta.type);
      if (delta.type === 'tool-call') {
        log.publish({ type: 'tool-call-delta', iteration, index: delta.index, name: delta.name });
        return;
      }
      const { type, text } = delta;
      log.publish({ type: `${type}-delta`, iteration, offset: offsets[type], text });
      offsets[type] += text.length;
    },
    signal,
  );
}

/** An empty id, or one that was used before, is replaced; all others are kept (CONTRACT §8). */
function withOwnIds(calls: readonly ToolCall[], state: SessionState): ToolCall[] {
  const used = new Set(Object.keys(state.calls));
  return calls.map((call, index) => {
    const id = call.id === '' || used.has(call.id) ? `call_${state.lastSeq + 1}_${index}` : call.id;
    used.add(id);
    return { ...call, id };
  });
}

/** Parts that the next request goes without; undefined where it has none of them already, or it is the app's own tool. */
function newlyRefused(refused: RefusedParts | undefined, state: SessionState): RefusedParts | undefined {
  const { route, tools: offered, refusedTools = [] } = state;
  const isOwn = (name: string) => offered.some((tool) => tool.name === name && tool.server === undefined);
  const fields = refused?.fields.filter((name) => route?.rules?.refuses?.includes(name) !== true) ?? [];
  const tools = refused?.tools.filter((name) => !isOwn(name) && !refusedTools.includes(name)) ?? [];
  if (tools.length > 0) return { fields: [], tools };
  return route === undefined || fields.length === 0 ? undefined : { fields, tools };
}

const leftOut = ({ fields, tools }: RefusedParts, figures: FailureNote['figures']): FailureNote =>
  failedFor({
    reason: tools.length > 0 ? 'tool-refused' : 'field-refused',
    figures: { ...figures, names: [...tools, ...fields].join(', ') },
  });

const fullContext = ({ code, ...failure }: ContextFull): ModelReply => ({ kind: 'failure', code, failure });

/** @param compactedFrom tokens of the request before it was compacted; undefined where nothing could be. */
function tooLongFailure(
  { tokens: { total, max }, model }: Pick<PreparedRequest, 'tokens' | 'model'>,
  { limit, asked }: TooLong,
  compactedFrom: number | undefined,
): FailureNote {
  const figures = {
    model,
    n: total,
    most: max,
    ...defined({
      before: compactedFrom,
      counted: asked,
      limit,
      lower: limit !== undefined && limit < max ? String(limit) : undefined,
    }),
  };
  return failedFor({
    reason: compactedFrom === undefined ? 'too-long-to-compact' : 'too-long-after-compaction',
    figures,
  });
}

/** Measures reasoning time within one answer: from each first thought to the text or call that follows. */
class ThinkingTime {
  readonly #clock: Pick<Clock, 'now'>;
  #since: number | undefined;
  #ms = 0;

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  saw(type: ModelDelta['type']): void {
    if (type === 'reasoning') this.#since ??= this.#clock.now();
    else this.#end();
  }

  /** Whole milliseconds; an answer that ended while thinking ends the thinking. */
  ms(): number {
    this.#end();
    return Math.round(this.#ms);
  }

  #end(): void {
    if (this.#since === undefined) return;
    this.#ms += this.#clock.now() - this.#since;
    this.#since = undefined;
  }
}
