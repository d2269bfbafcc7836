/** The steps of a session that took long, failed, or were asked about. Pure. */
import type { EventOf, SessionEvent } from '../../../shared/events.ts';
import type { SessionCosts } from '../../../shared/review.ts';

const MOST_SLOW = 50;
/** Characters of a failed tool's result. */
const MESSAGE = 300;

export function slowSteps(events: readonly SessionEvent[]): SessionCosts['slowSteps'] {
  const models = new Map<number, string>();
  let model = '';
  for (const event of events) {
    if (event.type === 'request-sent') model = event.model;
    if (event.type === 'model-responded') models.set(event.seq, model);
  }
  const waits = approvalsIn(events).map(({ seq, action, waitedMs }) => ({
    kind: 'approval' as const,
    name: action,
    seq,
    ms: waitedMs,
  }));
  const steps = events.flatMap((event): SessionCosts['slowSteps'] => {
    const { seq } = event;
    if (event.type === 'model-responded') {
      return [{ kind: 'model', name: models.get(seq) ?? '', seq, ms: Math.round(event.ms) }];
    }
    return event.type === 'tool-finished' ? [{ kind: 'tool', name: event.name, seq, ms: Math.round(event.ms) }] : [];
  });
  return [...steps, ...waits]
    .filter(({ ms }) => ms > 0)
    .sort((a, b) => b.ms - a.ms)
    .slice(0, MOST_SLOW);
}

export function errorList(events: readonly SessionEvent[]): SessionCosts['errors'] {
  return events.flatMap((event): SessionCosts['errors'] => {
    const { seq, at } = event;
    if (event.type === 'model-failed') {
      return [{ kind: 'model', name: event.code, message: event.message, seq, at }];
    }
    if (event.type === 'tool-finished' && !event.ok) {
      return [{ kind: 'tool', name: event.name, message: event.content.slice(0, MESSAGE), seq, at }];
    }
    return event.type === 'run-finished' && event.state === 'error'
      ? [{ kind: 'run', name: event.code ?? 'error', message: event.message ?? '', seq, at }]
      : [];
  });
}

export function approvalsIn(events: readonly SessionEvent[]): SessionCosts['approvals'] {
  const answers = new Map<string, EventOf<'approval-resolved'>[]>();
  for (const event of events) {
    if (event.type === 'approval-resolved') answers.set(event.callId, [...(answers.get(event.callId) ?? []), event]);
  }
  return events.flatMap((event): SessionCosts['approvals'] => {
    if (event.type !== 'approval-requested') return [];
    const { seq, at, callId, action, detail } = event;
    const answer = answers.get(callId)?.find((one) => one.seq > seq);
    return [
      {
        seq,
        at,
        callId,
        action,
        what: detail.command ?? detail.path ?? detail.reason,
        ...(answer === undefined ? {} : { decision: answer.decision }),
        unasked: answer?.unasked === true,
        waitedMs: answer === undefined ? 0 : Math.max(0, Date.parse(answer.at) - Date.parse(at)) || 0,
      },
    ];
  });
}
