import type { EventOf, SessionEvent } from '../../shared/events.ts';
import { shorten } from '../../shared/text/shorten.ts';
import type { Translate } from '../i18n/index.ts';
import { excerptOf } from './excerpt.ts';

/** Events that change the next request. */
const NAMED_EVENTS = [
  ...(['session-created', 'settings-changed', 'prompt-changed', 'catalog-changed', 'history-rewound'] as const),
  ...(['skill-loaded', 'skill-unloaded', 'loaded-skill-changed', 'skill-pin-changed'] as const),
  ...(['reference-loaded', 'reference-unloaded', 'message-pin-changed'] as const),
  ...(['context-compacted', 'compaction-undone'] as const),
  ...(['user-message-added', 'model-responded', 'tool-finished'] as const),
] as const;
export type NamedEvent = EventOf<(typeof NAMED_EVENTS)[number]>;

/** Characters of what was said. */
const SAID = 80;

export function isNamed(event: SessionEvent): event is NamedEvent {
  return (NAMED_EVENTS as readonly string[]).includes(event.type);
}

/** Event in a few words: the same as a cause, as a mark and at the start of a line. */
export function eventName(t: Translate, event: NamedEvent): string {
  switch (event.type) {
    case 'skill-loaded':
    case 'skill-unloaded':
    case 'loaded-skill-changed':
      return t(`event.${event.type}`, { name: event.skill });
    case 'reference-loaded':
    case 'reference-unloaded':
      return t(`event.${event.type}`, { name: event.path });
    case 'skill-pin-changed':
      return t(event.pinned ? 'event.pinned' : 'event.unpinned', { name: event.skill });
    case 'message-pin-changed':
      return t(event.pinned ? 'event.messagePinned' : 'event.messageUnpinned');
    case 'settings-changed': {
      const { learned } = event;
      if (learned === undefined) return t('event.settings-changed');
      return t('event.limitLearned', { held: String(learned.maxContext), was: String(learned.was) });
    }
    case 'tool-finished':
      return t('event.tool-finished', { name: event.name });
    case 'user-message-added':
      return t('event.user-message-added', { text: shorten(excerptOf(event.text), SAID) });
    default:
      return t(`event.${event.type}`);
  }
}
