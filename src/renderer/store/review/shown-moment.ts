/** The moment of the open session that is shown in place of now: going to it, from one to the next, and back. */
import type { StoreApi } from 'zustand/vanilla';
import type { SessionData } from '../session/state.ts';
import { createMoments, type Moments } from './review-moments.ts';
import { createPlayer, type Pace, type PlayerClock } from './review-player.ts';
import { type StepBy, stepFrom } from './review-steps.ts';
import type { Moment, ReviewData } from './state.ts';

export interface MomentActions {
  /** Shows the moment after the event `seq`, or after the last one, in place of now. */
  lookBack(seq?: number): void;
  backToNow(): void;
  /** Moves to the event, failure or start of a turn before or after. Ends playback. */
  stepMoment(by: StepBy, direction: 1 | -1): void;
  /** Plays from the current moment, or from the beginning at the end. */
  playMoments(): void;
  pauseMoments(): void;
  setPace(pace: Pace): void;
}

export type ShownMoment = ReturnType<typeof shownMoment>;

/** @param moved after the moment has changed. */
export function shownMoment(data: StoreApi<SessionData & ReviewData>, moved: () => void, clock: PlayerClock) {
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

  const actions: MomentActions = {
    lookBack(seq) {
      const { selected, log } = data.getState();
      if (selected === undefined) return;
      if (log === undefined || (seq !== undefined && seq > log.state.lastSeq)) {
        wanted = { session: selected, seq: seq ?? Number.MAX_SAFE_INTEGER };
        return;
      }
      wanted = undefined;
      show(momentAt(seq ?? log.state.lastSeq));
      if (isPlaying()) player.play(indexNow(), data.getState().pace);
    },
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
