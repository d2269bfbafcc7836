import { createStore, type StoreApi } from 'zustand/vanilla';
import { type ArchiveData, NO_ARCHIVE, NO_EVALS, NO_LIBRARY, NO_PROFILE } from '../../features-store.ts';
import type { SettingsView } from '../../shared/contract.ts';
import type { SessionLog } from '../../shared/reducer.ts';
import { shownText } from '../../shared/text/invisible.ts';
import type { Connection } from '../client.ts';
import { type Actions, allActions } from './actions.ts';
import type { AppData } from './app-data.ts';
import type { CommandContext, Notifier } from './command-context.ts';
import { readNextRequest } from './context.ts';
import { failureOf } from './slices/failures.ts';
import { createReview, type Review } from './slices/review-commands.ts';
import {
  calmFrames,
  type FeedUpdate,
  followSession,
  keepReading,
  type Refresher,
  refresher,
  type Schedule,
} from './slices/session-feed.ts';
import {
  NO_LIVE,
  NO_REVIEW,
  NO_SESSION,
  NO_SKILLS,
  type PlayerClock,
  type ReviewData,
  type SessionData,
  type SkillsData,
  type SkillsView,
} from './slices/session-state.ts';
import { agentOf, type DraftStorage, NEW_WINDOW, noDrafts, type WindowData } from './slices/window-state.ts';
import { type ContextData, NO_CONTEXT } from './state.ts';

// The list of skills: all of them at once as the catalog has them, and whole those that are looked at.

/** Up to as many are read without being asked for, and as many at a time: the contract's `only`. */
const READ_AT_ONCE = 200;

function skillsFeed(connection: Connection, data: StoreApi<SkillsData & SessionData & WindowData>) {
  const { client } = connection;
  /** Oldest first. */
  const asked = new Set<string>();
  const remember = (ids: readonly string[]): void => {
    for (const id of ids) {
      asked.delete(id);
      asked.add(id);
    }
    for (const oldest of [...asked].slice(0, -READ_AT_ONCE)) asked.delete(oldest);
  };
  const place = () => {
    const sessionId = data.getState().selected;
    const input = sessionId === undefined ? agentOf(data.getState()) : { sessionId };
    const show = (view: SkillsView) => {
      if (data.getState().selected === sessionId) data.setState({ skills: view });
    };
    return { input, show };
  };

  return {
    /** Reads the whole list again; for long lists only the skills last requested, or the first ones. */
    async refresh() {
      const { input, show } = place();
      const list = await client.skills.list({ ...input, counted: false });
      // The first figures of a start wait for the encoding; the names need not.
      if (data.getState().skills === undefined) show(list);
      const ids = list.skills.map(({ id }) => id);
      const wanted = ids.length <= READ_AT_ONCE ? ids : ids.filter((id) => asked.has(id));
      const only = wanted.length === 0 ? ids.slice(0, READ_AT_ONCE) : wanted;
      if (only.length === 0) return show(list);
      show(withWhole(list, await client.skills.list({ ...input, only })));
    },
    /** Details that need reading the skill (tokens, references, scripts), for those that lack them. */
    async read(ids: readonly string[]) {
      remember(ids);
      const { input, show } = place();
      const lacking = (data.getState().skills?.skills ?? [])
        .filter(({ id, tokens }) => tokens === null && ids.includes(id))
        .map(({ id }) => id);
      for (let from = 0; from < lacking.length; from += READ_AT_ONCE) {
        const whole = await client.skills.list({ ...input, only: lacking.slice(from, from + READ_AT_ONCE) });
        const now = data.getState().skills;
        if (now !== undefined) show(withWhole(now, whole));
      }
    },
  };
}

