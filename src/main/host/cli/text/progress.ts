/** Progress on stderr: one plain line for each relevant event. */
import { assertNever } from '../../../../shared/errors.ts';
import type { SessionEvent } from '../../../../shared/events.ts';
import type { CliWords } from '../../../../shared/messages/en/cli.ts';
import { toolServerWords } from '../../../../shared/tool-server-words.ts';
import { oneLine } from './visible.ts';
import { shorten } from './width.ts';

/** Columns of the part that others wrote. */
const MAX_DETAIL = 160;

/** Most telling argument of a tool call: the command, the name, the path; else all of them. */
export function callDetail(args: string): string {
  let shown = args;
  try {
    const parsed: unknown = JSON.parse(args);
    if (typeof parsed === 'object' && parsed !== null) {
      const values = Object.values(parsed).filter((value) => typeof value === 'string');
      const command: unknown = 'command' in parsed ? parsed.command : undefined;
      shown = typeof command === 'string' ? command : values.join(' ');
    }
  } catch {
    // Malformed: shown unchanged.
  }
  return shorten(oneLine(shown), MAX_DETAIL);
}

/**
 * Undefined where the event is not worth a line.
 * @param begun a request was sent before it: what the first one brings is no change that anybody saw (seeds/003 §9).
 */
export function progressLine(event: SessionEvent, words: CliWords, begun: boolean): string | undefined {
  const { run, number } = words;
  switch (event.type) {
    case 'tool-started':
      return run.calling(oneLine(event.name), callDetail(event.arguments));
    case 'tool-finished': {
      if (event.ok) return undefined;
      const first = event.content.trim().split('\n', 1)[0] ?? '';
      return run.failed(oneLine(event.name), shorten(oneLine(first), MAX_DETAIL));
    }
    case 'skill-loaded':
      return run.skillLoaded(oneLine(event.skill), number(event.tokens));
    case 'skill-unloaded':
      return run.skillUnloaded(oneLine(event.skill), event.reason);
    case 'catalog-changed':
      return begun ? catalogLine(event, words) : undefined;
    case 'loaded-skill-changed':
      return run.skillOnDisk(oneLine(event.skill), event.state);
    case 'tool-server-changed':
      return oneLine(toolServerWords(words.t, event));
    case 'reference-loaded':
      return run.referenceLoaded(oneLine(event.skill), oneLine(event.path), number(event.tokens));
    case 'request-sent':
      return event.purpose === 'summary' ? run.summarising : undefined;
    case 'context-compacted': {
      const { strategy, messages = 0, before, after } = event;
      return run.compacted[strategy](number(messages), number(before), number(after));
    }
    case 'compaction-undone':
      return run.compactionUndone(String(event.undoes));
    case 'model-failed':
      if (event.purpose === 'summary') return run.summaryFailed(oneLine(event.message));
      if (event.willRetry && event.retryInMs === undefined) return run.tooLong(oneLine(event.message));
      return event.willRetry
        ? run.retry(oneLine(event.message), words.seconds(event.retryInMs ?? 0))
        : oneLine(event.message);
    case 'model-responded':
      if (event.purpose === 'summary') return undefined;
      return event.finishReason === 'length' ? run.cut : undefined;
    case 'artifact-saved':
      return run.artifact(oneLine(event.name));
    case 'run-finished':
      return endLine(event, words);
    case 'settings-changed':
      return event.learned === undefined
        ? undefined
        : words.models.learned(number(event.learned.maxContext), number(event.learned.was));
    case 'session-created':
    case 'prompt-changed':
    case 'session-renamed':
    case 'session-deleted':
    case 'session-restored':
    case 'session-marked':
    case 'note-added':
    case 'note-changed':
    case 'note-removed':
    case 'history-rewound':
    case 'user-message-added':
    case 'reference-unloaded':
    case 'approval-requested':
    case 'approval-resolved':
    case 'script-started':
    case 'script-finished':
    case 'terminal-waiting':
    case 'terminal-input':
    case 'state-changed':
    case 'skill-pin-changed':
    case 'message-pin-changed':
    case 'skill-switch-changed':
    case 'artifact-deleted':
    case 'grant-withdrawn':
    case 'artifact-restored':
    case 'unknown':
      return undefined;
    default:
      return assertNever(event);
  }
}

/** Skills that came or went on the disk. */
function catalogLine(
  { added, removed }: Extract<SessionEvent, { type: 'catalog-changed' }>,
  { run }: CliWords,
): string | undefined {
  const names = (ids: readonly string[]): string => shorten(oneLine(ids.join(', ')), MAX_DETAIL);
  const lines = [
    ...(added.length === 0 ? [] : [run.skillsAdded(names(added), added.length)]),
    ...(removed.length === 0 ? [] : [run.skillsRemoved(names(removed), removed.length)]),
  ];
  return lines.length === 0 ? undefined : lines.join(' · ');
}

function endLine(
  { state, code, message }: Extract<SessionEvent, { type: 'run-finished' }>,
  { run: { ended } }: CliWords,
): string | undefined {
  if (code === 'refused') return ended.refused;
  if (state === 'completed') return undefined;
  if (state === 'stopped' || state === 'max-iterations') return ended[state];
  return message === undefined ? ended.error : oneLine(message);
}
