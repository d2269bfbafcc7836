import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SettingsView } from '../../shared/contract.ts';
import type { SessionLog } from '../../shared/reducer.ts';
import type { Actions } from './actions.ts';
import type { Connection } from './app/connection.ts';
import { environmentCommands, newSessionOf } from './app/environment-commands.ts';
import { failureOf } from './app/failures.ts';
import { grantCommands } from './app/grant-commands.ts';
import { settingsCommands } from './app/settings-commands.ts';
import { workspaceCommands } from './app/workspace-commands.ts';
import { type AppData, NO_LIVE } from './app-data.ts';
import type { CommandContext, Notifier } from './command-context.ts';
import { contextCommands } from './context/context-commands.ts';
import { mapCommands } from './context/context-map.ts';
import { NO_WHAT_IF, whatIfCommands } from './context/context-what-if.ts';
import { libraryCommands } from './library/library-commands.ts';
import { NO_LIBRARY } from './library/library-data.ts';
import { createReview } from './review/review-commands.ts';
import { NO_REVIEW } from './review/review-data.ts';
import { guarded } from './review/review-guard.ts';
import type { PlayerClock } from './review/review-player.ts';
import { attachmentCommands } from './session/attachment-commands.ts';
import { chatCommands } from './session/chat-commands.ts';
import { type DraftStorage, noDrafts } from './session/drafts.ts';
import { calmFrames, type Schedule } from './session/frame-queue.ts';
import { refresher } from './session/refresher.ts';
import { keepReading } from './session/resubscribe.ts';
import { isRunning } from './session/run-state.ts';
import { sessionCommands } from './session/session-commands.ts';
import { type FeedUpdate, followSession } from './session/session-feed.ts';
import { authorCommands } from './skills/author-commands.ts';
import { secretCommands } from './skills/secret-commands.ts';
import { skillCommands } from './skills/skill-commands.ts';
import { skillsFeed } from './skills/skills-feed.ts';
import { trustCommands } from './skills/trust-commands.ts';

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

/** Logs of sessions visited lately are kept, so that going back is at once. */
const KEPT_LOGS = 6;

/** Events after which the skills' list may read differently. */
const SKILL_EVENTS: ReadonlySet<string> = new Set([
  'catalog-changed',
  'skill-loaded',
  'loaded-skill-changed',
  'reference-loaded',
  // Updates each skill's usage count and last error.
  'run-finished',
]);

const windowOf = ({ model, limits }: SettingsView): string => JSON.stringify([model, limits]);

