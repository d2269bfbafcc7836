import { useEffect, useState } from 'react';
import type { SessionEvent } from '../../../shared/events.ts';
import type { NoteView } from '../../../shared/session-state.ts';
import { NO_EVENTS, useApp } from '../hooks.tsx';
import { type FoundPlace, playhead } from './session-state.ts';

/** `seq` of the moment of the past that is shown; undefined: now. Data of the core is asked for `at` it. */
export const useMoment = (): number | undefined => useApp((data) => data.moment?.seq);

/** A moment of the past is shown: nothing on the screen changes the session. */
export const usePast = (): boolean => useApp((data) => data.moment !== undefined);

/** The open session is deleted: read-only until restored. */
export const useDeleted = (): boolean => useApp(({ log }) => log?.state.deleted ?? false);

/** The open session is imported or deleted: read-only. */
export const useReadOnly = (): boolean =>
  useApp(
    ({ sessions, selected, log }) =>
      log?.state.deleted === true ||
      log?.state.foreign !== undefined ||
      (sessions?.find(({ id }) => id === selected)?.imported ?? false),
  );

/** Search hit in the open session, whose words are highlighted. */
export const useFound = (): FoundPlace | undefined => useApp((data) => data.found);

/** All events of the open session, regardless of the moment shown. */
export const useAllEvents = (): readonly SessionEvent[] => useApp((data) => data.log?.events ?? NO_EVENTS);

const NO_NOTES: readonly NoteView[] = [];

/** All notes, those written later than the moment too: they are about it, not of it. */
export const useNotes = (): readonly NoteView[] => useApp((data) => data.log?.state.notes ?? NO_NOTES);

/**
 * Position in the recording, in milliseconds since the epoch; undefined for now. Between two events it changes only
 * while playing with `follow` set, one state per frame, and never if the system asks for reduced motion.
 */
export function usePlayhead(follow: boolean): number | undefined {
  const shownAt = useApp((data) => data.moment?.log.events.at(-1)?.at);
  const passage = useApp((data) => data.passage);
  const [now, setNow] = useState(0);
  const moving = follow && passage !== undefined && !matchMedia('(prefers-reduced-motion: reduce)').matches;
  useEffect(() => {
    if (!moving) return;
    let frame = requestAnimationFrame(function next(at) {
      setNow(at);
      frame = requestAnimationFrame(next);
    });
    return () => cancelAnimationFrame(frame);
  }, [moving]);
  return shownAt === undefined ? undefined : playhead(shownAt, moving ? passage : undefined, now);
}
