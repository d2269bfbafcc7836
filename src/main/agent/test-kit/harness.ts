/** The loop over scripted ports, and the words to script it with. */
import type { DeltaBody, EventBody, KnownEvent } from '../../../shared/events.ts';
import { advance, startLog } from '../../../shared/reducer.ts';
import type { AgentPorts, ModelOutcome, PreparedCall, ToolResult } from '../ports.ts';

export const REQUEST = {
  wire: 'chat' as const,
  json: '{}',
  sha256: 'a'.repeat(64),
  model: 'm',
  tokens: { total: 1, max: 10, parts: [], encoding: 'o200k_base' },
};

/** The loop over scripted ports: each model outcome in turn, each tool by its name. */
export function harness(options: {
  readonly outcomes: readonly ModelOutcome[];
  readonly tools?: Readonly<Record<string, PreparedCall | ToolResult>>;
  readonly maxIterations?: number;
  readonly decision?: 'once' | 'denied' | 'unasked';
  readonly onSleep?: () => void;
}) {
  let log = startLog('s');
  const deltas: DeltaBody[] = [];
  const appended: string[][] = [];
  const append = (...bodies: readonly EventBody[]): KnownEvent[] => {
    appended.push(bodies.map((body) => body.type));
    const events = bodies.map(
      (body, index): KnownEvent => ({ v: 1, seq: log.events.length + 1 + index, at: 'now', session: 's', ...body }),
    );
    log = advance(log, events);
    return events;
  };
  append(
    {
      type: 'session-created',
      environment: 'default',
      dialect: 'omni',
      model: 'm',
      limits: { maxContext: 1000, skillBudget: 100, maxIterations: options.maxIterations ?? 50 },
      loadMode: 'session',
      placement: 'system',
      approve: 'ask',
      workspace: '/w',
    },
    { type: 'user-message-added', text: 'hello' },
  );
  const start = log.events.length;
  const outcomes = [...options.outcomes];
  const ports: AgentPorts = {
    log: { state: () => log.state, append, publish: (delta) => deltas.push(delta) },
    context: {
      refresh: async () => {},
      prepare: async () => REQUEST,
      canCompact: async () => false,
      compactFor: async () => 'done',
    },
    model: {
      async stream(_request, _attempt, onDelta) {
        const outcome = outcomes.shift();
        if (outcome === undefined) throw new Error('the script has no more outcomes');
        if (outcome.kind === 'answer' && outcome.text !== '') onDelta({ type: 'text', text: outcome.text });
        return outcome;
      },
    },
    tools: { prepare: async (call) => options.tools?.[call.name] ?? { ok: false, content: `no tool '${call.name}'` } },
    approvals: { ask: async () => options.decision ?? 'denied' },
    clock: { now: () => 0, sleep: async () => options.onSleep?.() },
  };
  return {
    ports,
    deltas,
    appended,
    types: () => log.events.slice(start).map((event) => event.type),
    events: () => log.events.slice(start),
    state: () => log.state,
  };
}

export const answer = (text: string, ...calls: { id: string; name: string; arguments?: string }[]): ModelOutcome => ({
  kind: 'answer',
  text,
  toolCalls: calls.map((call) => ({ arguments: '{}', ...call })),
  finishReason: calls.length === 0 ? 'stop' : 'tool_calls',
  ms: 1,
});

export const tool = (result: ToolResult): PreparedCall => ({
  approval: async () => ({ kind: 'allowed' }),
  remember: () => {},
  execute: async () => result,
});
