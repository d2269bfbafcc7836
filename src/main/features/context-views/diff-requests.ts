import type { RequestAddress, RequestDiff } from '../../../shared/context-views.ts';
import { detailed } from '../../../shared/messages/detail.ts';
import { buildRequest } from '../../context/build-request.ts';
import { describeDifference } from '../../context/manifest/difference.ts';
import type { Core } from '../../core/core.ts';
import { type RequestAt, requestAt } from '../../session/requests/request-at.ts';
import type { ContextDeps } from './show-context.ts';

/** @throws SkilldeckError `session-not-found`, `event-not-found`; `bad-input` for a request that asked for a summary. */
export async function diffRequests(
  { sessions, context }: { readonly sessions: Pick<Core['sessions'], 'get'>; readonly context: ContextDeps },
  from: RequestAddress,
  to: RequestAddress,
  texts: boolean,
): Promise<RequestDiff> {
  const find = ({ sessionId, at }: RequestAddress) => {
    const found = requestAt(sessions.get(sessionId), at);
    if (found.sent?.purpose === 'summary') throw noPartOfIt(found.sent.seq);
    return found;
  };
  const [before, after] = [find(from), find(to)];
  const found = await describeDifference(
    { sessionId: from.sessionId, ...before },
    { sessionId: to.sessionId, ...after },
    texts,
  );
  return { from: await headOf(context, from, before), to: await headOf(context, to, after), ...found };
}

const noPartOfIt = (seq: number) => detailed('bad-input', 'summary-apart', { seq });

async function headOf(
  context: ContextDeps,
  { sessionId, at }: RequestAddress,
  { state }: RequestAt,
): Promise<RequestDiff['from']> {
  const { sha256 } = buildRequest(state, context.dataOf);
  const { total } = await context.table(state);
  return { sessionId, ...(at === undefined ? {} : { at }), sha256, total };
}
