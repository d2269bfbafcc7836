import type { RequestAddress, RequestDiff } from '../../../shared/context-views.ts';
import { buildRequest } from '../../context/build-request.ts';
import { describeDifference } from '../../context/manifest/difference.ts';
import type { ContextDeps } from '../show-context.ts';
import type { ContextViewDeps } from './context-views.ts';
import { type RequestAt, requestAt } from './request-at.ts';

/** @throws SkilldeckError `session-not-found`, `event-not-found`. */
export async function diffRequests(
  { sessions, context }: Pick<ContextViewDeps, 'sessions' | 'context'>,
  from: RequestAddress,
  to: RequestAddress,
  texts: boolean,
): Promise<RequestDiff> {
  const find = ({ sessionId, at }: RequestAddress) => requestAt(sessions.get(sessionId), at);
  const [before, after] = [find(from), find(to)];
  const found = await describeDifference(
    { sessionId: from.sessionId, ...before },
    { sessionId: to.sessionId, ...after },
    texts,
  );
  return { from: await headOf(context, from, before), to: await headOf(context, to, after), ...found };
}

async function headOf(
  context: ContextDeps,
  { sessionId, at }: RequestAddress,
  { state }: RequestAt,
): Promise<RequestDiff['from']> {
  const { sha256 } = buildRequest(state);
  const { total } = await context.table(state);
  return { sessionId, ...(at === undefined ? {} : { at }), sha256, total };
}
