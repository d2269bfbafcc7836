/**
 * The fold behind one row of the library: what a reviewer looks for sessions by. Over all events, those that a rewind set
 * aside included: they were paid for, and they went wrong or right anyway. Pure.
 */
import { defined } from '../../../shared/defined.ts';
import type { EventOf, EventType, SessionEvent } from '../../../shared/events.ts';
import { marked, NO_MARKS } from '../../../shared/pinned-messages.ts';
import type { Outcome } from '../../../shared/review.ts';
import type { ModelUsage, SessionMarks } from '../../../shared/session-state.ts';
import { answeredRequest, sentRequest } from '../../../shared/usage.ts';
import { sha256 } from '../../lib/text.ts';

export interface SessionFacts {
  /** Until the first answer the one that is set. */
  readonly model: string;
  /** Ids, in the order of first use. */
  readonly skills: readonly string[];
  readonly usage: readonly ModelUsage[];
  readonly openRequest?: { readonly model: string; readonly estimated: number } | undefined;
  /** Tokens, estimated, for answers whose provider reported none. */
  readonly unreported: number;
  readonly requests: number;
  readonly toolCalls: number;
  readonly errors: number;
  /** Failure of the last failed request: a run that ends with it is not a second error. */
  readonly failure?: string | undefined;
  readonly given: number;
  readonly denied: number;
  readonly notes: number;
  readonly outcome: Outcome;
  /** Since when a run is under way. */
  readonly since?: string | undefined;
  /** Milliseconds of the runs that have ended. */
  readonly duration: number;
  readonly marks: SessionMarks;
  readonly forkedFrom?: EventOf<'session-created'>['forkedFrom'];
  /** A step took a minute or longer. */
  readonly slow?: true | undefined;
  /** The same call was made five times in a row within a run; `last` counts them, by a hash. */
  readonly loop?: true | undefined;
  readonly last?: { readonly call: string; readonly times: number } | undefined;
  /** An answer had claims that no source holds. */
  readonly unsupported?: true | undefined;
  readonly foreign: boolean;
  /** An imported session whose source says no times. */
  readonly undated?: true | undefined;
  readonly kind?: EventOf<'session-created'>['kind'];
}

export const NO_FACTS: SessionFacts = {
  model: '',
  skills: [],
  usage: [],
  unreported: 0,
  requests: 0,
  toolCalls: 0,
  errors: 0,
  given: 0,
  denied: 0,
  notes: 0,
  outcome: 'none',
  duration: 0,
  marks: NO_MARKS,
  foreign: false,
};

/** The events that this fold looks at; all others leave the facts as they are. */
export const FACT_TYPES = [
  'session-created',
  'settings-changed',
  'session-marked',
  'note-added',
  'note-removed',
  'skill-loaded',
  'request-sent',
  'model-responded',
  'model-failed',
  'tool-started',
  'tool-finished',
  'approval-resolved',
  'answer-checked',
  'state-changed',
  'run-finished',
] as const satisfies readonly EventType[];

/** Copied events were already paid for, and failed, in the original session. */
const COUNTED = new Set<SessionEvent['type']>([
  'request-sent',
  'model-responded',
  'model-failed',
  'tool-started',
  'tool-finished',
  'approval-resolved',
]);

export function advanceFacts(facts: SessionFacts, event: SessionEvent): SessionFacts {
  if (event.seq <= (facts.forkedFrom?.seq ?? 0)) {
    if (COUNTED.has(event.type)) return facts;
    // A copied run's outcome is this conversation's status; its duration and error belong to the original.
    if (event.type === 'run-finished') return { ...facts, outcome: outcomeOf(event) };
    if (event.type === 'state-changed') return facts;
  }
  switch (event.type) {
    case 'session-created': {
      const { model, forkedFrom, foreign, kind } = event;
      return {
        ...facts,
        model,
        ...defined({ forkedFrom, kind, undated: foreign?.undated }),
        foreign: foreign !== undefined,
      };
    }
    case 'settings-changed':
      return event.model === undefined ? facts : { ...facts, model: event.model };
    case 'session-marked':
      return { ...facts, marks: marked(facts.marks, event) };
    case 'note-added':
      return { ...facts, notes: facts.notes + 1 };
    case 'note-removed':
      return { ...facts, notes: Math.max(0, facts.notes - 1) };
    case 'skill-loaded':
      return facts.skills.includes(event.skill) ? facts : { ...facts, skills: [...facts.skills, event.skill] };
    case 'request-sent':
      return { ...facts, ...sentRequest(facts, event), requests: facts.requests + 1 };
    case 'model-responded':
      return slowed(answered(facts, event), event);
    case 'model-failed':
      return { ...facts, errors: facts.errors + 1, failure: event.code };
    case 'tool-started':
      return called(facts, event);
    case 'tool-finished':
      return slowed(event.ok ? facts : { ...facts, errors: facts.errors + 1 }, event);
    case 'answer-checked':
      return { ...facts, unsupported: true };
    case 'approval-resolved':
      return event.decision === 'denied'
        ? { ...facts, denied: facts.denied + 1 }
        : { ...facts, given: facts.given + 1 };
    case 'state-changed': {
      const isUnderWay = event.to === 'thinking' || event.to === 'tool-calling' || event.to === 'waiting-approval';
      return isUnderWay ? { ...facts, outcome: 'running', since: facts.since ?? event.at } : facts;
    }
    case 'run-finished':
      return ended(facts, event);
    default:
      return facts;
  }
}

/** Milliseconds of a step that is slow. */
const SLOW = 60_000;
const slowed = (facts: SessionFacts, { ms = 0 }: { readonly ms?: number | undefined }): SessionFacts =>
  ms >= SLOW ? { ...facts, slow: true } : facts;

/** Calls in a row that make a loop, within a run. */
const LOOPED = 5;

function called(facts: SessionFacts, { name, arguments: given }: EventOf<'tool-started'>): SessionFacts {
  const call = sha256(`${name} ${given}`);
  const times = facts.last?.call === call ? facts.last.times + 1 : 1;
  return { ...facts, toolCalls: facts.toolCalls + 1, last: { call, times }, ...(times < LOOPED ? {} : { loop: true }) };
}

function answered(facts: SessionFacts, event: EventOf<'model-responded'>): SessionFacts {
  const { openRequest } = facts;
  const silent = openRequest !== undefined && event.usage === undefined ? openRequest.estimated : 0;
  const { failure: _over, ...rest } = facts;
  return {
    ...rest,
    ...answeredRequest(facts, event),
    unreported: facts.unreported + silent,
    requests:
      facts.requests + (openRequest === undefined && event.usage !== undefined && event.model !== undefined ? 1 : 0),
  };
}

function ended(before: SessionFacts, event: EventOf<'run-finished'>): SessionFacts {
  const { since, failure, last: _last, ...facts } = before;
  const isOwnError = event.state === 'error' && (event.code === undefined || event.code !== failure);
  return {
    ...facts,
    outcome: outcomeOf(event),
    errors: facts.errors + (isOwnError ? 1 : 0),
    duration: facts.duration + (since === undefined ? 0 : Math.max(0, Date.parse(event.at) - Date.parse(since))),
  };
}

export function outcomeOf({ state, code }: Pick<EventOf<'run-finished'>, 'state' | 'code'>): Outcome {
  switch (state) {
    case 'completed':
      return code === 'refused' ? 'refused' : 'completed';
    case 'stopped':
    case 'error':
    case 'max-iterations':
      return code === 'refused' ? 'refused' : state;
    default:
      return 'none';
  }
}
