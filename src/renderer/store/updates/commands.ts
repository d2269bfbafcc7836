/** Newer versions of the installed desktop app. */
import type { UpdateState } from '../../../shared/contract/updates.ts';
import type { CommandContext } from '../command-context.ts';
import { keepReading } from '../session/resubscribe.ts';

/** None throws. */
export interface UpdateCommands {
  /** Gives the state now and after each change, until `signal` aborts. */
  follow(onState: (state: UpdateState) => void, signal: AbortSignal): void;
  check(): Promise<boolean>;
  download(): Promise<boolean>;
  /** Ends the app, or shows the downloaded package. */
  install(): Promise<boolean>;
  undoneSeen(): Promise<boolean>;
}

export function updateCommands({ connection, done }: CommandContext<unknown>): UpdateCommands {
  const { updates } = connection.client;
  return {
    follow: (onItem, signal) =>
      void keepReading({ connection, signal, open: (until) => updates.watch({}, { signal: until }), onItem }),
    check: () => done(() => updates.check({})),
    download: () => done(() => updates.download({})),
    install: () => done(() => updates.install({})),
    undoneSeen: () => done(() => updates.undoneSeen({})),
  };
}
