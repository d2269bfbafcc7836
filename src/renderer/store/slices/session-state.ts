import type { SessionSummary, SkillView } from '../../../shared/contract.ts';
import type { Delta, Diagnostic, SessionEvent } from '../../../shared/events.ts';
import type { SessionLog } from '../../../shared/reducer.ts';
import type { Verification } from '../../../shared/review.ts';
import type { Client } from '../../client.ts';

type LoadedOnDisk = NonNullable<Awaited<ReturnType<Client['skills']['list']>>['loaded']>[number];

export interface SkillsView {
  readonly skills: readonly SkillView[];
  readonly diagnostics: readonly Diagnostic[];
  /** For the selected session: its loaded skills beside their folders. */
  readonly loaded?: readonly LoadedOnDisk[] | undefined;
}

export interface SkillsData {
  readonly skills: SkillsView | undefined;
  /** Id of the skill in the author's view, which replaces the chat. */
  readonly author: string | undefined;
}

export const NO_SKILLS: SkillsData = { skills: undefined, author: undefined };

/** Milliseconds; a longer wait between two events is played as this one. */
const LONGEST_WAIT_MS = 2_000;
/** Milliseconds; events that follow each other faster than the screen are shown together. */
const FRAME_MS = 16;

export interface PlayerClock {
  /** Milliseconds, of a clock that never goes back. */
  now(): number;
  /** @returns what calls it off. */
  after(ms: number, callback: () => void): () => void;
}

