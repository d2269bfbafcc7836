import { useMemo } from 'react';
import { activeEvents } from '../../../shared/reducer.ts';
import type { SessionState } from '../../../shared/session-state.ts';
import { useEvents, useNotes } from '../../store/index.ts';
import { withNotes } from './event-places.ts';
import type { TranscriptItem } from './transcript-items.ts';

/** Adds notes to the items shown; notes on later events, or on those replaced by an edit, are shown elsewhere. */
export function useNoted(items: readonly TranscriptItem[], state: SessionState): readonly TranscriptItem[] {
  const notes = useNotes();
  const events = useEvents();
  return useMemo(() => {
    if (notes.length === 0) return items;
    const shown = new Set(activeEvents(events).map(({ seq }) => seq));
    return withNotes(
      items,
      state,
      notes.filter(({ on }) => shown.has(on)),
    );
  }, [items, state, notes, events]);
}
