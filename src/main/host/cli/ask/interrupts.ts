/** Ctrl-C, requests to end, and the time limit: the first stops the run, the second leaves at once. */
import type { CliDeps } from '../deps.ts';
import { EXIT } from '../exit-status.ts';

export interface Interrupts {
  /** Aborted at the first interrupt, or when time is up. */
  readonly signal: AbortSignal;
  /** Acts like Ctrl-C: a terminal in raw mode sends no signal. */
  interrupt(): void;
  /** Starts the time limit. */
  startTimer(ms: number): void;
  dispose(): void;
}

/** The longest that a timer takes, in milliseconds: 24 days. */
const MAX_TIMER_MS = 2_147_483_647;

export function watchInterrupts(
  { terminal }: CliDeps,
  tell: { readonly stopping: () => void; readonly timeUp: (ms: number) => void },
): Interrupts {
  const control = new AbortController();
  let asked = 0;
  let timer: NodeJS.Timeout | undefined;
  const interrupt = () => {
    asked += 1;
    if (asked > 1) {
      terminal.exit(EXIT.stopped);
      return;
    }
    tell.stopping();
    control.abort();
  };
  const off = terminal.onInterrupt(interrupt);
  return {
    signal: control.signal,
    interrupt,
    startTimer(ms) {
      timer = setTimeout(
        () => {
          if (control.signal.aborted) return;
          tell.timeUp(ms);
          control.abort();
        },
        Math.min(ms, MAX_TIMER_MS),
      );
    },
    dispose() {
      clearTimeout(timer);
      off();
    },
  };
}
