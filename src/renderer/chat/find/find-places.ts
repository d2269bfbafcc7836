/** Finds words in an open conversation: messages, thoughts, calls and results. Pure. */
import type { SessionEvent } from '../../../shared/events.ts';

export interface FoundText {
  readonly seq: number;
  /** In what the model thought before its answer. */
  readonly thought?: true;
}

/** Each text that has every word, in any case; in the order of events. */
export function findPlaces(events: readonly SessionEvent[], words: string): FoundText[] {
  const wanted = fold(words).split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return [];
  const has = (text: string | undefined): boolean => {
    if (text === undefined || text === '') return false;
    const folded = fold(text);
    return wanted.every((word) => folded.includes(word));
  };
  return events.flatMap((event): FoundText[] => {
    const { seq } = event;
    switch (event.type) {
      case 'user-message-added':
        return has(event.text) ? [{ seq }] : [];
      case 'model-responded':
        if (event.purpose === 'summary') return [];
        return [
          ...(has(event.reasoning) ? [{ seq, thought: true as const }] : []),
          ...(has(event.text) ? [{ seq }] : []),
        ];
      case 'tool-started':
        return has(`${event.name} ${event.arguments}`) ? [{ seq }] : [];
      case 'tool-finished':
        return has(event.content) ? [{ seq }] : [];
      case 'note-added':
        return has(event.text) ? [{ seq: event.on }] : [];
      default:
        return [];
    }
  });
}

const fold = (text: string): string => text.normalize('NFKC').toLowerCase();
