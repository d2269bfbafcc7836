import { createStore, type StoreApi } from 'zustand/vanilla';
import {
  NO_ARCHIVE,
  NO_DRAFTING,
  NO_EVALS,
  NO_IMPROVING,
  NO_LIBRARY,
  NO_PROFILE,
  NO_TRIES,
} from '../../features-store.ts';
import type { Connection } from '../client.ts';
import { type Actions, allActions } from './actions.ts';
import type { AppData } from './app-data.ts';
import type { CommandContext, Notifier } from './command-context.ts';
import { readNextRequest } from './context.ts';
import { failureOf } from './slices/failures.ts';
import { createReview } from './slices/review-commands.ts';
import { guarded } from './slices/review-guard.ts';
import { calmFrames, refresher, type Schedule } from './slices/session-feed.ts';
import { NO_REVIEW, NO_SESSION, NO_SKILLS, type PlayerClock } from './slices/session-state.ts';
import { sessionOpener, skillsFeed, watchCore } from './slices/watch-core.ts';
import { type DraftStorage, NEW_WINDOW, noDrafts } from './slices/window-state.ts';
import { NO_CONTEXT } from './state.ts';

export interface StoreOptions {
  readonly connection: Connection;
  readonly notifier: Notifier;
  readonly drafts?: DraftStorage;
  readonly schedule?: Schedule;
  readonly systemDark?: boolean;
  /** Clock for playing a recording. */
  readonly playerClock?: PlayerClock;
}

export interface AppStore {
  readonly data: StoreApi<AppData>;
  readonly actions: Actions;
  /** Starts listening; the answer ends it. */
  start(): () => void;
}

export function createAppStore(options: StoreOptions): AppStore {
  const { connection, notifier, drafts = noDrafts, schedule = calmFrames() } = options;
  const data = createStore<AppData>(() => ({
    ...NEW_WINDOW,
    ...NO_SESSION,
    ...NO_CONTEXT,
    ...NO_SKILLS,
    ...NO_REVIEW,
    ...NO_LIBRARY,
    ...NO_PROFILE,
    ...NO_EVALS,
    ...NO_IMPROVING,
    ...NO_DRAFTING,
    ...NO_TRIES,
    ...NO_ARCHIVE,
    connection: connection.status(),
    systemDark: options.systemDark ?? false,
    drafts: drafts.load(),
  }));

  const feed = skillsFeed(connection, data);
  const skills = refresher(feed.refresh);
  const nextRequest = refresher(() => readNextRequest(connection, data, review.actions));
  const refresh = () => {
    skills.soon();
    nextRequest.soon();
  };

  const attempt: CommandContext<AppData>['attempt'] = async (command) => {
    try {
      return await command();
    } catch (error) {
      notifier.failed(failureOf(error, connection.status() === 'open'));
      return undefined;
    }
  };
  const context: CommandContext<AppData> = {
    connection,
    data,
    notifier,
    attempt,
    done: async (command) => (await attempt(async () => [await command()])) !== undefined,
    open: (sessionId, how) => opener.open(sessionId, how),
    readSkills: feed.read,
    refreshSkills: async () => {
      nextRequest.soon();
      await skills.now();
    },
  };
  const review = createReview(context, nextRequest.soon, options.playerClock);
  const opener = sessionOpener({ connection, data, schedule, review, skills, nextRequest });

  return {
    data,
    actions: guarded(allActions(context, review.actions, refresh), () => data.getState().moment !== undefined),
    start() {
      const stopWatching = watchCore(connection, data, {
        onSessions: () => {
          const moment = review.grown();
          if (moment !== undefined) data.setState({ moment });
        },
        refresh,
      });
      const offDrafts = data.subscribe((now, before) => {
        if (now.drafts !== before.drafts) drafts.save(now.drafts);
      });
      return () => {
        stopWatching();
        opener.dispose();
        offDrafts();
        skills.dispose();
        nextRequest.dispose();
      };
    },
  };
}
