import type { StoreApi } from 'zustand/vanilla';
import type { AppData } from './app-data.ts';
import type { Connection } from './connection.ts';
import type { Failure } from './failures.ts';

/** Where the store says what cannot be seen in a view. */
export interface Notifier {
  failed(failure: Failure): void;
  removed(title: string, onUndo: () => void): void;
  /** Tokens of the next request, before and after. */
  compacted(before: number, after: number, messages: number): void;
}

/** What the commands work with. */
export interface CommandContext {
  readonly connection: Connection;
  readonly data: StoreApi<AppData>;
  readonly notifier: Notifier;
  /** `made`: just now, from the new conversation, whose next request still holds. */
  readonly open: (sessionId: string | undefined, how?: 'made') => void;
  readonly refreshSkills: () => Promise<void>;
  /** Runs a command; a failure is told and answered with `undefined`. */
  readonly attempt: <T>(command: () => Promise<T>) => Promise<T | undefined>;
}
