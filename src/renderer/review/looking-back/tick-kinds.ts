import type { SessionEvent } from '../../../shared/events.ts';
import { hasFailed } from '../../store/index.ts';

/** Kinds of tick on the scrubber, most significant last: of several in one place the last is drawn. */
export const TICK_KINDS = [
  'other',
  'answer',
  'tool',
  'request',
  'approval',
  'message',
  'compaction',
  'skill',
  'error',
] as const;
export type TickKind = (typeof TICK_KINDS)[number];

/** Written out whole: Tailwind finds its classes by reading the source. Parts of a request have their hue from the gauge. */
export const TICK_COLORS: Readonly<Record<TickKind | 'note', string>> = {
  other: 'stroke-line-strong text-line-strong',
  answer: 'stroke-part-assistant text-part-assistant',
  tool: 'stroke-part-tool-result text-part-tool-result',
  request: 'stroke-part-base text-part-base',
  approval: 'stroke-accent text-accent',
  message: 'stroke-part-user text-part-user',
  compaction: 'stroke-part-summary text-part-summary',
  skill: 'stroke-part-skill text-part-skill',
  error: 'stroke-danger text-danger',
  note: 'text-warning fill-current',
};

/** Pixels from the middle line up and down: user messages are highest. */
export const TICK_REACH: Readonly<Record<TickKind, number>> = {
  other: 2,
  answer: 5,
  tool: 5,
  request: 5,
  approval: 7,
  message: 10,
  compaction: 8,
  skill: 8,
  error: 8,
};

export function tickKind(event: SessionEvent): TickKind {
  if (hasFailed(event)) return 'error';
  switch (event.type) {
    case 'user-message-added':
      return 'message';
    case 'model-responded':
      return 'answer';
    case 'request-sent':
      return 'request';
    case 'tool-started':
    case 'script-started':
      return 'tool';
    case 'tool-finished':
    case 'script-finished':
      return 'tool';
    case 'skill-loaded':
    case 'skill-unloaded':
    case 'reference-loaded':
    case 'reference-unloaded':
      return 'skill';
    case 'context-compacted':
    case 'compaction-undone':
      return 'compaction';
    case 'approval-requested':
    case 'approval-resolved':
      return 'approval';
    default:
      return 'other';
  }
}
