/** Reads of whole logs for review: seconds of work over a large one. All that goes in and comes out is data. */
import { setImmediate as rest } from 'node:timers/promises';
import { buildRequest, noData } from '../../../main/context/build-request.ts';
import { buildSummaryRequest } from '../../../main/context/summary.ts';
import { isJson } from '../../../main/lib/files.ts';
import { isRedacted } from '../../../main/redaction/preview.ts';
import { endOf, pagesOf } from '../../../main/session/export-lines.ts';
import { noSession, storedLog } from '../../../main/session/requests.ts';
import { signingKey } from '../../../main/settings/keys.ts';
import {
  ChainWalk,
  checkSignature,
  fingerprintOf,
  LinesHash,
  type LogEnd,
  readClosing,
} from '../../../main/store/chain.ts';
import { type EventRow, toEvent } from '../../../main/store/event-log.ts';
import type { SearchOptions } from '../../../main/store/projections/search-lookup.ts';
import type { LibraryEntry } from '../../../main/store/reading.ts';
import type { Store } from '../../../main/store/store.ts';
import type { SessionEvent } from '../../../shared/events.ts';
import { continueFold, emptyState, foldEvents } from '../../../shared/reducer.ts';
import type { Verification, VerifiedPart } from '../../../shared/review.ts';
import { type SearchedLog, searchSeen, seenHits } from './search-shared.ts';

// Checks that no event was altered, added or removed since it was stored or signed.

/** Lines hashed before others get their turn. */
const BATCH = 2_000;

export interface RecordedEnd {
  readonly end?: LogEnd | undefined;
  /** The person's own private key, PEM. */
  readonly ownKey?: string | undefined;
}

export async function verifyChain(
  session: string,
  rows: Iterable<EventRow>,
  { end, ownKey }: RecordedEnd,
): Promise<Pick<Verification, 'chain' | 'signature' | 'covers'>> {
  const closing = readClosing(end?.closing ?? '');
  const walk = new ChainWalk();
  const lines = new LinesHash();
  let count = 0;
  for (const row of rows) {
    walk.add(row);
    // Events noted here after the import are not the signer's.
    if (closing?.signature !== undefined && count < closing.events) lines.add(row.raw);
    count += 1;
    if (count % BATCH === 0) await rest();
  }
  const walked = walk.result(end);
  const ok = walked !== undefined && walked.brokenAt === undefined && walked.isOpen !== true;
  const signed = closing === undefined ? undefined : checkSignature(closing, { session, lines: lines.digest() });
  const own = signed !== undefined && ownKey !== undefined && fingerprintOf(ownKey) === signed.by;
  const covers: VerifiedPart[] = [
    ...(walked?.brokenAt === undefined && walked !== undefined ? (['events'] as const) : []),
    ...(ok ? (['end'] as const) : []),
    ...(signed?.ok === true ? (['author'] as const) : []),
  ];
  return {
    chain: walked === undefined ? null : { ok, ...walked },
    ...(signed === undefined ? {} : { signature: { ...signed, own, events: closing?.events ?? 0 } }),
    covers,
  };
}

// Checks that a log is complete, and rebuilds every request to the bytes that were sent.

/** Requests rebuilt before others get their turn. */
const VERIFY_SESSION_BATCH = 20;

type DataOf = Parameters<typeof buildRequest>[1];

/**
 * Folds each event once; only a rewind refolds.
 * @param recorded what the store has beside the rows.
 * @param dataOf pictures and PDFs by their hash: a request whose file is gone can be proved neither right nor wrong.
 */
export async function verifySession(
  session: string,
  rows: readonly EventRow[],
  dataOf: DataOf = noData,
  recorded: RecordedEnd = {},
): Promise<Verification> {
  const events = rows.map(toEvent);
  const missing: { seq: number; name: string; sha256: string }[] = [];
  const differing: { seq: number; recorded: string; rebuilt: string }[] = [];
  let requests = 0;
  let notRebuilt = 0;
  let state = emptyState(session);
  let folded = 0;
  for (const [index, event] of events.entries()) {
    if (event.type === 'history-rewound') {
      state = foldEvents(session, events.slice(0, index + 1));
      folded = index + 1;
    }
    if (event.type !== 'request-sent') continue;
    requests += 1;
    // Logs from before say of a summary's request that it was one, and not what it was made from.
    if (event.purpose === 'summary' && event.summarises === undefined) {
      notRebuilt += 1;
      continue;
    }
    // A request is built from what was there before it.
    state = continueFold(state, events.slice(folded, index));
    folded = index;
    const gone: { name: string; sha256: string }[] = [];
    const sha256 =
      event.summarises === undefined
        ? buildRequest(state, lookingFor(dataOf, gone)).sha256
        : ((await buildSummaryRequest(state, event.summarises))?.sha256 ?? '');
    if (sha256 !== event.sha256) {
      const { seq } = event;
      if (gone.length > 0) missing.push(...gone.map((file) => ({ seq, ...file })));
      else differing.push({ seq, recorded: event.sha256, rebuilt: sha256 });
    }
    if (requests % VERIFY_SESSION_BATCH === 0) await rest();
  }
  const gaps = gapsIn(rows);
  const damaged = rows.filter((row, index) => isDamaged(row, events[index])).map(({ seq }) => seq);
  const redacted = isRedacted(rows[0]?.raw);
  const [first] = events;
  // Another program's transcript has no recorded requests, so there is nothing to verify.
  const foreign = first?.type === 'session-created' && first.foreign !== undefined;
  // A redacted log has lost text, so no request in it can be verified.
  const verified = redacted
    ? 0
    : requests - notRebuilt - differing.length - new Set(missing.map(({ seq }) => seq)).size;
  const bound = await verifyChain(session, rows, recorded);
  // Requests of neither are rebuilt: what holds is what binds the events.
  const isBoundOnly = redacted || foreign;
  const faults = gaps.length + damaged.length + (isBoundOnly ? 0 : differing.length + missing.length);
  const isBound = bound.chain?.ok !== false && bound.signature?.ok !== false;
  return {
    session,
    ok: faults === 0 && isBound && (!isBoundOnly || bound.covers.length > 0),
    events: rows.length,
    requests,
    verified,
    differing: redacted ? [] : differing,
    ...(missing.length === 0 || redacted ? {} : { missing }),
    notRebuilt,
    gaps,
    damaged,
    redacted,
    ...(foreign ? { foreign } : {}),
    ...bound,
    covers: [...(verified > 0 ? (['requests'] as const) : []), ...bound.covers],
  };
}

