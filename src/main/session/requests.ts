import { isTurnRequest, type Price, type SentRequestView } from '../../shared/context-views.ts';
import { defined } from '../../shared/defined.ts';
import type { SkilldeckError } from '../../shared/errors.ts';
import type { EventOf, SessionEvent, Usage } from '../../shared/events.ts';
import { detailed } from '../../shared/messages/failure.ts';
import { foldEvents } from '../../shared/reducer.ts';
import type { SessionState } from '../../shared/session-state.ts';
import type { LogEnd } from '../store/chain.ts';
import type { EventRow } from '../store/event-log.ts';
import type { Store } from '../store/store.ts';
import type { LiveSession } from './live-session.ts';

/** Money for what a model took, in US dollars; undefined where the model has no price. */
export type Prices = (model: string, usage: Usage) => number | undefined;

export type UnitPrices = (model: string) => Price | undefined;

/** Each model looked up once, however many sessions used it: prices are linear in tokens. */
export function unitPrices(prices: Prices): UnitPrices {
  const known = new Map<string, Price | undefined>();
  const million = 1_000_000;
  const look = (model: string): Price | undefined => {
    const of = (promptTokens: number, completionTokens: number, cache: Partial<Usage> = {}) =>
      prices(model, { promptTokens, completionTokens, ...cache });
    const [input, output] = [of(million, 0), of(0, million)];
    const cachedInput = of(million, 0, { cachedPromptTokens: million });
    const cacheWrite = of(million, 0, { cacheWriteTokens: million });
    return input === undefined || output === undefined
      ? undefined
      : { input, output, ...defined({ cachedInput, cacheWrite }) };
  };
  return (model) => {
    if (!known.has(model)) known.set(model, look(model));
    return known.get(model);
  };
}

/** Finds the request of a session that an event's number means, and what it was built from. */
export type SessionLogView = Pick<LiveSession, 'id' | 'state' | 'events'>;

export interface RequestAt {
  readonly state: SessionState;
  readonly events: readonly SessionEvent[];
  readonly sent?: EventOf<'request-sent'>;
}

/**
 * The next request, or with `at` the one sent at, or due after, that event.
 * @throws SkilldeckError `event-not-found` when the session has no event `at`.
 */
export function requestAt(session: SessionLogView, at: number | undefined): RequestAt {
  if (at === undefined) return { state: session.state, events: session.events };
  const event = session.events.find((candidate) => candidate.seq === at);
  if (event === undefined) throw detailed('event-not-found', 'event-range', { at, last: session.state.lastSeq });
  const sent = event.type === 'request-sent' ? event : undefined;
  // A request is built from what was there before it; any other moment shows the request that would have come next.
  const until = sent === undefined ? at : at - 1;
  const events = session.events.filter((candidate) => candidate.seq <= until);
  return { state: foldEvents(session.id, events), events, ...(sent === undefined ? {} : { sent }) };
}

/** Basis of the last request before the end of `events`. */
export function requestBefore(id: string, events: readonly SessionEvent[]): SessionState | undefined {
  const sent = events.findLast(isTurnRequest);
  if (sent === undefined) return undefined;
  return foldEvents(
    id,
    events.filter(({ seq }) => seq < sent.seq),
  );
}

// Every request of a session that was sent, with what came back and what of it the request before had too.

export function listRequests({ events }: SessionLogView, prices: Prices): SentRequestView[] {
  const answers = answersOf(events);
  return events.flatMap((event): SentRequestView[] => {
    if (event.type !== 'request-sent') return [];
    const { seq, at, iteration, purpose = 'turn', model, tokens, prefix } = event;
    const answer = answers.get(seq);
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
        ...defined({ usage: answer?.usage, prefix, cost }),
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

export const noSession = (id: string): SkilldeckError => detailed('session-not-found', 'conversation-missing', { id });

/** A session's whole log. @throws SkilldeckError `session-not-found`. */
export function storedRows(store: Pick<Store, 'rows'>, sessionId: string): EventRow[] {
  const rows = store.rows(sessionId);
  if (rows.length > 0) return rows;
  throw noSession(sessionId);
}

/** The log, and what is recorded of its end, of one moment. @throws SkilldeckError `session-not-found`. */
export function storedLog(
  store: Pick<Store, 'rows' | 'end'>,
  sessionId: string,
): { readonly rows: EventRow[]; readonly end: LogEnd | undefined } {
  for (;;) {
    const end = store.end(sessionId);
    const rows = storedRows(store, sessionId);
    // Another process may write in the meantime.
    if (store.end(sessionId)?.seq === end?.seq) return { rows, end };
  }
}
