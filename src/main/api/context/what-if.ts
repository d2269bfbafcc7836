import type { RequestAddress, WhatIf, WhatIfResult } from '../../../shared/context-views.ts';
import { buildRequest } from '../../context/build-request.ts';
import { describeDifference } from '../../context/manifest/difference.ts';
import type { ContextViewDeps } from './context-views.ts';
import { requestAt } from './request-at.ts';

/** @throws SkilldeckError `session-not-found`, `event-not-found`. */
export async function askWhatIf(
  { sessions, context }: Pick<ContextViewDeps, 'sessions' | 'context'>,
  { sessionId, at }: RequestAddress,
  steps: readonly WhatIf[],
): Promise<WhatIfResult> {
  const from = requestAt(sessions.get(sessionId), at);
  const outcome = await sessions.whatIf(sessionId, from.events, steps);
  const { before, after, events } = outcome;
  const { changes, prefix } = await describeDifference(
    { sessionId, state: before, events },
    { sessionId, state: after, events },
    false,
  );
  const { json, sha256 } = buildRequest(after);
  return {
    before: { tokens: await context.table(before), sha256: buildRequest(before).sha256 },
    after: {
      tokens: await context.table(after),
      ...{ sha256, json },
      ...(outcome.refused === undefined ? {} : { refused: outcome.refused }),
    },
    steps: [...outcome.steps],
    ...{ changes, prefix },
  };
}