/** Notes what is asked for and not there. */
function lookingFor(dataOf: NonNullable<DataOf>, gone: { name: string; sha256: string }[]): NonNullable<DataOf> {
  return (media) => {
    const data = dataOf(media);
    if (data === undefined) gone.push({ name: media.name, sha256: media.sha256 });
    return data;
  };
}

function gapsIn(rows: readonly EventRow[]): { from: number; to: number }[] {
  return rows.flatMap(({ seq }, index) => {
    const due = (rows[index - 1]?.seq ?? 0) + 1;
    return seq === due ? [] : [{ from: due, to: seq - 1 }];
  });
}

function isDamaged(row: EventRow, event: SessionEvent | undefined): boolean {
  const type = event?.type === 'unknown' ? event.originalType : event?.type;
  const isWhole = event?.seq === row.seq && event.session === row.session && event.at === row.at && type === row.type;
  return !isWhole || !isJson(row.raw);
}

export type SessionReads = ReturnType<typeof sessionReads>;

/** One of them, wherever it is carried out. Rejects with the signal's reason. */
export type ReadSessions = <K extends keyof SessionReads>(
  name: K,
  args: Parameters<SessionReads[K]>,
  signal?: AbortSignal,
) => Promise<Awaited<ReturnType<SessionReads[K]>>>;

/** In this thread. */
export const readingHere =
  (reads: SessionReads): ReadSessions =>
  (name, args) =>
    (reads[name] as (...given: unknown[]) => Promise<never>)(...args);

export function sessionReads(
  store: Pick<Store, 'rows' | 'lastSeq' | 'end' | 'search' | 'hits'>,
  dataOf: Parameters<typeof verifySession>[2],
  home: string,
) {
  return {
    async verify(session: string) {
      const { rows, end } = storedLog(store, session);
      return verifySession(session, rows, dataOf, { end, ownKey: await signingKey(home) });
    },
    async chain(session: string) {
      const [last, end] = endOf(store, session);
      let events = 0;
      function* rows() {
        for (const page of pagesOf(store, session, last)) {
          events += page.length;
          yield* page;
        }
      }
      const { chain, signature } = await verifyChain(session, rows(), { end, ownKey: await signingKey(home) });
      if (events === 0) throw noSession(session);
      return { events, chain, ...(signature === undefined ? {} : { signature }) };
    },
    search: async (words: string, options: SearchOptions) => store.search(words, options),
    hits: async (words: string) => store.hits(words),
    /** The same in shared sessions that are not here. */
    seenHits: async (words: string, logs: readonly SearchedLog[]) => seenHits(words, logs),
    searchSeen: async (words: string, log: SearchedLog, options: SearchOptions) => searchSeen(words, log, options),
  };
}

// Sessions that cannot be shown to be as they were written. Each log is walked once for as long as it does not grow.

/** True where something changed, the end is open, or an older version wrote it. */
type IsUnverified = boolean;

/** @returns a check of sessions: the ids of those that are unverified. */
export function evidenceOfAll(store: Pick<Store, 'lastSeq'>, read: ReadSessions) {
  const known = new Map<string, { readonly seq: number; readonly unverified: IsUnverified }>();
  return async (entries: readonly LibraryEntry[], signal?: AbortSignal): Promise<ReadonlySet<string>> => {
    const found = new Set<string>();
    for (const { summary } of entries) {
      const { id } = summary;
      const seq = store.lastSeq(id);
      let checked = known.get(id);
      if (checked === undefined || checked.seq !== seq) {
        const unverified = await isUnverified(read, id, signal);
        checked = { seq, unverified };
        known.set(id, checked);
      }
      if (checked.unverified) found.add(id);
    }
    return found;
  };
}

async function isUnverified(read: ReadSessions, id: string, signal: AbortSignal | undefined): Promise<IsUnverified> {
  const { chain, signature } = await read('chain', [id], signal);
  return chain?.ok !== true || signature?.ok === false;
}
