/** One tool call: prepare → approve → execute → finish. Whatever happens, the call ends with a result in the log. */
import type { Decision, ToolCall } from '../../shared/events.ts';
import { enterState } from './enter-state.ts';
import type { AgentPorts, ApprovalNeed, PreparedCall, ToolResult } from './ports.ts';

const STOPPED: ToolResult = { ok: false, content: 'Not run: the person stopped the run before this call.' };

export async function runToolCall(ports: AgentPorts, call: ToolCall, signal: AbortSignal): Promise<ToolResult> {
  const { log, clock } = ports;
  const startedAt = clock.now();
  log.append({ type: 'tool-started', callId: call.id, name: call.name, arguments: call.arguments });
  const result = await resultOf(ports, call, signal);
  finish(ports, call, result, clock.now() - startedAt);
  return result;
}

/** A call that a stop overtook still gets its result: no call may stand in a request without one. */
export function skipToolCall(ports: AgentPorts, call: ToolCall): void {
  ports.log.append({ type: 'tool-started', callId: call.id, name: call.name, arguments: call.arguments });
  finish(ports, call, STOPPED, 0);
}

function finish({ log }: AgentPorts, call: ToolCall, result: ToolResult, ms: number): void {
  const { ok, content, data } = result;
  log.append({
    type: 'tool-finished',
    callId: call.id,
    name: call.name,
    ok,
    content,
    ms: Math.round(ms),
    ...(data === undefined ? {} : { data }),
  });
}

async function resultOf(ports: AgentPorts, call: ToolCall, signal: AbortSignal): Promise<ToolResult> {
  const prepared = await ports.tools.prepare(call);
  if (isResult(prepared)) return prepared;
  const need = await prepared.approval(signal);
  if (isResult(need)) return need;
  if (signal.aborted) return STOPPED;
  switch (need.kind) {
    case 'refused':
      return { ok: false, content: need.message, refused: true };
    case 'ask': {
      const decision = await askPerson(ports, call, need, signal);
      if (signal.aborted) return STOPPED;
      if (decision === 'unasked') return { ok: false, content: need.unasked, refused: true };
      if (decision === 'denied') return { ok: false, content: need.refusal, refused: true };
      prepared.remember(decision);
      return prepared.execute(signal);
    }
    case 'allowed':
      return prepared.execute(signal);
  }
}

async function askPerson(
  ports: AgentPorts,
  call: ToolCall,
  need: Extract<ApprovalNeed, { kind: 'ask' }>,
  signal: AbortSignal,
): Promise<Decision | 'unasked'> {
  const { log, approvals } = ports;
  // The waiter first, then the question: an answer may come as soon as the question is seen.
  const answer = approvals.ask(call.id, signal);
  log.append({ type: 'approval-requested', callId: call.id, action: need.action, detail: need.detail });
  enterState(ports, 'waiting-approval');
  const decision = await answer;
  const outcome = decision === 'unasked' ? { decision: 'denied' as const, unasked: true as const } : { decision };
  log.append({ type: 'approval-resolved', callId: call.id, ...outcome });
  enterState(ports, 'tool-calling');
  return decision;
}

function isResult(value: PreparedCall | ApprovalNeed | ToolResult): value is ToolResult {
  return 'content' in value;
}
