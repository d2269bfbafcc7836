/** The moment of the open session that is shown in place of now: going to it, from one to the next, and back. */

import type { StoreApi } from 'zustand/vanilla';
import type { ContextView } from '../../../shared/contract.ts';
import type { SessionEvent } from '../../../shared/events.ts';
import { continueFold, emptyState, foldEvents } from '../../../shared/reducer.ts';
import type { SearchRole } from '../../../shared/review.ts';
import type { SessionState } from '../../../shared/session-state.ts';
import type { CommandContext } from '../command-context.ts';
import type { ContextData } from '../state.ts';
import { type InSession, inSelected } from './session.ts';
import {
  createPlayer,
  type FoundPlace,
  type Moment,
  type PlayerClock,
  type ReviewData,
  realClock,
  type SessionData,
  type SkillsData,
  type StepBy,
  stepFrom,
  type WrittenNote,
} from './session-state.ts';

/**
 * Events between two checkpoints, and so the most that a jump folds. Each checkpoint holds its own lists of messages
 * and calls: twice as many would double the memory for no visible gain.
 */
const BETWEEN_CHECKPOINTS = 256;

/** A session's log as it was after any number of its events. */
type Moments = ReturnType<typeof createMoments>;

export function createMoments(id: string) {
  let all: readonly SessionEvent[] = [];
  /** Keyed by number of events. */
  const checkpoints = new Map<number, SessionState>();
  /** Numbers of events that end with a rewind, ascending: a fold restarts there instead of continuing. */
  let rewinds: readonly number[] = [];

  /** The latest kept state that leads to `count` without a rewind between. */
  function nearest(count: number): { readonly folded: number; readonly state: SessionState } {
    const rewound = rewinds.findLast((end) => end <= count) ?? 0;
    const last = count - (count % BETWEEN_CHECKPOINTS);
    for (let at = last; at > rewound; at -= BETWEEN_CHECKPOINTS) {
      const state = checkpoints.get(at);
      if (state !== undefined) return { folded: at, state };
    }
    const state = checkpoints.get(rewound) ?? (rewound === 0 ? emptyState(id) : foldEvents(id, all.slice(0, rewound)));
    checkpoints.set(rewound, state);
    return { folded: rewound, state };
  }

  function stateAfter(count: number): SessionState {
    let { folded, state } = nearest(count);
    while (folded < count) {
      const next = Math.min(count, folded - (folded % BETWEEN_CHECKPOINTS) + BETWEEN_CHECKPOINTS);
      state = continueFold(state, all.slice(folded, next));
      folded = next;
      if (folded % BETWEEN_CHECKPOINTS === 0) checkpoints.set(folded, state);
    }
    return state;
  }

  return {
    /** Takes the grown log; a different log starts over. */
    update(events: readonly SessionEvent[]) {
      const grown = events.length >= all.length && (all.length === 0 || events[all.length - 1] === all.at(-1));
      if (!grown) checkpoints.clear();
      if (events === all) return;
      all = events;
      rewinds = events.flatMap((event, index) => (event.type === 'history-rewound' ? [index + 1] : []));
    },
    /** @param count events from the first; those beyond the log are passed over. */
    after(count: number) {
      const events = Math.max(0, Math.min(count, all.length));
      return { events: all.slice(0, events), state: stateAfter(events) };
    },
  };
}

type MomentActions = ShownMoment['actions'];

type ShownMoment = ReturnType<typeof shownMoment>;

