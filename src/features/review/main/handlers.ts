import { Worker } from 'node:worker_threads';
import { implementContract } from '../../../main/api.ts';
import type { Core } from '../../../main/core/core.ts';
import { entryFile } from '../../../main/lib/app-files.ts';
import { errorOf } from '../../../main/lib/errors.ts';
import { noSession, storedRows, unitPrices } from '../../../main/session/requests.ts';
import { toEvent } from '../../../main/store/event-log.ts';
import { foldRow, titleOf } from '../../../main/store/projections/session-list.ts';
import type { LibraryEntry, SharedEntry } from '../../../main/store/reading.ts';
import { defined } from '../../../shared/defined.ts';
import { isSkilldeckError } from '../../../shared/errors.ts';
import type { Verdict } from '../../../shared/review/reviews.ts';
import type { LibraryFilters } from '../../../shared/review.ts';
import { reviewContract } from '../contract.ts';
import { type ComparedSession, compareSessions } from './compare.ts';
import { sessionCosts } from './costs.ts';
import { libraryPage } from './library.ts';
import { previewOf } from './preview.ts';
import type { ReadAnswer, ReadJob } from './review-worker.ts';
import type { SearchedLog } from './search-shared.ts';
import { type StartedAgent, traceOf } from './trace.ts';
import { evidenceOfAll, type ReadSessions, readingHere, sessionReads } from './verify.ts';

/** Results of a search where no number is given. */
const SEARCH_LIMIT = 50;

/** In a thread, but for a command, which has no one else to serve. */
export function reading({ host, home, store, context, disposables }: Core): ReadSessions {
  const here = readingHere(sessionReads(store, context.dataOf, home));
  return host === 'cli' ? here : disposables.add(reviewThread(home, here), (thread) => thread.close()).read;
}

export function reviewHandlers(deps: Core, read: ReadSessions) {
  const os = implementContract(reviewContract, deps.reportBug);
  const evidence = evidenceOfAll(deps.store, read);
  const hitsOf = async (words: string, logs: readonly SearchedLog[], signal: AbortSignal | undefined) => {
    const own = await read('hits', [words], signal);
    if (own === undefined || logs.length === 0) return own;
    return new Map([...own, ...(await read('seenHits', [words, logs], signal))]);
  };
  return {
    library: os.library.handler(async ({ input, signal }) => {
      const { store, prices } = deps;
      const own = store.library();
      const team = sharedBeside(deps);
      const hits = input.words === undefined ? undefined : await hitsOf(input.words, team.logs, signal);
      const unverified = wantsEvidence(input.filters) ? await evidence(own, signal) : undefined;
      const { shared, verdicts } = team;
      return libraryPage({ entries: team.among(own), prices, hits, unverified, shared, verdicts }, input);
    }),
    costs: os.costs.handler(({ input: { sessionId } }) => {
      const events = storedRows(deps.store, sessionId).map(toEvent);
      return { title: titleOf(foldRow(events)), ...sessionCosts(events, unitPrices(deps.prices)) };
    }),
    trace: os.trace.handler(({ input: { sessionId } }) => {
      const events = storedRows(deps.store, sessionId).map(toEvent);
      const [created] = events;
      const undated = created?.type === 'session-created' && created.foreign?.undated === true;
      return { steps: traceOf(sessionId, events, startedAgents(deps)), dated: !undated };
    }),
    compare: os.compare.handler(({ input }) =>
      compareSessions(
        input.sessionIds.map((id) => compared(deps, id)),
        unitPrices(deps.prices),
      ),
    ),
    preview: os.preview.handler(({ input: { sessionId, language = 'en' } }) => {
      const events = storedRows(deps.store, sessionId).map(toEvent);
      return previewOf(sessionId, titleOf(foldRow(events)), events, language);
    }),
    search: os.search.handler(({ input: { words, sessionId, roles, limit = SEARCH_LIMIT }, signal }) => {
      const options = { limit, ...defined({ roles }) };
      if (sessionId === undefined || deps.store.has(sessionId))
        return read(
          'search',
          [words, { ...options, ...defined({ sessions: sessionId === undefined ? undefined : [sessionId] }) }],
          signal,
        );
      const shared = deps.ports.sharedSessions().find(({ entry }) => entry.summary.id === sessionId);
      if (shared === undefined) throw noSession(sessionId);
      return read('searchSeen', [words, searchedLog(shared), options], signal);
    }),
    verify: os.verify.handler(({ input: { sessionId }, signal }) => read('verify', [sessionId], signal)),
    chain: os.chain.handler(({ input: { sessionId }, signal }) => read('chain', [sessionId], signal)),
  };
}