export function createAppStore(options: StoreOptions): AppStore {
  const { connection, notifier, drafts = noDrafts, schedule = calmFrames() } = options;
  const data = createStore<AppData>(() => ({
    connection: connection.status(),
    dialog: undefined,
    inspector: 'context',
    author: undefined,
    info: undefined,
    settings: undefined,
    environments: undefined,
    newAgent: undefined,
    sessions: undefined,
    selected: undefined,
    sessionStatus: 'none',
    log: undefined,
    live: NO_LIVE,
    skills: undefined,
    nextRequest: undefined,
    map: undefined,
    whatIf: NO_WHAT_IF,
    drafts: drafts.load(),
    held: {},
    sending: undefined,
    compacting: [],
    systemDark: options.systemDark ?? false,
    ...NO_REVIEW,
    ...NO_LIBRARY,
  }));

  const kept = new Map<string, SessionLog>();
  let stopFollowing = () => {};

  const feed = skillsFeed(connection, data);
  const skills = refresher(feed.refresh);

  const nextRequest = refresher(async () => {
    const { selected: sessionId, log, moment } = data.getState();
    if (sessionId !== undefined && log === undefined) return;
    if (moment !== undefined) return momentsRequest(moment.seq);
    if (log !== undefined && isRunning(log.state.runState)) return;
    const view = await connection.client.context.show(
      sessionId === undefined ? newSessionOf(data.getState()) : { sessionId },
    );
    if (data.getState().selected === sessionId && data.getState().moment === undefined)
      data.setState({ nextRequest: { seq: log?.state.lastSeq ?? 0, view } });
  });

  /** The one before stays until the moment's own is there: figures change, and nothing flickers. */
  async function momentsRequest(seq: number): Promise<void> {
    const { selected } = data.getState();
    const view = await review.actions.requestAt(seq);
    const { selected: now, moment } = data.getState();
    if (view !== undefined && now === selected && moment !== undefined) data.setState({ nextRequest: { seq, view } });
  }

  function onUpdate(sessionId: string, { log, live, added }: FeedUpdate): void {
    kept.delete(sessionId);
    kept.set(sessionId, log);
    for (const oldest of [...kept.keys()].slice(0, -KEPT_LOGS)) kept.delete(oldest);
    data.setState({ log, live, sessionStatus: 'ready' });
    const moment = review.grown();
    if (moment !== undefined) data.setState({ moment });
    if (added.some((event) => SKILL_EVENTS.has(event.type))) skills.soon();
    if (added.length > 0 || moment !== undefined) nextRequest.soon();
  }

  function open(sessionId: string | undefined, how?: 'made'): void {
    if (sessionId === data.getState().selected && data.getState().sessionStatus !== 'missing') return;
    stopFollowing();
    stopFollowing = () => {};
    review.closed();
    const log = sessionId === undefined ? undefined : kept.get(sessionId);
    const sessionStatus = sessionId === undefined ? 'none' : log === undefined ? 'loading' : 'ready';
    const next = how === 'made' ? data.getState().nextRequest : undefined;
    const { pace } = data.getState();
    data.setState({ ...NO_REVIEW, pace, selected: sessionId, log, live: NO_LIVE, nextRequest: next, sessionStatus });
    skills.soon();
    if (sessionId === undefined || log !== undefined) nextRequest.soon();
    if (sessionId === undefined) return;
    stopFollowing = followSession({
      connection,
      sessionId,
      log,
      schedule,
      onUpdate: (update) => onUpdate(sessionId, update),
      onMissing: () => data.setState({ sessionStatus: 'missing' }),
    });
  }

  const context: CommandContext = {
    connection,
    data,
    notifier,
    open,
    readSkills: feed.read,
    refreshSkills: async () => {
      nextRequest.soon();
      await skills.now();
    },
    async attempt(command) {
      try {
        return await command();
      } catch (error) {
        notifier.failed(failureOf(error, connection.status() === 'open'));
        return undefined;
      }
    },
  };

  const review = createReview(context, () => nextRequest.soon(), options.playerClock);

  const all: Actions = {
    ...sessionCommands(context),
    ...chatCommands(context),
    ...grantCommands(context),
    ...secretCommands(context),
    ...trustCommands(context),
    ...contextCommands(context),
    ...skillCommands(context),
    ...settingsCommands(context),
    ...environmentCommands(context, () => {
      skills.soon();
      nextRequest.soon();
    }),
    map: mapCommands(context),
    whatIf: whatIfCommands(context, { ...skillCommands(context), ...contextCommands(context) }),
    author: authorCommands(context),
    library: libraryCommands(context),
    files: workspaceCommands(context),
    attachments: attachmentCommands(context),
    showInspector: (inspector) => data.setState({ inspector }),
    openAuthor: (author) => data.setState({ author }),
    openDialog: (dialog) => data.setState({ dialog }),
    ...review.actions,
  };
  const actions = guarded(all, () => data.getState().moment !== undefined);

  function start(): () => void {
    const abort = new AbortController();
    const { signal } = abort;
    const { client } = connection;
    const loadInfo = () =>
      client.app.info({}).then(
        (info) => data.setState({ info }),
        () => {},
      );
    const offStatus = connection.onStatus((status) => {
      data.setState({ connection: status });
      if (status !== 'open') return;
      void loadInfo();
      skills.soon();
      nextRequest.soon();
    });
    void keepReading({
      connection,
      signal,
      open: (inner) => client.sessions.watch({}, { signal: inner }),
      onItem: (sessions) => {
        data.setState({ sessions: sessions.filter((session) => !session.deleted) });
        const moment = review.grown();
        if (moment !== undefined) data.setState({ moment });
      },
    });
    void keepReading({
      connection,
      signal,
      open: (inner) => client.settings.watch({}, { signal: inner }),
      onItem: (settings) => {
        const before = data.getState().settings;
        data.setState({ settings });
        // Another model counts by another encoding, in another window.
        if (before === undefined || windowOf(before) === windowOf(settings)) return;
        skills.soon();
        nextRequest.soon();
      },
    });
    void keepReading({
      connection,
      signal,
      open: (inner) => client.environments.watch({}, { signal: inner }),
      onItem: (environments) => {
        const { environments: before, newAgent } = data.getState();
        const isGone = newAgent !== undefined && !environments.agents.some(({ name }) => name === newAgent);
        data.setState({ environments, ...(isGone && newAgent !== 'none' ? { newAgent: undefined } : {}) });
        if (before === undefined && environments.agent === null) return;
        skills.soon();
        nextRequest.soon();
      },
    });
    void keepReading({
      connection,
      signal,
      open: (inner) => client.skills.watch({}, { signal: inner }),
      // For any change: a folder, a file, a switch.
      onItem: () => {
        skills.soon();
        nextRequest.soon();
      },
    });
    const offDrafts = data.subscribe((now, before) => {
      if (now.drafts !== before.drafts) drafts.save(now.drafts);
    });
    void loadInfo();
    skills.soon();
    nextRequest.soon();
    return () => {
      abort.abort();
      stopFollowing();
      offStatus();
      offDrafts();
      skills.dispose();
      nextRequest.dispose();
    };
  }

  return { data, actions, start };
}