function withWhole(list: SkillsView, { skills }: Pick<SkillsView, 'skills'>): SkillsView {
  const whole = new Map(skills.map((skill) => [skill.id, skill]));
  return { ...list, skills: list.skills.map((skill) => whole.get(skill.id) ?? skill) };
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

function sessionOpener({
  connection,
  data,
  schedule,
  review,
  skills,
  nextRequest,
}: {
  readonly connection: Connection;
  readonly data: StoreApi<SessionData & ReviewData & ContextData>;
  readonly schedule: Schedule;
  readonly review: Review;
  readonly skills: Refresher;
  readonly nextRequest: Refresher;
}) {
  const kept = new Map<string, SessionLog>();
  let stopFollowing = () => {};

  function onUpdate(sessionId: string, { log, live, added }: FeedUpdate): void {
    kept.delete(sessionId);
    kept.set(sessionId, log);
    for (const oldest of [...kept.keys()].slice(0, -KEPT_LOGS)) kept.delete(oldest);
    const { sessionStatus } = data.getState();
    data.setState({ log, latest: undefined, live, sessionStatus: 'ready' });
    const moment = review.grown();
    if (moment !== undefined) data.setState({ moment });
    if (sessionStatus !== 'ready' || added.some((event) => SKILL_EVENTS.has(event.type))) skills.soon();
    if (added.length > 0 || moment !== undefined) nextRequest.soon();
  }

  return {
    /** Selects a session and follows it. `made`: just now, from the new conversation, whose next request still holds. */
    open(sessionId: string | undefined, how?: 'made') {
      if (sessionId === data.getState().selected && data.getState().sessionStatus !== 'missing') return;
      stopFollowing();
      stopFollowing = () => {};
      review.closed();
      const log = sessionId === undefined ? undefined : kept.get(sessionId);
      const sessionStatus = sessionId === undefined ? 'none' : log === undefined ? 'loading' : 'ready';
      const next = how === 'made' ? data.getState().nextRequest : undefined;
      const read = { log, latest: undefined, live: NO_LIVE };
      data.setState({ ...NO_REVIEW, selected: sessionId, ...read, nextRequest: next, sessionStatus });
      // Otherwise once it is read: the core would read the whole log for its skills before it could send the end.
      if (sessionId === undefined || log !== undefined) {
        skills.soon();
        nextRequest.soon();
      }
      if (sessionId === undefined) return;
      stopFollowing = followSession({
        connection,
        sessionId,
        log,
        schedule,
        onLatest: (latest) => data.setState({ latest }),
        onUpdate: (update) => onUpdate(sessionId, update),
        onMissing: () => data.setState({ sessionStatus: 'missing' }),
      });
    },
    /** Stops following. */
    dispose: () => stopFollowing(),
  };
}

/** Model and limits: another model counts by another encoding, in another window. */
const windowOf = ({ model, limits }: SettingsView): string => JSON.stringify([model, limits]);

/**
 * Keeps sessions, settings, environments and the connection's state as the core has them; the answer ends it.
 * @param onSessions after the list has changed
 * @param refresh reads again what depends on any of it: skills and the next request
 */
function watchCore(
  connection: Connection,
  data: StoreApi<WindowData & SessionData & ArchiveData>,
  { onSessions, refresh }: { readonly onSessions: () => void; readonly refresh: () => void },
): () => void {
  const { client } = connection;
  const abort = new AbortController();
  const watch = <T>(open: (options: { signal: AbortSignal }) => Promise<AsyncIterable<T>>, onItem: (item: T) => void) =>
    void keepReading({ connection, signal: abort.signal, open: (signal) => open({ signal }), onItem });
  const loadInfo = () =>
    client.app.info({}).then(
      (info) => data.setState({ info }),
      () => {},
    );
  const offStatus = connection.onStatus((status) => {
    data.setState({ connection: status });
    if (status === 'open') void loadInfo();
  });
  watch(
    (options) => client.sessions.watch({}, options),
    (sessions) => {
      const listed = sessions.filter((session) => !session.deleted);
      data.setState({ sessions: listed.map((session) => ({ ...session, title: shownText(session.title) })) });
      onSessions();
    },
  );
  watch(
    (options) => client.settings.watch({}, options),
    (settings) => {
      const before = data.getState().settings;
      data.setState({ settings });
      if (before !== undefined && windowOf(before) !== windowOf(settings)) refresh();
    },
  );
  watch(
    (options) => client.archive.watch({}, options),
    ({ archive }) => data.setState({ archive }),
  );
  watch(
    (options) => client.environments.watch({}, options),
    (environments) => {
      const { environments: before, newAgent } = data.getState();
      const isGone = newAgent !== undefined && !environments.agents.some(({ name }) => name === newAgent);
      data.setState({ environments, ...(isGone && newAgent !== 'none' ? { newAgent: undefined } : {}) });
      if (before !== undefined || environments.agent !== null) refresh();
    },
  );
  // For any change (a folder, a file, a switch), and whenever the stream is opened.
  watch((options) => client.skills.watch({}, options), refresh);
  if (connection.status() === 'open') void loadInfo();
  return () => {
    abort.abort();
    offStatus();
  };
}

/**
 * Actions that change the session. Their buttons are hidden while a past moment is shown; this blocks all other ways.
 */
const CHANGES = [
  'send',
  'stop',
  'retry',
  'edit',
  'approve',
  'loadSkill',
  'unloadSkill',
  'loadReference',
  'unloadReference',
  'pinSkill',
  'reloadSkill',
  'pinMessage',
  'compact',
  'undoCompaction',
  'answerForm',
  'typeInto',
] as const satisfies readonly (keyof Actions)[];

/** The same actions, of which those that would change the session answer `false` while `isPast`. */
function guarded(actions: Actions, isPast: () => boolean): Actions {
  const refusing = CHANGES.map((name) => {
    const act: (...given: never[]) => Promise<boolean> = actions[name];
    return [name, (...given: never[]) => (isPast() ? Promise.resolve(false) : act(...given))];
  });
  return { ...actions, ...Object.fromEntries(refusing) };
}

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