/** Sessions by the one whose call started their agent. The first event of each imported one is read, once. */
function startedAgents({ store }: Core): (session: string) => readonly StartedAgent[] {
  const agents = new Map<string, StartedAgent[]>();
  for (const { id, title, imported } of store.summaries()) {
    if (imported !== true) continue;
    const [created] = store.events(id, { toSeq: 1 });
    const parent = created?.type === 'session-created' ? created.foreign?.parent : undefined;
    if (parent === undefined) continue;
    const agent = { session: id, title, callId: parent.callId, events: () => store.events(id) };
    agents.set(parent.session, [...(agents.get(parent.session) ?? []), agent]);
  }
  return (session) => agents.get(session) ?? [];
}

/** @throws SkilldeckError `session-not-found`. */
function compared({ store }: Core, id: string): ComparedSession {
  const events = storedRows(store, id).map(toEvent);
  return { id, title: titleOf(foldRow(events)), events };
}

const wantsEvidence = (filters: LibraryFilters | undefined): boolean =>
  filters?.problems?.includes('unverified') === true;

/** Verdicts on whole sessions, by session. */
function verdictsOf({ store }: Pick<Core, 'store'>): ReadonlyMap<string, readonly Verdict[]> {
  const found = new Map<string, Verdict[]>();
  for (const { session, seq, verdict } of store.reviews.all()) {
    if (seq !== 0 || verdict === undefined) continue;
    const known = found.get(session) ?? [];
    if (!known.includes(verdict)) known.push(verdict);
    found.set(session, known);
  }
  return found;
}

/** A team's sessions, as last seen, beside those that are here. */
function sharedBeside(deps: Pick<Core, 'store' | 'ports'>) {
  const all = deps.ports.sharedSessions();
  const away = all.filter(({ here }) => here === 'archive');
  const verdicts = new Map([...verdictsOf(deps), ...away.map((one) => [one.entry.summary.id, one.verdicts] as const)]);
  return {
    shared: new Map(all.map(({ entry, by, at, here }) => [entry.summary.id, { by, at, here }])),
    verdicts,
    logs: away.map(searchedLog),
    /** In the order of their last change. */
    among: (own: readonly LibraryEntry[]): readonly LibraryEntry[] =>
      away.length === 0
        ? own
        : [...own, ...away.map(({ entry }) => entry)].sort((a, b) =>
            a.summary.updatedAt < b.summary.updatedAt ? 1 : -1,
          ),
  };
}

const searchedLog = ({ entry: { summary }, texts }: SharedEntry): SearchedLog => ({
  session: summary.id,
  title: summary.title,
  texts,
});

/** Milliseconds without work after which the thread ends and gives its memory back. */
const IDLE_MS = 30_000;

interface ReviewThread {
  readonly read: ReadSessions;
  /** Safe to call twice. */
  close(): void;
}

/** @param here reads where no other thread can open the database: a writer on a full disk holds it alone. */
export function reviewThread(home: string, here: ReadSessions): ReviewThread {
  const open = new Map<number, PromiseWithResolvers<never>>();
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;

  const end = (): void => {
    clearTimeout(idle);
    const ended = worker;
    worker = undefined;
    void ended?.terminate();
  };
  const fail = (error: unknown): void => {
    for (const { reject } of open.values()) reject(error);
    open.clear();
  };
  const started = (): Worker => {
    const made = new Worker(entryFile(import.meta.dirname, 'review-worker'), { workerData: home });
    const died = (error: unknown): void => {
      if (worker !== made) return;
      worker = undefined;
      fail(error);
    };
    made.on('message', (answer: ReadAnswer) => {
      const job = open.get(answer.id);
      if ('failure' in answer) job?.reject(errorOf(answer.failure));
      else job?.resolve(answer.value as never);
    });
    made.once('error', died);
    made.once('exit', () => died(new Error('The thread of review ended early')));
    return made;
  };
  const readElsewhere: ReadSessions = async (name, args, signal) => {
    signal?.throwIfAborted();
    lastId += 1;
    const id = lastId;
    const job = Promise.withResolvers<never>();
    open.set(id, job);
    clearTimeout(idle);
    worker ??= started();
    // While it has something to do, the program waits for it.
    worker.ref();
    worker.postMessage({ id, name, args } satisfies ReadJob);
    const onAbort = (): void => job.reject(signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      return await job.promise;
    } finally {
      signal?.removeEventListener('abort', onAbort);
      open.delete(id);
      if (open.size === 0 && signal?.aborted === true) end();
      else if (open.size === 0) {
        worker?.unref();
        idle = setTimeout(end, IDLE_MS).unref();
      }
    }
  };

  return {
    read: (name, args, signal) =>
      readElsewhere(name, args, signal).catch((error: unknown) => {
        if (!isSkilldeckError(error) || error.code !== 'home-in-use') throw error;
        return here(name, args, signal);
      }),
    close() {
      fail(new Error('The core was closed'));
      end();
    },
  };
}
