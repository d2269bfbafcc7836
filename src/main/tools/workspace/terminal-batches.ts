/** Gathers a run's terminal text so that a flood is few deltas, each with the place where it begins. */
import type { DeltaBody } from '../../../shared/events.ts';

const INTERVAL_MS = 30;
/** Characters shown live; what comes after is read from the terminal's log. */
const MAX_LIVE = 4 * 1024 * 1024;

export interface TerminalBatches {
  add(text: string): void;
  /** Publishes the rest; nothing is published after it. */
  end(): void;
}

export function createTerminalBatches(callId: string, publish: (delta: DeltaBody) => void): TerminalBatches {
  let offset = 0;
  let waiting = '';
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting === '') return;
    publish({ type: 'terminal-delta', callId, offset, data: waiting });
    offset += waiting.length;
    waiting = '';
  };
  return {
    add(text) {
      const room = MAX_LIVE - offset - waiting.length;
      if (room <= 0) return;
      waiting += text.slice(0, room);
      timer ??= setTimeout(flush, INTERVAL_MS);
    },
    end: flush,
  };
}
