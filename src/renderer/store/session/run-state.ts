import type { RunState } from '../../../shared/events.ts';

const RUNNING: ReadonlySet<RunState> = new Set(['thinking', 'tool-calling', 'waiting-approval']);

/** The agent is at work, or waits for the person's yes. */
export const isRunning = (state: RunState): boolean => RUNNING.has(state);
