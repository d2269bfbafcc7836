import type { StoreApi } from 'zustand/vanilla';
import type { Connection } from '../client.ts';
import type { Failure } from './slices/failures.ts';

/** Reports what no view shows. */
export interface Notifier {
  failed(failure: Failure): void;
  removed(title: string, onUndo: () => void): void;
  /** Tokens of the next request, before and after. */
  compacted(
    figures: { readonly before: number; readonly after: number; readonly messages: number },
    onUndo: () => void,
  ): void;
  /** It was stopped before anything was changed. */
  compactionStopped(): void;
  noteRemoved(onUndo: () => void): void;
}

/** Context of commands. `Data`: the slices of the store that they read and write. */
export interface CommandContext<Data> {
  readonly connection: Connection;
  readonly data: StoreApi<Data>;
  readonly notifier: Notifier;
  /** `made`: just created from the new conversation, whose next request is still valid. */
  readonly open: (sessionId: string | undefined, how?: 'made') => void;
  readonly refreshSkills: () => Promise<void>;
  readonly readSkills: (ids: readonly string[]) => Promise<void>;
  /** Runs a command; reports a failure and returns `undefined`. */
  readonly attempt: <T>(command: () => Promise<T>) => Promise<T | undefined>;
  /** The same for a command without an answer: whether it was done. */
  readonly done: (command: () => Promise<unknown>) => Promise<boolean>;
}
