import type { WhatIf, WhatIfResult } from '../../../shared/context-views.ts';
import { buildRequest, readableJson } from '../../context/build-request.ts';
import { describeDifference } from '../../context/manifest/difference.ts';
import { manifestWithFigures } from '../../context/manifest/figures.ts';
import type { Core } from '../../core/core.ts';
import { requestAt, type SessionLogView } from '../../session/requests/request-at.ts';

/** @throws SkilldeckError `session-not-found`, `event-not-found`. */
export async function askWhatIf(
  { sessions, context }: Pick<Core, 'sessions' | 'context'>,
  session: SessionLogView,
  at: number | undefined,
  steps: readonly WhatIf[],
): Promise<WhatIfResult> {
  const { id: sessionId } = session;
  const from = requestAt(session, at);
  const outcome = await sessions.whatIf(sessionId, from.events, steps);
  const { before, after, events } = outcome;
  const { changes, prefix } = await describeDifference(
    { sessionId, state: before, events },
    { sessionId, state: after, events },
    false,
  );
  const request = buildRequest(after, context.dataOf);
  const { sha256 } = request;
  const { json } = readableJson(request);
  return {
    before: { tokens: await context.table(before), sha256: buildRequest(before, context.dataOf).sha256 },
    after: {
      tokens: await context.table(after),
      sha256,
      json,
      model: after.model,
      manifest: await manifestWithFigures(after, events, request),
      ...(outcome.refused === undefined ? {} : { refused: outcome.refused }),
    },
    steps: [...outcome.steps],
    compactions: outcome.compactions,
    changes,
    prefix,
  };
}
