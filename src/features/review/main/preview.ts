/** The preview of a session for a reviewer. Pure. */
import type { SessionEvent } from '../../../shared/events.ts';
import { describeEvent } from '../../../shared/messages/describe-event.ts';
import type { Language } from '../../../shared/messages/types.ts';
import { foldEvents } from '../../../shared/reducer.ts';
import { PREVIEWED_TURNS, type Preview } from '../../../shared/review.ts';
import { ownWords } from '../../../shared/text/program-parts.ts';
import { shorten } from '../../../shared/text/text.ts';
import { saidIn } from './trace.ts';
import { outcomeIn, type Turn, turnsOf } from './turns.ts';

/** Characters of a message, an answer and a step. */
const SHOWN = 4_000;
const STEP = 200;
/** Characters of a command, or of another call's arguments, beside its name. */
const SAID = 100;
/** Steps listed of one turn: the failed ones first of all. */
const MOST_STEPS = 40;

const STEPS: ReadonlySet<SessionEvent['type']> = new Set([
  'skill-loaded',
  'reference-loaded',
  'tool-finished',
  'model-failed',
  'approval-resolved',
  'context-compacted',
]);

export function previewOf(
  session: string,
  title: string,
  events: readonly SessionEvent[],
  language: Language,
): Preview {
  const turns = turnsOf(events);
  const shown =
    turns.length <= 2 * PREVIEWED_TURNS
      ? turns
      : [...turns.slice(0, PREVIEWED_TURNS), ...turns.slice(-PREVIEWED_TURNS)];
  return {
    session,
    title,
    model: foldEvents(session, events).model,
    events: events.length,
    outcome: outcomeIn(events),
    turnCount: turns.length,
    turns: shown.map((turn) => previewedTurn(turn, language)),
  };
}

function previewedTurn({ message, events, setAside }: Turn, language: Language): Preview['turns'][number] {
  const answer = events.findLast(
    (event) => event.type === 'model-responded' && event.purpose !== 'summary' && event.text !== '',
  );
  const given = new Map(
    events.flatMap((event) => (event.type === 'tool-started' ? [[event.callId, event.arguments] as const] : [])),
  );
  const steps = events
    .filter(({ type }) => STEPS.has(type))
    .map((event) => ({
      seq: event.seq,
      text: describeEvent(language, event, STEP),
      failed: hasFailed(event),
      ...(event.type === 'tool-finished'
        ? {
            said: shorten(saidIn(given.get(event.callId) ?? ''), SAID),
            given: given.get(event.callId)?.slice(0, SHOWN),
            result: event.content.slice(0, SHOWN),
          }
        : {}),
    }));
  const kept = steps.length <= MOST_STEPS ? steps : mostTelling(steps);
  return {
    seq: message.seq,
    text: ownWords(message.text).slice(0, SHOWN),
    ...(answer?.type === 'model-responded' ? { answer: { seq: answer.seq, text: answer.text.slice(0, SHOWN) } } : {}),
    steps: kept,
    moreSteps: steps.length - kept.length,
    setAside,
  };
}

/** Keeps the failed ones, and as many of the others as there is room for, in order. */
function mostTelling<T extends { readonly failed: boolean }>(steps: readonly T[]): T[] {
  const failed = steps.filter((step) => step.failed).slice(0, MOST_STEPS);
  const others = new Set(steps.filter((step) => !step.failed).slice(0, MOST_STEPS - failed.length));
  const kept = new Set([...failed, ...others]);
  return steps.filter((step) => kept.has(step));
}

const hasFailed = (event: SessionEvent): boolean =>
  event.type === 'model-failed' ||
  (event.type === 'tool-finished' && !event.ok) ||
  (event.type === 'approval-resolved' && event.decision === 'denied');
