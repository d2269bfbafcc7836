/** The exact request of a session: the next one, or one that was sent. */
import type { ContextView } from '../../shared/contract.ts';
import { SkilldeckError } from '../../shared/errors.ts';
import type { TokenTable } from '../../shared/events.ts';
import { foldEvents } from '../../shared/reducer.ts';
import type { SessionState } from '../../shared/session-state.ts';
import { buildRequest } from '../context/build-request.ts';
import type { LiveSession } from '../session/live-session.ts';

export interface ContextDeps {
  /** The token table of a state's next request, counted now. */
  table(state: SessionState): Promise<TokenTable>;
}

/** @throws SkilldeckError `event-not-found` when the session has no event `at`. */
export async function showContext(
  deps: ContextDeps,
  session: LiveSession,
  at: number | undefined,
): Promise<ContextView> {
  if (at === undefined) return viewOf(deps, session.state);
  const event = session.events.find((candidate) => candidate.seq === at);
  if (event === undefined) {
    const last = session.state.lastSeq;
    throw new SkilldeckError(
      'event-not-found',
      `The session has events 1 to ${last}; there is none with number ${at}.`,
    );
  }
  const sent = event.type === 'request-sent' ? event : undefined;
  // A request is built from what was there before it; any other moment shows the request that would have come next.
  const until = sent === undefined ? at : at - 1;
  const state = foldEvents(
    session.id,
    session.events.filter((candidate) => candidate.seq <= until),
  );
  const view = await viewOf(deps, state);
  if (sent === undefined) return view;
  return { ...view, tokens: sent.tokens, verified: view.sha256 === sent.sha256 };
}

async function viewOf(deps: ContextDeps, state: SessionState): Promise<ContextView> {
  const { json, sha256 } = buildRequest(state);
  return { json, sha256, tokens: await deps.table(state), manifest: { parts: [], leftOut: [] } };
}
