import { useDeferredValue, useMemo } from 'react';
import {
  useCompacting,
  useLive,
  useMoment,
  usePast,
  useSessionState,
  useSimpleView,
} from '../../../../renderer/store/index.ts';
import { Announcer } from './announcer.tsx';
import { simpleItems } from './event-places.ts';
import { useAnswers } from './message-actions.tsx';
import { buildTranscript, withLive } from './transcript.ts';
import type { TranscriptItem } from './transcript-items.ts';
import { TranscriptView, useNoted } from './transcript-view.tsx';

/** Stored items are made again at every event, what streams at every piece. */
function useTranscript(): readonly TranscriptItem[] {
  const state = useSessionState((current) => current);
  const iteration = useLive((live) => live.iteration);
  const text = useLive((live) => live.text);
  const reasoning = useLive((live) => live.reasoning);
  const thinking = useLive((live) => live.thinking);
  const writing = useLive((live) => live.toolCalls);
  const compacting = useCompacting();
  const answered = useAnswers();
  const stored = useMemo(() => buildTranscript(state, answered), [state, answered]);
  const noted = useNoted(stored, state);
  const simple = useSimpleView();
  const base = useMemo(() => (simple ? simpleItems(noted) : noted), [simple, noted]);
  return useMemo(() => {
    const thought = { text: simple ? '' : reasoning, ...thinking };
    return withLive(base, state, iteration === 0 ? undefined : { iteration, text, thought, writing }, compacting);
  }, [base, simple, state, iteration, text, reasoning, thinking, writing, compacting]);
}

/**
 * Items to draw. While looking back, rows update as fast as they can be drawn, without blocking the handle being
 * dragged.
 */
function useShown(items: readonly TranscriptItem[]) {
  const moment = useMoment();
  const now = useMemo(() => ({ items, moment }), [items, moment]);
  const later = useDeferredValue(moment === undefined ? undefined : now);
  return moment === undefined || later === undefined ? now : later;
}

/** @param blank nothing has been said that could be shown */
export function Conversation({ blank }: { readonly blank: boolean }) {
  const past = usePast();
  const items = useTranscript();
  const shown = useShown(items);
  return (
    <>
      {blank ? null : <TranscriptView items={shown.items} moment={shown.moment} />}
      {past ? null : <Announcer items={items} />}
    </>
  );
}
