/** The core behind its contract, as a host gets it, and how to open one. */

import type { AnyContractRouter } from '@orpc/contract';
import { type AnyRouter, implement, type Lazy, lazy, ORPCError, type RouterImplementer } from '@orpc/server';
import type { UpdateState } from '../shared/contract/updates.ts';
import type { AppInfo, SessionSettings } from '../shared/contract.ts';
import { lazily } from '../shared/defined.ts';
import { isSkilldeckError } from '../shared/errors.ts';
import type { ModelOptions } from '../shared/models/model-options.ts';
import { ofFullOrClosedDisk } from './lib/errors.ts';
import type { KeyStore } from './settings/keys.ts';

// The contract, to be filled with handlers: what they throw reaches the caller in the contract's own words.

export function inContractWords(thrown: unknown): unknown {
  const error = ofFullOrClosedDisk(thrown);
  if (!isSkilldeckError(error)) return error;
  const { code, message, figures, detail } = error;
  return new ORPCError(code, {
    message,
    data: figures === undefined && detail === undefined ? undefined : { figures, detail },
  });
}

type Free = Record<never, never>;

export function implementContract<C extends AnyContractRouter>(family: C, reportBug: (error: unknown) => void) {
  // `use` of a family that is not known yet has no type.
  const os = implement(family) as unknown as RouterImplementer<C, Free, Free>;
  return os.use(async ({ next }) => {
    try {
      return await next();
    } catch (error) {
      const known = inContractWords(error);
      if (!(known instanceof ORPCError)) reportBug(error);
      throw known;
    }
  });
}

/** A family whose handlers are loaded and made once, when one of them is first called. */
export function atFirstCall<R extends AnyRouter>(make: () => Promise<R>): Lazy<R> {
  const made = lazily(make);
  return lazy(async () => ({ default: await made() }));
}

export const done = (_result: unknown): Record<string, never> => ({});

/** Pushes on one side, `for await` on the other; ends with the signal, or with a failure once all before it was read. */
interface AsyncQueue<T> {
  push(item: T): void;
  fail(error: unknown): void;
  items(signal: AbortSignal | undefined): AsyncGenerator<T, void, void>;
}

export function asyncQueue<T>(): AsyncQueue<T> {
  let waiting: T[] = [];
  let failure: { readonly error: unknown } | undefined;
  let wake: (() => void) | undefined;
  return {
    push(item) {
      waiting.push(item);
      wake?.();
    },
    fail(error) {
      failure ??= { error };
      wake?.();
    },
    async *items(signal) {
      const stop = () => wake?.();
      signal?.addEventListener('abort', stop, { once: true });
      try {
        while (signal?.aborted !== true) {
          if (waiting.length === 0) {
            if (failure !== undefined) throw failure.error;
            await new Promise<void>((resolve) => {
              wake = resolve;
            });
          }
          const batch = waiting;
          waiting = [];
          yield* batch;
        }
      } finally {
        signal?.removeEventListener('abort', stop);
      }
    },
  };
}

/** Yields the current value, then a new one after every change. @param onChange returns an unsubscribe function. */
export async function* changes<T>(
  read: () => T | Promise<T>,
  onChange: (listener: () => void) => () => void,
  signal: AbortSignal | undefined,
): AsyncGenerator<T, void, void> {
  const queue = asyncQueue<'changed'>();
  const stop = onChange(() => queue.push('changed'));
  try {
    yield await read();
    for await (const _change of queue.items(signal)) yield await read();
  } finally {
    stop();
  }
}

/** Newer versions, as the host gets them. None throws: a failure is a state. */
export interface Updates {
  state(): UpdateState;
  /** @returns how to stop listening. */
  onChange(listener: () => void): () => void;
  /** Resolves with the answer of the server. */
  check(): Promise<void>;
  /** Begins the download of what `check` found. */
  download(): void;
  /** Ends the app for what was downloaded, or shows the package. */
  install(): void;
  undoneSeen(): void;
}

export interface AppOptions {
  readonly host: AppInfo['host'];
  /** `read` opens the database read-only, even while another process has it; nothing can be sent. */
  readonly access: 'write' | 'read';
  /** The data folder. Default: `SKILLDECK_HOME`, else the platform's own place. */
  readonly home?: string | undefined;
  readonly environment?: string | undefined;
  /** Roots of `--skills`, before all others; the word `none` leaves only these. */
  readonly skillRoots?: readonly string[] | undefined;
  /** The skills that come with the app. Default: its own. */
  readonly bundledSkills?: string | undefined;
  /** Folder that holds the project's `.skilldeck/skills` etc. Default: the current folder. */
  readonly projectDir?: string | undefined;
  /** Use the project's skills even if its folder is not trusted. */
  readonly trustProject?: boolean | undefined;
  /** Overrides `config.jsonc` and the settings screen. */
  readonly model?:
    | (ModelOptions & {
        readonly baseUrl?: string | undefined;
        readonly apiKeyEnv?: string | undefined;
        readonly model?: string | undefined;
      })
    | undefined;
  /** Applied to sessions created from now on. */
  readonly sessionDefaults?: SessionSettings | undefined;
  /** The operating system's store under Electron; absent: a file of mode 0600. */
  readonly keyStore?: KeyStore | undefined;
  /** The same for the secrets of skills. */
  readonly secretStore?: KeyStore | undefined;
  /** Shows a file or folder in the file manager; false where that cannot be. Absent: never. */
  readonly reveal?: ((absolute: string) => Promise<boolean>) | undefined;
  /** True if a form can be shown. Default: true for screens, false on the command line. */
  readonly asks?: boolean | undefined;
  /** Fetches packages that skills lack without asking. */
  readonly packages?: boolean | undefined;
  /** Prints a page, given as HTML, to PDF. Absent: by a browser of this machine, where there is one. */
  readonly printPdf?: ((page: string) => Promise<Uint8Array>) | undefined;
  /** Newer versions of this program. Absent: it is updated the way it was installed. */
  readonly updates?: Updates | undefined;
  /** Time of new events and of watches. Default: the system's. */
  readonly now?: (() => Date) | undefined;
  /** BCP 47, of the person's system. */
  readonly systemLanguage?: string | undefined;
}

export interface AppHandle {
  readonly home: string;
  /** True while its data folder is new and no model is chosen: a page may begin with the first steps. */
  isUnused(): boolean;
  /**
   * Implements `contract`; the hosts put it on their transports, the command line calls it in process. Built at the first
   * call; nothing that a person did can make it fail.
   */
  router(): Promise<AnyRouter>;
  /** Stops runs, ends scripts, closes the database. Safe to call twice. */
  close(): Promise<void>;
}

export type CreateApp = (options: AppOptions) => Promise<AppHandle>;
