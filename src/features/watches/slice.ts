/** Watches of all conversations. */
import type { CommandContext } from '../../renderer/store/command-context.ts';
import { keepReading } from '../../renderer/store/slices/session-feed.ts';
import type { ListedWatch } from './contract.ts';

/** None throws: a failure is shown as a toast. */
export function watchCommands({ connection, done }: CommandContext<unknown>) {
  const { watches } = connection.client;
  return {
    /** Gives the list now and after each change, until `signal` aborts. */
    follow: (onItem: (list: readonly ListedWatch[]) => void, signal: AbortSignal) =>
      void keepReading({ connection, signal, open: (until) => watches.watch({}, { signal: until }), onItem }),
    start: (sessionId: string, callId: string) => done(() => watches.start({ sessionId, callId })),
    remove: (id: string) => done(() => watches.remove({ id })),
  };
}
