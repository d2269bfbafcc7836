import type { Field } from './field.ts';

/** Does a run find the master of a terminal that was open when it started? Whoever holds it reads and types there. */
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
