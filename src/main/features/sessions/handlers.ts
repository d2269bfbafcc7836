import { sessionsContract } from '../../../shared/contract/sessions.ts';
import type { SessionSettings } from '../../../shared/contract.ts';
import { rawEvent } from '../../../shared/events.ts';
import type { SessionState } from '../../../shared/session-state.ts';
import { done, implementContract, inContractWords } from '../../api/implement-contract.ts';
import { changes } from '../../api/streams.ts';
import type { SettingsStore } from '../../config/settings.ts';
import type { Core } from '../../core/core.ts';
import { organizeHandlers } from './organize.ts';
import { firstOf, latestOf, sessionStream } from './session-stream.ts';

/** Converts errors that a stream throws after its handler has returned. */
async function* endingInContractWords<T>(items: AsyncGenerator<T, void, void>): AsyncGenerator<T, void, void> {
  try {
    yield* items;
  } catch (error) {
    throw inContractWords(error);
  }
}

/** Values of headers, and an address with a key, go to the key store before anything is logged. */
async function withKeptSecrets(
  settings: SettingsStore,
  asked: SessionSettings,
  state?: SessionState,
): Promise<SessionSettings> {
  const address = asked.baseUrl;
  const given = address === undefined ? asked : { ...asked, baseUrl: await settings.keepAddress(address) };
  const { headers } = given;
  if (headers === undefined) return given;
  const own = settings.of(given.environment ?? state?.environment ?? settings.environment());
  const named = given.agent ?? state?.agent?.name;
  const agent =
    own.agents().find(({ name }) => name === named) ?? (state === undefined ? own.agentFor(named) : undefined);
  const { baseUrl = state?.pinned.baseUrl, model = state?.pinned.model } = given;
  const choice = own.modelFor({ baseUrl, model }, agent?.model);
  return { ...given, headers: await settings.keepHeaders(headers, choice.baseUrl) };
}

export function sessionHandlers(core: Core) {
  const os = implementContract(sessionsContract, core.reportBug);
  const { sessions, settings, openSessions, store } = core;
  const summaries = () => [...sessions.summaries({})];
  return {
    list: os.list.handler(({ input }) => [...sessions.summaries(input)]),
    watch: os.watch.handler(({ signal }) => changes(summaries, sessions.onChange, signal)),
    create: os.create.handler(async ({ input }) => ({
      sessionId: sessions.create(await withKeptSecrets(settings, input)).id,
    })),
    configure: os.configure.handler(async ({ input: { sessionId, settings: given } }) =>
      done(sessions.configure(sessionId, await withKeptSecrets(settings, given, sessions.get(sessionId).state))),
    ),
    events: os.events.handler(({ input: { sessionId, afterSeq = 0, toSeq = Number.POSITIVE_INFINITY } }) =>
      sessions
        .get(sessionId)
        .events.filter((event) => event.seq > afterSeq && event.seq <= toSeq)
        .map((event) => ({ ...rawEvent(event) })),
    ),
    rename: os.rename.handler(({ input }) => done(sessions.rename(input.sessionId, input.title))),
    remove: os.remove.handler(async ({ input }) => done(await sessions.remove(input.sessionId))),
    restore: os.restore.handler(({ input }) => done(sessions.restore(input.sessionId))),
    ...organizeHandlers(core),
    stream: os.stream.handler(({ input: { sessionId, afterSeq, latestFirst }, signal }) => {
      const all = () => openSessions.during(sessionId, sessionStream(sessions.get(sessionId), afterSeq, signal));
      const latest = latestFirst && afterSeq === 0 ? latestOf(store, sessionId) : undefined;
      return endingInContractWords(latest === undefined ? all() : firstOf(latest, all));
    }),
  };
}