/** @param moved after the moment has changed. */
function shownMoment(data: StoreApi<SessionData & ReviewData>, moved: () => void, clock: PlayerClock) {
  let moments: { readonly id: string; readonly of: Moments } | undefined;
  /** Asked for before its log was there. */
  let wanted: { readonly session: string; readonly seq: number } | undefined;

  const eventsNow = () => data.getState().log?.events ?? [];

  /** The moment after the last event that is not later than `seq`. */
  function momentAt(seq: number): Moment | undefined {
    const { log } = data.getState();
    if (log === undefined || log.events.length === 0) return undefined;
    const { id } = log.state;
    if (moments?.id !== id) moments = { id, of: createMoments(id) };
    moments.of.update(log.events);
    const index = Math.max(
      0,
      log.events.findLastIndex((event) => event.seq <= seq),
    );
    return { seq: log.events[index]?.seq ?? seq, log: moments.of.after(index + 1) };
  }

  function show(moment: Moment | undefined): void {
    if (moment === undefined || moment.seq === data.getState().moment?.seq) return;
    data.setState({ moment });
    moved();
  }

  const player = createPlayer({
    clock,
    events: eventsNow,
    go: (index) => show(momentAt(eventsNow()[index]?.seq ?? 0)),
    passing: (passage) => data.setState({ passage }),
  });

  const indexNow = (): number => {
    const { moment } = data.getState();
    return moment === undefined ? -1 : moment.log.events.length - 1;
  };
  const isPlaying = () => data.getState().passage !== undefined;
  const pause = () => {
    if (isPlaying()) player.pause();
  };

  /** Imported and deleted sessions cannot continue. */
  const isReadOnly = (): boolean => {
    const { sessions, selected, log } = data.getState();
    if (log?.state.deleted === true) return true;
    return sessions?.some(({ id, imported }) => id === selected && imported === true) ?? false;
  };

  function backToNow(): void {
    wanted = undefined;
    pause();
    if (data.getState().moment === undefined || isReadOnly()) return;
    data.setState({ moment: undefined });
    moved();
  }

  const actions = {
    /** Shows the moment after the event `seq`, or after the last one, in place of now. */
    lookBack(seq?: number) {
      const { selected, log } = data.getState();
      if (selected === undefined) return;
      if (log === undefined || (seq !== undefined && seq > log.state.lastSeq)) {
        wanted = { session: selected, seq: seq ?? Number.MAX_SAFE_INTEGER };
        return;
      }
      wanted = undefined;
      show(momentAt(seq ?? log.state.lastSeq));
      if (isPlaying()) player.play(indexNow());
    },
    backToNow,
    /** Moves to the event, failure or start of a turn before or after. Ends playback. */
    stepMoment(by: StepBy, direction: 1 | -1) {
      pause();
      if (data.getState().moment === undefined) return;
      const seq = stepFrom(eventsNow(), indexNow(), by, direction);
      if (seq !== undefined) show(momentAt(seq));
    },
    /** Plays from the current moment, or from the beginning at the end. */
    playMoments() {
      if (data.getState().moment === undefined) return;
      const events = eventsNow();
      if (indexNow() >= events.length - 1) show(momentAt(events[0]?.seq ?? 0));
      player.play(indexNow());
    },
    pauseMoments: pause,
  };

  return {
    actions,
    /** The open session's log has come or grown. @returns the moment that waited for it, or the only one that can be shown. */
    grown() {
      const { selected, log, moment } = data.getState();
      if (log === undefined || log.state.id !== selected) return undefined;
      // It has been restored: from the moment at which it was gone on to now.
      if (moment?.log.state.deleted === true && !isReadOnly()) {
        backToNow();
        return undefined;
      }
      if (wanted?.session !== selected) {
        return moment === undefined && isReadOnly() ? momentAt(log.state.lastSeq) : undefined;
      }
      const { seq } = wanted;
      if (seq !== Number.MAX_SAFE_INTEGER && seq > log.state.lastSeq) return undefined;
      wanted = undefined;
      return momentAt(seq);
    },
    /** Another session is being opened. */
    closed() {
      wanted = undefined;
      moments = undefined;
      pause();
    },
  };
}

/** Requests that going back and forth finds again at once. */
const KEPT_REQUESTS = 24;

/** Actions of a reviewer, on the open session; where none is, nothing happens. */
export type ReviewActions = Review['actions'];

type Context = CommandContext<ReviewData & SessionData & SkillsData & ContextData>;

export type Review = ReturnType<typeof createReview>;

/** @param moved after the moment has changed. */
export function createReview(context: Context, moved: () => void, clock: PlayerClock = realClock) {
  const { connection, data, open } = context;
  const { sessions, terminal } = connection.client;
  const { actions: moment, grown, closed } = shownMoment(data, moved, clock);
  const selected = inSelected(context);
  const { inSession } = selected;

  const actions = {
    ...moment,
    ...requestActions(context, selected),
    ...noteActions(context, selected),
    /**
     * Opens a session at an event, and marks `words` there.
     * @param past shows that moment in place of now: what an edit replaced can be seen in no other way.
     */
    openAt(sessionId: string, seq: number, how: { readonly words?: string; readonly past?: boolean } = {}) {
      const { words = '', past = false } = how;
      open(sessionId);
      data.setState({ author: undefined, map: undefined, found: { seq, words } });
      if (past) moment.lookBack(seq);
      else moment.backToNow();
    },
    /** Found words are no longer marked. */
    forgetFound: () => data.setState({ found: undefined }),
    /** Words in the open session. */
    find: findCommands(context, moment),
    /** Creates and opens a new session that continues after the event. */
    branch: async (at: number) => {
      const made = await inSession((sessionId) => sessions.fork({ sessionId, at }));
      if (made === undefined) return false;
      open(made.sessionId);
      return true;
    },
    /** Part of a large result, from a character on; undefined after a failure, which is reported. */
    readResult: (seq: number, from: number) =>
      inSession(async (sessionId) => (await sessions.result({ sessionId, seq, from })).text),
    /** Output of a call's script, with its times. */
    readRecording: (callId: string) => inSession((sessionId) => terminal.recording({ sessionId, callId })),
  };
  return { actions, grown, closed };
}

