/**
 * The effective part of a log with rewinds, and the versions of messages and answers that rewinds left behind. Pure.
 */
import type { SessionEvent } from './events.ts';

/** `[toSeq, seq]`: between the two, only events about the session as a whole count. */
export type SetAside = readonly [number, number];

/** @param before events from this `seq` on have not happened yet. */
export function setAside(events: readonly SessionEvent[], before = Number.POSITIVE_INFINITY): readonly SetAside[] {
  const intervals: SetAside[] = [];
  let asOf = before;
  for (const event of events.toReversed()) {
    if (event.type !== 'history-rewound' || event.seq >= asOf) continue;
    intervals.push([event.toSeq, event.seq]);
    // A restore returns to the log as it was: later rewinds do not apply yet.
    if (event.reason === 'restore') asOf = event.toSeq + 1;
  }
  return intervals;
}

export const isSetAside = (seq: number, intervals: readonly SetAside[]): boolean =>
  intervals.some(([from, to]) => seq > from && seq < to);

/** One wording of a message of the person's, or one answer to it. */
export interface Version {
  /** `seq` of the message; for an answer, where it began. */
  readonly seq: number;
  /** The conversation when this version was last left is the log as of this `seq`. */
  readonly tip: number;
}

const known = new WeakMap<readonly SessionEvent[], ReadonlyMap<number, readonly Version[]>>();

/** Keyed by the `seq` of each message that was edited or results from an edit: all its versions, oldest first. */
export function versionsOf(events: readonly SessionEvent[]): ReadonlyMap<number, readonly Version[]> {
  const before = known.get(events);
  if (before !== undefined) return before;
  const versions = findVersions(events);
  known.set(events, versions);
  return versions;
}

function findVersions(events: readonly SessionEvent[]): ReadonlyMap<number, readonly Version[]> {
  const groups = new Map<number, number[]>();
  const moves = events.filter((event) => event.type === 'history-rewound');
  for (const { toSeq, seq, reason } of moves) {
    if (reason !== 'edit') continue;
    const [edited, written] = [events[toSeq], events[seq]];
    if (edited?.type !== 'user-message-added' || written?.type !== 'user-message-added') continue;
    const group = groups.get(edited.seq) ?? [edited.seq];
    group.push(written.seq);
    groups.set(edited.seq, group);
    groups.set(written.seq, group);
  }
  if (groups.size === 0) return new Map();
  const tips = new Map<number, number>();
  for (const { left, intervals } of timesLeft(events, moves)) {
    for (const seq of groups.keys()) if (seq < left && !isSetAside(seq, intervals)) tips.set(seq, left - 1);
  }
  return new Map(
    [...groups].map(([seq, group]) => [seq, group.map((one): Version => ({ seq: one, tip: tips.get(one) ?? one }))]),
  );
}

/** Whenever a version may have been left, the present included, with what was replaced then; the earliest first. */
function timesLeft(events: readonly SessionEvent[], moves: readonly SessionEvent[]) {
  const now = (events.at(-1)?.seq ?? 0) + 1;
  return [...moves.map(({ seq }) => seq), now].map((left) => ({ left, intervals: setAside(moves, left) }));
}

/** Answers to one user message, from retries. */
export interface Answers {
  /** Oldest first. */
  readonly versions: readonly Version[];
  /** `seq` of the version that counts; undefined where the message itself is replaced. */
  readonly shown: number | undefined;
}

const NO_ANSWERS: ReadonlyMap<number, Answers> = new Map();
const knownAnswers = new WeakMap<readonly SessionEvent[], ReadonlyMap<number, Answers>>();

/** Keyed by the `seq` of each user message with a retried answer. The first answer begins with the event after it. */
export function answersOf(events: readonly SessionEvent[]): ReadonlyMap<number, Answers> {
  const before = knownAnswers.get(events);
  if (before !== undefined) return before;
  const answers = findAnswers(events);
  knownAnswers.set(events, answers);
  return answers;
}

function findAnswers(events: readonly SessionEvent[]): ReadonlyMap<number, Answers> {
  const moves = events.filter((event) => event.type === 'history-rewound');
  const groups = new Map<number, number[]>();
  for (const { toSeq, seq, reason } of moves) {
    if (reason !== 'retry') continue;
    const intervals = setAside(moves, seq);
    const answered = events.findLast(
      (event) => event.seq <= toSeq && event.type === 'user-message-added' && !isSetAside(event.seq, intervals),
    );
    if (answered === undefined) continue;
    groups.set(answered.seq, [...(groups.get(answered.seq) ?? [answered.seq + 1]), seq]);
  }
  if (groups.size === 0) return NO_ANSWERS;
  const tips = new Map<number, number>();
  const shown = new Map<number, number>();
  for (const { left, intervals } of timesLeft(events, moves)) {
    shown.clear();
    for (const [message, begun] of groups) {
      if (message >= left || isSetAside(message, intervals)) continue;
      // The first counts where no later one does: a retry is replaced with its answer.
      const counts = begun.findLast((seq, at) => at === 0 || (seq < left && !isSetAside(seq, intervals)));
      if (counts === undefined) continue;
      shown.set(message, counts);
      tips.set(counts, left - 1);
    }
  }
  return new Map(
    [...groups].map(([message, begun]) => [
      message,
      { versions: begun.map((seq): Version => ({ seq, tip: tips.get(seq) ?? seq })), shown: shown.get(message) },
    ]),
  );
}

/** The version of a message or of an answer that `seq` names. */
export function versionAt(events: readonly SessionEvent[], seq: number): Version | undefined {
  const answers = [...answersOf(events).values()].flatMap(({ versions }) => versions);
  return [...(versionsOf(events).get(seq) ?? []), ...answers].find((version) => version.seq === seq);
}
