import { useMemo } from 'react';
import type { SessionEvent } from '../../shared/events.ts';
import { useFormat, useT } from '../i18n/index.ts';
import { excerptOf } from '../parts/excerpt.ts';
import { useEvents } from '../store/index.ts';

export interface EventWords {
  readonly at: (seq: number) => SessionEvent | undefined;
  readonly timeOf: (seq: number) => string;
  /** What happened, in a few words; empty for what is no news. */
  readonly wordsOf: (event: SessionEvent) => string;
  /** Between two requests, the loads before the talk. */
  readonly between: (from: number, to: number) => string;
}

/** Of each kind in a list of what happened. */
const MOST_NAMED = 3;

/** Events of the open session in words: what caused a change, and what happened between two requests. */
export function useEventWords(): EventWords {
  const t = useT();
  const format = useFormat();
  const events = useEvents();
  const bySeq = useMemo(() => new Map(events.map((event) => [event.seq, event])), [events]);
  return useMemo<EventWords>(() => {
    function wordsOf(event: SessionEvent): string {
      switch (event.type) {
        case 'skill-loaded':
        case 'skill-unloaded':
          return t(`map.event.${event.type}`, { skill: event.skill });
        case 'reference-loaded':
        case 'reference-unloaded':
          return t(`map.event.${event.type}`, { path: event.path });
        case 'loaded-skill-changed':
        case 'skill-pin-changed':
          return t(`map.event.${event.type}`, { skill: event.skill });
        case 'tool-finished':
          return t('map.event.tool-finished', { tool: event.name });
        case 'user-message-added':
          return t('map.event.user-message-added', { text: excerptOf(event.text).slice(0, 40) });
        case 'model-responded':
        case 'context-compacted':
        case 'compaction-undone':
        case 'catalog-changed':
        case 'prompt-changed':
        case 'settings-changed':
        case 'history-rewound':
        case 'message-pin-changed':
        case 'session-created':
          return t(`map.event.${event.type}`);
        default:
          return '';
      }
    }
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
        return [...named, ...(rest > 0 ? [t('map.event.more', { n: format.number(rest) })] : [])].join(' · ');
      },
    };
  }, [t, format, events, bySeq]);
}
