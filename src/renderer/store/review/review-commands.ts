import type { ContextView } from '../../../shared/contract.ts';
import type { CommandContext } from '../command-context.ts';
import { inSelected } from '../session/in-session.ts';
import type { ReviewActions } from './review-actions.ts';
import type { Moment } from './review-data.ts';
import { createMoments, type Moments } from './review-moments.ts';
import { createPlayer, type PlayerClock, realClock } from './review-player.ts';
import { stepFrom } from './review-steps.ts';

/** Requests that going back and forth finds again at once. */
const KEPT_REQUESTS = 24;

export interface Review {
  readonly actions: ReviewActions;
  /** The open session's log has come or grown. @returns the moment that waited for it, or the only one that can be shown. */
  grown(): Moment | undefined;
  /** Another session is being opened. */
  closed(): void;
}

/** @param moved after the moment has changed. */
export function createReview(
  { connection, data, notifier, open, attempt }: CommandContext,
  moved: () => void,
  clock: PlayerClock = realClock,
): Review {
  const { sessions, review, context, terminal } = connection.client;
  let moments: { readonly id: string; readonly of: Moments } | undefined;
  /** Asked for before its log was there. */
  let wanted: { readonly session: string; readonly seq: number } | undefined;
  const requests = new Map<string, ContextView>();

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

  const { inSession, done } = inSelected({ data, attempt });

  function lookBack(seq?: number): void {
    const { selected, log } = data.getState();
    if (selected === undefined) return;
    if (log === undefined || (seq !== undefined && seq > log.state.lastSeq)) {
      wanted = { session: selected, seq: seq ?? Number.MAX_SAFE_INTEGER };
      return;
    }
    wanted = undefined;
    show(momentAt(seq ?? log.state.lastSeq));
    if (isPlaying()) player.play(indexNow(), data.getState().pace);
  }

  /** Imported and deleted sessions cannot continue. */
  const isReadOnly = (): boolean => {
    const { sessions: all, selected, log } = data.getState();
    if (log?.state.deleted === true) return true;
    return all?.some(({ id, imported }) => id === selected && imported === true) ?? false;
  };

  function backToNow(): void {
    wanted = undefined;
    pause();
    if (data.getState().moment === undefined || isReadOnly()) return;
    data.setState({ moment: undefined });
    moved();
  }

  const actions: ReviewActions = {
    lookBack,
    backToNow,
    stepMoment(by, direction) {
      pause();
      if (data.getState().moment === undefined) return;
      const seq = stepFrom(eventsNow(), indexNow(), by, direction);
      if (seq !== undefined) show(momentAt(seq));
    },
    playMoments() {
      if (data.getState().moment === undefined) return;
      const events = eventsNow();
      if (indexNow() >= events.length - 1) show(momentAt(events[0]?.seq ?? 0));
      player.play(indexNow(), data.getState().pace);
    },
    pauseMoments: pause,
    setPace(pace) {
      data.setState({ pace });
      if (isPlaying()) player.play(indexNow(), pace);
    },
    openAt(sessionId, seq, { words = '', past = false } = {}) {
      open(sessionId);
      data.setState({ author: undefined, map: undefined, found: { seq, words } });
      if (past) lookBack(seq);
      else backToNow();
    },
    searchTexts: (words, limit) => review.search({ words, limit }).catch(() => undefined),
    forgetFound: () => data.setState({ found: undefined }),
    listRequests: () => inSession((sessionId) => context.requests({ sessionId })),
    requestAt: (seq) =>
      inSession(async (sessionId) => {
        const key = `${sessionId} ${seq}`;
        const view = requests.get(key) ?? (await context.show({ sessionId, at: seq }));
        requests.delete(key);
        requests.set(key, view);
        for (const oldest of [...requests.keys()].slice(0, -KEPT_REQUESTS)) requests.delete(oldest);
        return view;
      }),
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
    branch: async (at) => {
      const made = await inSession((sessionId) => sessions.fork({ sessionId, at }));
      if (made === undefined) return false;
      open(made.sessionId);
      return true;
    },
    writeNote: (writingNote) => data.setState({ writingNote }),
    addNote: (on, text) => done((sessionId) => sessions.addNote({ sessionId, on, text })),
    changeNote: (note, text) => done((sessionId) => sessions.changeNote({ sessionId, note, text })),
    removeNote: (note) =>
      done(async (sessionId) => {
        const gone = data.getState().log?.state.notes.find(({ id }) => id === note);
        await sessions.removeNote({ sessionId, note });
        if (gone === undefined) return;
        const { on, text } = gone;
        notifier.noteRemoved(() => void attempt(() => sessions.addNote({ sessionId, on, text })));
      }),
    readRecording: (callId) => inSession((sessionId) => terminal.recording({ sessionId, callId })),
  };

  return {
    actions,
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
    closed() {
      wanted = undefined;
      moments = undefined;
      pause();
    },
  };
}
