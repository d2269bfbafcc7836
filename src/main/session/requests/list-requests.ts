/** Every request of a session that was sent, with what came back and what of it the request before had too. */
import { setImmediate as rest } from 'node:timers/promises';
import type { SentRequestView } from '../../../shared/context-views.ts';
import type { EventOf, PrefixKept, SessionEvent } from '../../../shared/events.ts';
import type { SessionState } from '../../../shared/session-state.ts';
import { isTurnRequest } from '../../../shared/turn-request.ts';
import { causeOf } from '../../context/manifest/prefix.ts';
import { sentRequests } from '../../context/manifest/replay.ts';
import { createWalk } from '../../context/manifest/walk.ts';
import type { Prices } from './prices.ts';
import type { SessionLogView } from './request-at.ts';

/** Requests rebuilt before others get their turn. */
const BATCH = 20;

export async function listRequests(session: SessionLogView, prices: Prices): Promise<SentRequestView[]> {
  const { events } = session;
  const answers = answersOf(events);
  const prefixes = await prefixesOf(session);
  return events.flatMap((event): SentRequestView[] => {
    if (event.type !== 'request-sent') return [];
    const { seq, at, iteration, purpose = 'turn', model, tokens } = event;
    const answer = answers.get(seq);
    const prefix = prefixes.get(seq);
    const cost = answer?.usage === undefined ? undefined : prices(model, answer.usage);
    return [
      {
        seq,
        at,
        iteration,
        purpose,
        model,
        estimated: tokens.total,
        max: tokens.max,
        ...(answer?.usage === undefined ? {} : { usage: answer.usage }),
        ...(prefix === undefined ? {} : { prefix }),
        ...(cost === undefined ? {} : { cost }),
        answered: answer !== undefined,
      },
    ];
  });
}

/** Keyed by the request's `seq`. An answer belongs to the last request of its purpose; a failed attempt has none. */
export function answersOf(events: readonly SessionEvent[]): ReadonlyMap<number, EventOf<'model-responded'>> {
  const answers = new Map<number, EventOf<'model-responded'>>();
  const open = new Map<'turn' | 'summary', number>();
  for (const event of events) {
    if (event.type === 'request-sent') open.set(event.purpose ?? 'turn', event.seq);
    if (event.type === 'model-failed') open.delete(event.purpose ?? 'turn');
    if (event.type !== 'model-responded') continue;
    const request = open.get(event.purpose ?? 'turn');
    if (request !== undefined) answers.set(request, event);
    open.delete(event.purpose ?? 'turn');
  }
  return answers;
}

/** Recorded values; computed now for older logs without a record. */
async function prefixesOf({ id, events }: SessionLogView): Promise<ReadonlyMap<number, PrefixKept>> {
  const turns = events.filter(isTurnRequest);
  const recorded = new Map(turns.flatMap(({ seq, prefix }) => (prefix === undefined ? [] : [[seq, prefix] as const])));
  if (recorded.size >= turns.length - 1) return recorded;
  const prefixes = new Map(recorded);
  const walk = createWalk();
  let before: SessionState | undefined;
  let walked = 0;
  for (const { event, state, since } of sentRequests(id, events)) {
    const { kept, broke } = await walk.next(state, since);
    if (before !== undefined && event.prefix === undefined) {
      const at = broke?.at === 'model' ? undefined : broke?.at;
      const cause = broke === undefined ? undefined : causeOf(before, since, events, at);
      prefixes.set(event.seq, {
        tokens: kept,
        ...(broke === undefined ? {} : { broke: { ...broke.part, ...(cause === undefined ? {} : { seq: cause }) } }),
      });
    }
    before = state;
    walked += 1;
    if (walked % BATCH === 0) await rest();
  }
  return prefixes;
}
