import { rawEvent } from '../../../shared/events.ts';
import type { ApiDeps } from '../api-deps.ts';
import type { LookedAt } from '../looked-at.ts';
import { sessionListStream, sessionStream } from '../streams.ts';
import { done, type Implementer, inContractWords } from './implement-contract.ts';
import { keepRoutes } from './keep.ts';

/** What a stream throws comes after its handler has returned. */
async function* endingInContractWords<T>(items: AsyncGenerator<T, void, void>): AsyncGenerator<T, void, void> {
  try {
    yield* items;
  } catch (error) {
    throw inContractWords(error);
  }
}

export function sessionsRoutes(os: Implementer, deps: ApiDeps, lookedAt: LookedAt) {
  const { sessions } = deps;
  return {
    list: os.sessions.list.handler(({ input }) => [...sessions.summaries(input)]),
    watch: os.sessions.watch.handler(({ signal }) => sessionListStream(sessions, signal)),
    create: os.sessions.create.handler(({ input }) => ({ sessionId: sessions.create(input).id })),
    configure: os.sessions.configure.handler(({ input }) => done(sessions.configure(input.sessionId, input.settings))),
    events: os.sessions.events.handler(({ input: { sessionId, afterSeq = 0, toSeq = Number.POSITIVE_INFINITY } }) =>
      sessions
        .get(sessionId)
        .events.filter((event) => event.seq > afterSeq && event.seq <= toSeq)
        .map((event) => ({ ...rawEvent(event) })),
    ),
    rename: os.sessions.rename.handler(({ input }) => done(sessions.rename(input.sessionId, input.title))),
    remove: os.sessions.remove.handler(async ({ input }) => done(await sessions.remove(input.sessionId))),
    restore: os.sessions.restore.handler(({ input }) => done(sessions.restore(input.sessionId))),
    ...keepRoutes(os, deps),
    stream: os.sessions.stream.handler(({ input, signal }) =>
      endingInContractWords(
        lookedAt.during(input.sessionId, sessionStream(sessions.get(input.sessionId), input.afterSeq, signal)),
      ),
    ),
  };
}
