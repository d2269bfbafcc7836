/** Newer versions of the installed desktop app. */

import type { CommandContext } from '../../renderer/store/command-context.ts';
import { keepReading } from '../../renderer/store/slices/session-feed.ts';
import type { UpdateState } from '../../shared/contract/updates.ts';

/** None throws. */
export function updateCommands({ connection, done }: CommandContext<unknown>) {
  const { updates } = connection.client;
  return {
    /** Gives the state now and after each change, until `signal` aborts. */
    follow: (onItem: (state: UpdateState) => void, signal: AbortSignal) =>
      void keepReading({ connection, signal, open: (until) => updates.watch({}, { signal: until }), onItem }),
    check: () => done(() => updates.check({})),
    download: () => done(() => updates.download({})),
    /** Ends the app, or shows the downloaded package. */
    install: () => done(() => updates.install({})),
    undoneSeen: () => done(() => updates.undoneSeen({})),
  };
}