/** Texts of one session that are asked for. */
const MOST_FOUND = 1_000;

function findCommands({ connection, data }: Context, { lookBack }: Pick<MomentActions, 'lookBack'>) {
  const { review } = connection.client;
  return {
    /** The box for words; hiding it also clears the highlights. */
    show: (finding: boolean) => data.setState(finding ? { finding } : { finding, found: undefined }),
    /** Highlights a place; one that is later than the moment shown brings its own moment. */
    mark(found: FoundPlace | undefined) {
      data.setState({ found });
      const { moment } = data.getState();
      if (found !== undefined && moment !== undefined && found.seq > moment.seq) lookBack(found.seq);
    },
    /** Events whose text is not here and has every word: prints of scripts, large results. Undefined where it could not be asked. */
    async inCore(words: string): Promise<readonly number[] | undefined> {
      const { selected: sessionId, log } = data.getState();
      if (sessionId === undefined) return [];
      const cut = new Set(log?.state.messages.flatMap((one) => (one.role === 'tool' && one.cut ? [one.seq] : [])));
      const roles: SearchRole[] = cut.size > 0 ? ['terminal', 'tool'] : ['terminal'];
      const found = await review.search({ words, sessionId, roles, limit: MOST_FOUND }).catch(() => undefined);
      return found?.results.flatMap(({ seq, role }) => (role === 'terminal' || cut.has(seq) ? [seq] : []));
    },
  };
}

function requestActions({ connection, data }: Context, { inSession }: InSession) {
  const { context, review } = connection.client;
  const requests = new Map<string, ContextView>();
  return {
    listRequests: () => inSession((sessionId) => context.requests({ sessionId })),
    /** The request sent at, or due after, an event. Kept for a while. */
    requestAt: (seq: number) =>
      inSession(async (sessionId) => {
        const key = `${sessionId} ${seq}`;
        const view = requests.get(key) ?? (await context.show({ sessionId, at: seq, brief: true }));
        requests.delete(key);
        requests.set(key, view);
        for (const oldest of [...requests.keys()].slice(0, -KEPT_REQUESTS)) requests.delete(oldest);
        return view;
      }),
    /** Rebuilds every request and compares the hashes. Not again where nothing has come since. */
    verifyRequests: async () => {
      const { selected, log, verified } = data.getState();
      if (selected === undefined || log === undefined) return false;
      const seq = log.state.lastSeq;
      if (verified?.session === selected && verified.seq === seq) return true;
      data.setState({ verified: { session: selected, seq, result: 'running' } });
      const result = await inSession((sessionId) => review.verify({ sessionId }));
      if (data.getState().selected !== selected) return false;
      data.setState({ verified: result === undefined ? undefined : { session: selected, seq, result } });
      return result !== undefined;
    },
    /** True if an event of the open session was altered. Never throws. */
    async checkRecord() {
      const { selected: session } = data.getState();
      if (session === undefined) return;
      const checked = await review.chain({ sessionId: session }).catch(() => undefined);
      if (checked === undefined || data.getState().selected !== session) return;
      data.setState({ record: { session, ...checked } });
    },
  };
}

function noteActions({ connection, data, notifier, attempt }: Context, { done }: InSession) {
  const { sessions } = connection.client;
  return {
    /** Opens the box for a note beside an event; `undefined` closes it. */
    writeNote: (writingNote: WrittenNote | undefined) => data.setState({ writingNote }),
    addNote: (on: number, text: string) => done((sessionId) => sessions.addNote({ sessionId, on, text })),
    changeNote: (note: string, text: string) => done((sessionId) => sessions.changeNote({ sessionId, note, text })),
    /** Offers to undo it. */
    removeNote: (note: string) =>
      done(async (sessionId) => {
        const gone = data.getState().log?.state.notes.find(({ id }) => id === note);
        await sessions.removeNote({ sessionId, note });
        if (gone === undefined) return;
        const { on, text } = gone;
        notifier.noteRemoved(() => void attempt(() => sessions.addNote({ sessionId, on, text })));
      }),
  };
}
