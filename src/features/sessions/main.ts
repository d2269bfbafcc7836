import { setImmediate } from 'node:timers/promises';
import { asyncQueue, changes, done, implementContract, inContractWords } from '../../main/api.ts';
import type { Core } from '../../main/core/core.ts';
import { charactersIn } from '../../main/lib/text.ts';
import type { LiveSession } from '../../main/session/live-session.ts';
import type { SettingsStore } from '../../main/settings/settings.ts';
import type { Store } from '../../main/store/store.ts';
import { RESULT_AT_ONCE, type SessionSettings, type StreamItem, sessionsContract } from '../../shared/contract.ts';
import { rawEvent, type SessionEvent } from '../../shared/events.ts';
import { detailed } from '../../shared/messages/failure.ts';
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
/** Characters that are sent in a later turn than the one that stored them. */
const CHARACTERS_BETWEEN_TURNS = 250_000;
/** Most characters that are cut to it: their bytes are counted. */
const READ_CHARACTERS = 16_000_000;
/** Events of a screen or two of conversation, in all but the busiest of runs. */
const LATEST = 200;
const READ_AT_ONCE = 20;

/** Sends events as they were written, and names those that could not be read. */
function sent(events: readonly SessionEvent[]) {
  const unread = events.flatMap(({ type, seq }) => (type === 'unknown' ? [seq] : []));
  return { events: events.map((event) => rawEvent(event)), ...(unread.length > 0 ? { unread } : {}) };
}

/** An event as it is sent. */
type EventView = (event: SessionEvent) => SessionEvent;
const inFull: EventView = (event) => event;

/** Characters from which a result goes to a window as its head alone: 70 lines are shown of it, and a log can have 200 such. */
const LARGE_RESULT = 32_768;
const RESULT_HEAD = 4_096;

const cutResults: EventView = (event) => {
  if (event.type !== 'tool-finished' || event.content.length <= LARGE_RESULT) return event;
  const { content } = event;
  const cut = { bytes: Buffer.byteLength(content), characters: content.length };
  return { ...event, content: content.slice(0, RESULT_HEAD).replace(/[\uD800-\uDBFF]$/, ''), cut };
};

/** The next piece: the first events of `all`. */
function pieceOf(all: Iterable<SessionEvent>, shown: EventView): SessionEvent[] {
  const piece: SessionEvent[] = [];
  let [characters, read] = [0, 0];
  for (const event of all) {
    const one = shown(event);
    characters += charactersIn(one);
    read += charactersIn(event);
    const isMuch = characters > CHARACTERS_AT_ONCE || read > READ_CHARACTERS;
    if (piece.length > 0 && (isMuch || piece.length === EVENTS_AT_ONCE)) break;
    piece.push(one);
  }
  return piece;
}

/** Events from the last on. A few at a time are read: results of megabytes need not be for those that fit. */
function* backwards(store: Pick<Store, 'events'>, sessionId: string, last: number): Generator<SessionEvent> {
  for (let toSeq = last; toSeq > last - LATEST; toSeq -= READ_AT_ONCE)
    yield* store.events(sessionId, { afterSeq: toSeq - READ_AT_ONCE, toSeq }).reverse();
}

/** The last events of a log of more than one piece, read alone. */
export function latestOf(
  store: Pick<Store, 'lastSeq' | 'events'>,
  sessionId: string,
  shown: EventView = inFull,
): StreamItem | undefined {
  const last = store.lastSeq(sessionId);
  if (last <= EVENTS_AT_ONCE) return undefined;
  return { kind: 'latest', ...sent(pieceOf(backwards(store, sessionId, last), shown).reverse()) };
}

/** The end of a log, then `all` of it: reading that begins once the end has left. */
export async function* firstOf(
  latest: StreamItem,
  all: () => Promise<AsyncGenerator<StreamItem, void, void>>,
): AsyncGenerator<StreamItem, void, void> {
  yield latest;
  await setImmediate();
  yield* await all();
}

/** Made one by one, as the reader takes them. */
async function* pieces(events: readonly SessionEvent[], shown: EventView): AsyncGenerator<StreamItem, void, void> {
  for (let from = 0; from < events.length; ) {
    if (from > 0) await setImmediate();
    const piece = pieceOf(events.slice(from, from + EVENTS_AT_ONCE), shown);
    from += piece.length;
    yield { kind: 'events', ...sent(piece), ...(from < events.length ? { more: true } : {}) };
  }
}

/** Events after `afterSeq` and deltas of one session, as they come. */
export async function* sessionStream(
  session: LiveSession,
  afterSeq: number,
  signal: AbortSignal | undefined,
  shown: EventView = inFull,
): AsyncGenerator<StreamItem, void, void> {
  const queue = asyncQueue<readonly SessionEvent[] | Extract<StreamItem, { kind: 'delta' }>>();
  const stop = session.listen(afterSeq, {
    events: (events) => queue.push(events),
    delta: (delta) => queue.push({ kind: 'delta', delta }),
    failed: (error) => queue.fail(error),
  });
  try {
    for await (const item of queue.items(signal)) {
      if (charactersIn(item) > CHARACTERS_BETWEEN_TURNS) await setImmediate();
      if ('kind' in item) yield item;
      else yield* pieces(item, shown);
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
    stream: os.stream.handler(async ({ input: { sessionId, afterSeq, ...asked }, signal }) => {
      const shown = asked.cutResults ? cutResults : inFull;
      const all = async () =>
        openSessions.during(sessionId, sessionStream(await sessions.load(sessionId), afterSeq, signal, shown));
      const latest = asked.latestFirst && afterSeq === 0 ? latestOf(store, sessionId, shown) : undefined;
      return endingInContractWords(latest === undefined ? await all() : firstOf(latest, all));
    }),
    result: os.result.handler(({ input: { sessionId, seq, from } }) => {
      const [event] = store.events(sessionId, { afterSeq: seq - 1, toSeq: seq });
      if (event?.type !== 'tool-finished')
        throw detailed('event-not-found', 'event-range', { at: seq, last: store.lastSeq(sessionId) });
      return { text: event.content.slice(from, from + RESULT_AT_ONCE) };
    }),
  };
}
