import type { ApiDeps } from '../../api/api-deps.ts';
import { done, type Implementer } from '../../api/implement-contract.ts';
import { answerFigures } from './answer-figures.ts';
import { showContext } from './show-context.ts';

export function contextRoutes(os: Implementer, deps: ApiDeps) {
  const { sessions, views } = deps;
  return {
    show: os.context.show.handler(async ({ input: { sessionId, agent, at, part, media } }) => {
      const session = sessionId === undefined ? await sessions.preview({ agent }) : sessions.get(sessionId);
      const view = await showContext(deps.context, session, at, part, { media });
      return { ...view, ...answerFigures(session, at, deps.prices) };
    }),
    requests: os.context.requests.handler(({ input }) => views.requests(input.sessionId)),
    compact: os.context.compact.handler(({ input }) => sessions.compact(input.sessionId, input.instruction)),
    undoCompaction: os.context.undoCompaction.handler(({ input }) =>
      sessions.undoCompaction(input.sessionId, input.seq),
    ),
    pinMessage: os.context.pinMessage.handler(({ input }) =>
      done(sessions.pinMessage(input.sessionId, input.seq, input.pinned)),
    ),
    diff: os.context.diff.handler(({ input: { from, to, texts = false } }) => views.diff(from, to, texts)),
    whatIf: os.context.whatIf.handler(({ input: { steps, ...address } }) => views.whatIf(address, steps)),
    placements: os.context.placements.handler(({ input }) => views.placements(input.sessionId)),
  };
}
