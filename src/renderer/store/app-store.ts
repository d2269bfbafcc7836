import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Connection } from '../client.ts';
import { type Actions, allActions } from './actions.ts';
import { failureOf } from './app/failures.ts';
import { NEW_WINDOW } from './app/state.ts';
import { watchCore } from './app/watch-core.ts';
import type { AppData } from './app-data.ts';
import { NO_ARCHIVE } from './archive/commands.ts';
import type { CommandContext, Notifier } from './command-context.ts';
import { readNextRequest } from './context/next-request.ts';
import { NO_CONTEXT } from './context/state.ts';
import { NO_EVALS } from './evals/commands.ts';
import { NO_DRAFTING } from './evals/drafting.ts';
import { NO_IMPROVING } from './evals/improving.ts';
import { NO_TRIES } from './evals/try-commands.ts';
import { NO_LIBRARY } from './library/state.ts';
import { NO_PROFILE } from './profile/commands.ts';
import { createReview } from './review/commands.ts';
import { guarded } from './review/review-guard.ts';
import type { PlayerClock } from './review/review-player.ts';
import { NO_REVIEW } from './review/state.ts';
import { type DraftStorage, noDrafts } from './session/drafts.ts';
import { calmFrames, type Schedule } from './session/frame-queue.ts';
import { refresher } from './session/refresher.ts';
import { sessionOpener } from './session/session-opener.ts';
import { NO_SESSION } from './session/state.ts';
import { skillsFeed } from './skills/skills-feed.ts';
import { NO_SKILLS } from './skills/state.ts';

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