export const realClock: PlayerClock = {
  now: () => performance.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

/** The way from the moment that is shown to the next. */
export interface Passage {
  /** Time of the player's clock. */
  readonly startedAt: number;
  /** Milliseconds that it is played in. */
  readonly waitMs: number;
  /** Milliseconds that it took when it happened. */
  readonly recordedMs: number;
  /** It took longer than it is played in. */
  readonly shortened: boolean;
}

interface Stop {
  readonly index: number;
  readonly waitMs: number;
  readonly recordedMs: number;
  readonly shortened: boolean;
}

const timeOf = (event: SessionEvent | undefined): number => (event === undefined ? Number.NaN : Date.parse(event.at));

/** Next event to play after `index`, and when; undefined at the end. A clock that was set back counts as no wait. */
export function nextStop(events: readonly SessionEvent[], index: number): Stop | undefined {
  if (index + 1 >= events.length) return undefined;
  const gap = (at: number): number => Math.max(0, timeOf(events[at + 1]) - timeOf(events[at])) || 0;
  const played = (ms: number): number => Math.min(ms, LONGEST_WAIT_MS);
  const first = gap(index);
  let next = index + 1;
  let together = 0;
  while (next + 1 < events.length && played(together + gap(next)) < FRAME_MS) {
    together += gap(next);
    next += 1;
  }
  return {
    index: next,
    waitMs: played(first) + played(together),
    recordedMs: first + together,
    shortened: first > LONGEST_WAIT_MS,
  };
}

/** Calls `go` for each stop in its time, and `passing` for each way between; with `undefined` when it is over. */
export function createPlayer({
  clock,
  events,
  go,
  passing,
}: {
  readonly clock: PlayerClock;
  readonly events: () => readonly SessionEvent[];
  readonly go: (index: number) => void;
  readonly passing: (passage: Passage | undefined) => void;
}) {
  let callOff = () => {};

  function on(index: number): void {
    const stop = nextStop(events(), index);
    if (stop === undefined) {
      passing(undefined);
      return;
    }
    const { waitMs, recordedMs, shortened } = stop;
    passing({ startedAt: clock.now(), waitMs, recordedMs, shortened });
    callOff = clock.after(waitMs, () => {
      go(stop.index);
      on(stop.index);
    });
  }

  return {
    /** Plays from `index`; ends any playback under way. */
    play(index: number) {
      callOff();
      on(index);
    },
    pause() {
      callOff();
      passing(undefined);
    },
  };
}

/** Milliseconds since the epoch that the recording is at, between the event that is shown and the next. */
export function playhead(shownAt: string, passage: Passage | undefined, now: number): number {
  const at = Date.parse(shownAt);
  if (passage === undefined || passage.waitMs === 0) return at;
  const share = Math.min(1, Math.max(0, (now - passage.startedAt) / passage.waitMs));
  return at + share * passage.recordedMs;
}

/** A moment of the open session that is looked at in place of now. */
export interface Moment {
  /** `seq` of the latest event shown. */
  readonly seq: number;
  readonly log: SessionLog;
}

/** Place of a search hit: words to highlight and scroll into view. */
export interface FoundPlace {
  readonly seq: number;
  /** Empty: the place itself. */
  readonly words: string;
  /** In what the model thought before its answer. */
  readonly thought?: true;
}

/** Verification results of the open session's requests, and the event up to which they hold. */
interface Verified {
  readonly session: string;
  readonly seq: number;
  readonly result: Verification | 'running';
}

interface CheckedRecord extends Pick<Verification, 'events' | 'chain' | 'signature'> {
  readonly session: string;
}

/** `note`: the id of one that is changed; else it is new. */
export interface WrittenNote {
  readonly on: number;
  readonly note?: string;
}

export interface ReviewData {
  readonly moment: Moment | undefined;
  /** Set while the recording plays. */
  readonly passage: Passage | undefined;
  readonly found: FoundPlace | undefined;
  /** The box that finds words in the open session is shown. */
  readonly finding: boolean;
  readonly verified: Verified | undefined;
  /** True if the open session's record was altered, checked when it is opened. */
  readonly record: CheckedRecord | undefined;
  /** The box for a note is open. */
  readonly writingNote: WrittenNote | undefined;
}

export const NO_REVIEW: ReviewData = {
  moment: undefined,
  passage: undefined,
  found: undefined,
  finding: false,
  verified: undefined,
  record: undefined,
  writingNote: undefined,
};

/** Failures: a refused approval is an answer. */
export function hasFailed(event: SessionEvent): boolean {
  switch (event.type) {
    case 'model-failed':
      return true;
    case 'run-finished':
      return event.state === 'error';
    case 'tool-finished':
      return !event.ok;
    case 'script-finished':
      return event.exitCode !== 0;
    default:
      return false;
  }
}

export type StepBy = 'event' | 'turn' | 'failure';

/**
 * `seq` of the event that a step leads to; undefined where there is none further. Back by a turn goes to the
 * beginning of this one first; forward by a turn, in the last one, to the end.
 */
export function stepFrom(
  events: readonly SessionEvent[],
  index: number,
  by: StepBy,
  direction: 1 | -1,
): number | undefined {
  if (by === 'event') return events[index + direction]?.seq;
  if (by === 'failure') {
    return (
      direction < 0 ? events.slice(0, Math.max(0, index)).findLast(hasFailed) : events.slice(index + 1).find(hasFailed)
    )?.seq;
  }
  const begins = ({ type }: SessionEvent) => type === 'user-message-added';
  if (direction < 0) return (events.slice(0, Math.max(0, index)).findLast(begins) ?? events[0])?.seq;
  return (events.slice(index + 1).find(begins) ?? events.at(-1))?.seq;
}

/** The draft of the session that does not exist yet: it is made with its first message. */
export const NEW_DRAFT = 'new';

/** `none`: a new conversation. `missing`: the core knows no such session. */
export type SessionStatus = 'none' | 'loading' | 'ready' | 'missing';

/** Streamed data, not stored. Each part is cleared when the event that stores it arrives. */
export interface Live {
  /** Iteration of the request being answered; 0 if none. */
  readonly iteration: number;
  /** The answer so far. */
  readonly text: string;
  /** The model's reasoning so far. */
  readonly reasoning: string;
  /** When it began to think, and how long it thought once words or calls followed. */
  readonly thinking?: { readonly since: string; readonly ms?: number } | undefined;
  /** Names of the tool calls being written, in order. */
  readonly toolCalls: readonly string[];
  /** Keyed by call: script output so far, control sequences included. Kept until the next run. */
  readonly terminals: Readonly<Record<string, string>>;
  /** Packages that calls wait for, one for each call. Kept until the next run. */
  readonly packages?: readonly Extract<Delta, { readonly type: 'packages-delta' }>[];
}

export const NO_LIVE: Live = { iteration: 0, text: '', reasoning: '', toolCalls: [], terminals: {} };

/** A chosen file that is not sent yet: only the page has it. */
export interface HeldFile {
  readonly id: string;
  readonly file: File;
  /** Files of a folder, which `file` only names, by their path below it. */
  readonly inside?: ReadonlyMap<string, File>;
}

export interface SessionData {
  /** In the core's order: newest first, without deleted ones. `undefined` until loaded. */
  readonly sessions: readonly SessionSummary[] | undefined;
  readonly selected: string | undefined;
  readonly sessionStatus: SessionStatus;
  readonly log: SessionLog | undefined;
  /** Its end alone, to be shown until the whole of a long one is there. */
  readonly latest: SessionLog | undefined;
  readonly live: Live;
  /** Keyed by session id or `NEW_DRAFT`. Survives a reload. */
  readonly drafts: Readonly<Record<string, string>>;
  /** Keyed by session id or `NEW_DRAFT`: files to send with the next message. */
  readonly held: Readonly<Record<string, readonly HeldFile[]>>;
  /** Message being sent: from pressing Send until it is on disk. */
  readonly sending: string | undefined;
}

export const NO_SESSION: SessionData = {
  sessions: undefined,
  selected: undefined,
  sessionStatus: 'none',
  log: undefined,
  latest: undefined,
  live: NO_LIVE,
  drafts: {},
  held: {},
  sending: undefined,
};
