import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { quoteViewOf } from '../../../../renderer/cards/registry.tsx';
import { useWords, type Words } from '../../../../renderer/shared/words.tsx';
import {
  useCompacting,
  useLive,
  useMoment,
  usePast,
  useSessionState,
  useSimpleView,
} from '../../../../renderer/store/index.ts';
import { failureReason } from '../../../../shared/messages/failure.ts';
import { approvalQuestion } from '../command-approval.tsx';
import { stepText } from '../step-words.ts';
import { plainWords, spokenUpTo } from './run-notes.tsx';
import { buildTranscript, withLive } from './transcript.ts';
import type { TranscriptItem } from './transcript-items.ts';
import { simpleItems } from './transcript-row.tsx';
import { TranscriptView, useNoted } from './transcript-view.tsx';
import { useAnswers } from './user-message.tsx';

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

/** Items to draw. While looking back, rows update as fast as they can be drawn, without blocking the handle being dragged. */
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

/** Milliseconds between two announcements of a streaming answer, so that one can be heard out. */
const PAUSE_MS = 1_500;

interface Utterance {
  /** Unchanged while the same item continues. */
  readonly id: string;
  readonly text: string;
  readonly streaming: boolean;
}

/** Announcement for the last item. */
function utterance(words: Words, item: TranscriptItem | undefined): Utterance | undefined {
  if (item === undefined) return undefined;
  const still = (id: string, text: string): Utterance => ({ id, text, streaming: false });
  switch (item.kind) {
    case 'assistant':
      return { id: item.key, text: item.text, streaming: item.streaming };
    case 'activity': {
      const step = item.steps.at(-1);
      return step === undefined ? undefined : still(`${step.call.callId}-${step.status}`, stepText(words, step));
    }
    case 'approval': {
      if (!item.open) return undefined;
      const { quote } = item;
      const asked = quote === undefined ? undefined : quoteViewOf(quote).words(words, quote);
      const title = asked?.title ?? approvalQuestion(words, item);
      const total = asked?.total;
      const question = total === undefined ? title : words.t('question.whole', { title, total });
      return still(item.key, words.t('announce.approval', { question }));
    }
    case 'form':
      return item.open ? still(item.key, words.t('announce.form', { title: item.form.title })) : undefined;
    case 'ended':
      return still(
        item.key,
        item.end.state === 'error'
          ? words.t('announce.failed', {
              message: failureReason(words.language, { ...item.end, message: item.end.message ?? '' }),
            })
          : words.t('announce.stopped'),
      );
    case 'progress':
      return item.summarising ? still(`${item.key}-summarising`, words.t('compaction.summarising')) : undefined;
    default:
      return undefined;
  }
}

/** The one voice of the conversation. The log itself is silent; this says what is new, sentence by sentence. */
function Announcer({ items }: { readonly items: readonly TranscriptItem[] }) {
  const words = useWords();
  const [said, setSaid] = useState('');
  // Existing content of an opened session is not announced.
  const known = useRef<{ id: string; upTo: number } | undefined>(undefined);
  const lastAt = useRef(0);
  const now = utterance(words, items.at(-1));
  const { id, text, streaming } = now ?? { id: '', text: '', streaming: false };

  useEffect(() => {
    if (known.current === undefined) {
      known.current = { id, upTo: text.length };
      return;
    }
    if (id === '') return;
    if (known.current.id !== id) known.current = { id, upTo: 0 };
    const speak = () => {
      const from = known.current?.upTo ?? 0;
      const upTo = spokenUpTo(text, !streaming);
      if (upTo <= from) return;
      known.current = { id, upTo };
      lastAt.current = Date.now();
      setSaid(plainWords(text.slice(from, upTo)));
    };
    const wait = streaming ? PAUSE_MS - (Date.now() - lastAt.current) : 0;
    if (wait <= 0) return speak();
    const timer = setTimeout(speak, wait);
    return () => clearTimeout(timer);
  }, [id, text, streaming]);

  return (
    <div role="status" aria-live="polite" className="sr-only">
      {said}
    </div>
  );
}
