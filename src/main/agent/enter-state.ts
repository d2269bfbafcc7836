import type { RunState } from '../../shared/events.ts';
import type { AgentPorts } from './ports.ts';

/** Logs a change of the run's state; the same state again is no event. */
export function enterState({ log }: Pick<AgentPorts, 'log'>, to: RunState): void {
  const from = log.state().runState;
  if (from !== to) log.append({ type: 'state-changed', from, to });
}
