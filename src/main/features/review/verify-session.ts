/** Checks that a log is complete, and rebuilds every request to the bytes that were sent. */
import { setImmediate as rest } from 'node:timers/promises';
import type { SessionEvent } from '../../../shared/events.ts';
import { continueFold, emptyState, foldEvents } from '../../../shared/reducer.ts';
import type { Verification } from '../../../shared/review.ts';
import { buildRequest, noData } from '../../context/build-request.ts';
import { buildSummaryRequest } from '../../context/summary/summary-request.ts';
import { isJson } from '../../lib/is-json.ts';
import { isRedacted } from '../../redaction/redact-line.ts';
import { type EventRow, toEvent } from '../../store/event-log.ts';
import { type RecordedEnd, verifyChain } from './verify-chain.ts';

/** Requests rebuilt before others get their turn. */
const BATCH = 20;

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
    if (requests % BATCH === 0) await rest();
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
