import { setImmediate } from 'node:timers/promises';
import { asyncQueue, changes, done, implementContract, inContractWords } from '../../main/api.ts';
import type { Core } from '../../main/core/core.ts';
import type { LiveSession } from '../../main/session/live-session.ts';
import type { SettingsStore } from '../../main/settings/settings.ts';
import type { Store } from '../../main/store/store.ts';
import { sessionsContract } from '../../shared/contract/sessions.ts';
import type { SessionSettings, StreamItem } from '../../shared/contract.ts';
import { rawEvent, type SessionEvent } from '../../shared/events.ts';
import type { SessionState } from '../../shared/session-state.ts';

/** Marks, notes, branches, and actions on many sessions at once. */
function organizeHandlers({ sessions, reportBug }: Core) {
  const os = implementContract(sessionsContract, reportBug);
  return {
    mark: os.mark.handler(({ input: { sessionIds, ...marks } }) => {
      // Reports a missing session before any is marked.
      for (const id of sessionIds) sessions.get(id);
      for (const id of new Set(sessionIds)) sessions.mark(id, marks);
      return {};
    }),
    removeMany: os.removeMany.handler(async ({ input }) => {
      const there = [...new Set(input.sessionIds)].filter((id) => !sessions.get(id).state.deleted);
      await Promise.all(there.map((id) => sessions.remove(id)));
      return { removed: there };
    }),
    restoreMany: os.restoreMany.handler(({ input: { sessionIds } }) => {
      for (const id of sessionIds) sessions.get(id);
      for (const id of sessionIds) sessions.restore(id);
      return {};
    }),
    fork: os.fork.handler(async ({ input }) => ({ sessionId: await sessions.fork(input.sessionId, input.at) })),
    addNote: os.addNote.handler(({ input }) => ({ note: sessions.addNote(input.sessionId, input.on, input.text) })),
    changeNote: os.changeNote.handler(({ input }) =>
      done(sessions.changeNote(input.sessionId, input.note, input.text)),
    ),
    removeNote: os.removeNote.handler(({ input }) => done(sessions.removeNote(input.sessionId, input.note))),
  };
}

/** Most events of one piece of a log, and most characters of text in it unless one event has more: others are served in between. */
const EVENTS_AT_ONCE = 500;
const CHARACTERS_AT_ONCE = 1_000_000;
/** Events of a screen or two of conversation, in all but the busiest of runs. */
const LATEST = 200;

/** Sends events as they were written, and names those that could not be read. */
function sent(events: readonly SessionEvent[]) {
  const unread = events.flatMap(({ type, seq }) => (type === 'unknown' ? [seq] : []));
  return { events: events.map((event) => rawEvent(event)), ...(unread.length > 0 ? { unread } : {}) };
}

/** Characters of all strings in a value: most of what its JSON takes. */
const charactersIn = (value: unknown): number => {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, one) => sum + charactersIn(one), 0);
};

/** Number of events of the next piece, which begins at `from`. */
function pieceAt(events: readonly SessionEvent[], from: number): number {
  let [length, characters] = [0, 0];
  for (const event of events.slice(from, from + EVENTS_AT_ONCE)) {
    characters += charactersIn(event);
    if (length > 0 && characters > CHARACTERS_AT_ONCE) break;
    length += 1;
  }
  return length;
}

/** The last events of a log of more than one piece, read alone. */
export function latestOf(store: Pick<Store, 'lastSeq' | 'events'>, sessionId: string): StreamItem | undefined {
  const last = store.lastSeq(sessionId);
  if (last <= EVENTS_AT_ONCE) return undefined;
  const events = store.events(sessionId, { afterSeq: last - LATEST });
  return { kind: 'latest', ...sent(events.slice(-pieceAt(events.toReversed(), 0))) };
}

/** The end of a log, then `all` of it: reading that takes one turn of the event loop, which begins once the end has left. */
export async function* firstOf(
  latest: StreamItem,
  all: () => AsyncGenerator<StreamItem, void, void>,
): AsyncGenerator<StreamItem, void, void> {
  yield latest;
  await setImmediate();
  yield* all();
}

/** Made one by one, as the reader takes them. */
async function* pieces(events: readonly SessionEvent[]): AsyncGenerator<StreamItem, void, void> {
  for (let from = 0; from < events.length; ) {
    if (from > 0) await setImmediate();
    const end = from + pieceAt(events, from);
    const more = end < events.length;
    yield { kind: 'events', ...sent(events.slice(from, end)), ...(more ? { more } : {}) };
    from = end;
  }
}

/** Events after `afterSeq` and deltas of one session, as they come. */
export async function* sessionStream(
  session: LiveSession,
  afterSeq: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<StreamItem, void, void> {
  const queue = asyncQueue<readonly SessionEvent[] | Extract<StreamItem, { kind: 'delta' }>>();
  const stop = session.listen(afterSeq, {
    events: (events) => queue.push(events),
    delta: (delta) => queue.push({ kind: 'delta', delta }),
    failed: (error) => queue.fail(error),
  });
  try {
    for await (const item of queue.items(signal)) {
      if ('kind' in item) yield item;
      else yield* pieces(item);
    }
  } finally {
    stop();
  }
}

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
