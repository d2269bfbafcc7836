/** Progress on stderr: one plain line for each relevant event. */
import type { SessionEvent } from '../../../../shared/events.ts';
import { describeEvent } from '../../../../shared/messages/describe-event.ts';
import type { CliWords } from '../../../../shared/messages/en/cli.ts';
import { oneLine } from './visible.ts';

/** Characters of a text that others wrote. */
const MAX_DETAIL = 160;

const SHOWN: ReadonlySet<SessionEvent['type']> = new Set([
  ...(['tool-started', 'skill-loaded', 'skill-unloaded', 'loaded-skill-changed', 'reference-loaded'] as const),
  ...(['tool-server-changed', 'context-compacted', 'compaction-undone', 'model-failed', 'artifact-saved'] as const),
]);

/**
 * Undefined where the event is not worth a line.
 * @param begun a request was sent before it: what the first one brings is no change that anybody saw (seeds/003 §9).
 */
export function progressLine(event: SessionEvent, { run, language }: CliWords, begun: boolean): string | undefined {
  if (event.type === 'model-responded') {
    return event.purpose !== 'summary' && event.finishReason === 'length' ? run.cut : undefined;
  }
  if (event.type === 'run-finished' && event.state === 'max-iterations') return run.iterationLimit;
  if (!SHOWN.has(event.type) && !isShown(event, begun)) return undefined;
  // The end of a failure's text says what to do about it.
  const isFailure = event.type === 'model-failed' || event.type === 'run-finished';
  return oneLine(describeEvent(language, event, isFailure ? undefined : MAX_DETAIL));
}

/** Types of which only some events are worth a line. */
function isShown(event: SessionEvent, begun: boolean): boolean {
  switch (event.type) {
    case 'tool-finished':
      return !event.ok;
    case 'catalog-changed':
      return begun && event.added.length + event.removed.length > 0;
    case 'request-sent':
      return event.purpose === 'summary';
    case 'settings-changed':
      return event.learned !== undefined;
    case 'run-finished':
      return event.state !== 'completed' || event.code === 'refused';
    default:
      return false;
  }
}
