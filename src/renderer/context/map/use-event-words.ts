import { useMemo } from 'react';
import type { SessionEvent } from '../../../shared/events.ts';
import { eventName, isNamed } from '../../../shared/messages/describe-event.ts';
import { useFormat, useT } from '../../i18n/index.ts';
import { useEvents } from '../../store/index.ts';

export interface EventWords {
  readonly at: (seq: number) => SessionEvent | undefined;
  readonly timeOf: (seq: number) => string;
  /** Describes an event in a few words; empty if it is not worth showing. */
  readonly wordsOf: (event: SessionEvent) => string;
  /** The first few things that happened between two requests. */
  readonly between: (from: number, to: number) => string;
}

/** Max events named in a list. */
const MOST_NAMED = 3;

/** Events of the open session in words: what caused a change, and what happened between two requests. */
export function useEventWords(): EventWords {
  const t = useT();
  const format = useFormat();
  const events = useEvents();
  const bySeq = useMemo(() => new Map(events.map((event) => [event.seq, event])), [events]);
  return useMemo<EventWords>(() => {
    const wordsOf = (event: SessionEvent): string => (isNamed(event) ? eventName(t, event) : '');
    return {
      at: (seq) => bySeq.get(seq),
      timeOf: (seq) => {
        const event = bySeq.get(seq);
        return event === undefined ? '' : format.time(event.at);
      },
      wordsOf,
      between(from, to) {
        const since = events.filter(({ seq, type }) => seq > from && seq < to && type !== 'model-responded');
        const words = [...new Set(since.map(wordsOf))].filter((text) => text !== '');
        const rest = words.length - MOST_NAMED;
        const named = rest > 0 ? words.slice(0, MOST_NAMED) : words;
        return [...named, ...(rest > 0 ? [t('event.more', { n: format.number(rest) })] : [])].join(' · ');
      },
    };
  }, [t, format, events, bySeq]);
}
