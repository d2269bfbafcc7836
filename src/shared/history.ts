/** What counts of a log in which a person went back, and the versions of a message that going back left behind. Pure. */
import type { SessionEvent } from './events.ts';

/** `[toSeq, seq]`: of what stands between the two, only what belongs to the session as a whole counts. */
export type SetAside = readonly [number, number];

/** @param before events from this `seq` on have not happened yet. */
export function setAside(events: readonly SessionEvent[], before = Number.POSITIVE_INFINITY): readonly SetAside[] {
  const intervals: SetAside[] = [];
  let asOf = before;
  for (const event of events.toReversed()) {
    if (event.type !== 'history-rewound' || event.seq >= asOf) continue;
    intervals.push([event.toSeq, event.seq]);
    // Bringing back takes the log as it stood then: what was set aside in between was not yet.
    if (event.reason === 'restore') asOf = event.toSeq + 1;
  }
  return intervals;
}

export const isSetAside = (seq: number, intervals: readonly SetAside[]): boolean =>
  intervals.some(([from, to]) => seq > from && seq < to);

/** One wording of a message of the person's. */
export interface Version {
  /** Of the message. */
  readonly seq: number;
  /** The log as it stood after this `seq` is how the conversation was when this version was left last. */
  readonly tip: number;
}

const known = new WeakMap<readonly SessionEvent[], ReadonlyMap<number, readonly Version[]>>();

/** By the `seq` of each message that was edited or came of an edit: all its versions, in the order they were written. */
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
  const last = (events.at(-1)?.seq ?? 0) + 1;
  for (const left of [...moves.map(({ seq }) => seq), last]) {
    const intervals = setAside(moves, left);
    for (const seq of groups.keys()) if (seq < left && !isSetAside(seq, intervals)) tips.set(seq, left - 1);
  }
  return new Map(
    [...groups].map(([seq, group]) => [seq, group.map((one): Version => ({ seq: one, tip: tips.get(one) ?? one }))]),
  );
}
