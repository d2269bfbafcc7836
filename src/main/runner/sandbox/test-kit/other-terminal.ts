import type { Field } from './field.ts';

/** True if a run finds the master of a terminal that was open at its start, through which it could read and type. */
export async function holdsAnotherTerminal(field: Field): Promise<boolean> {
  const stop = new AbortController();
  let started: () => void = () => {};
  const running = new Promise<void>((resolve) => {
    started = resolve;
  });
  const first = field.run('echo here; sleep 60', {
    sessionId: 'first',
    callId: 'first',
    signal: stop.signal,
    onData: () => started(),
  });
  await running;
  const { output } = await field.run('ls -l /proc/self/fd | grep -c ptmx');
  stop.abort();
  await first;
  return Number(output.trim().split('\n')[0]) > 0;
}
