import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { UpdateState } from '../../shared/contract/updates.ts';
import type { SettingsView } from '../../shared/contract.ts';
import type { SessionEvent } from '../../shared/events.ts';
import { emptyState } from '../../shared/reducer.ts';
import type { NoteView, SessionState } from '../../shared/session-state.ts';
import { DEFAULT_LIMITS, SETTING_DEFAULTS } from '../../shared/settings/defaults.ts';
import { shownText } from '../../shared/text/invisible.ts';
import { ownWords } from '../../shared/text/program-parts.ts';
import type { Actions } from './actions.ts';
import type { AppData } from './app-data.ts';
import type { AppStore } from './app-store.ts';
import { isRunning } from './slices/session.ts';
import {
  type FoundPlace,
  type HeldFile,
  type Live,
  NEW_DRAFT,
  NO_LIVE,
  playhead,
  type SessionStatus,
} from './slices/session-state.ts';
import { resolvedTheme } from './slices/theme.ts';

const StoreContext = createContext<AppStore | undefined>(undefined);

export const StoreProvider = ({ store, children }: { readonly store: AppStore; readonly children: ReactNode }) => (
  <StoreContext value={store}>{children}</StoreContext>
);

function useAppStore(): AppStore {
  const store = useContext(StoreContext);
  if (store === undefined) throw new Error('No StoreProvider above this component.');
  return store;
}

/** Anything in the store. */
export function useApp<T>(selector: (data: AppData) => T): T {
  return useStore(useAppStore().data, selector);
}

export const useActions = (): Actions => useAppStore().actions;

/** Characters. */
const MOST_OF_A_TITLE = 60;

const NOTHING = emptyState('');
export const NO_EVENTS: readonly SessionEvent[] = [];

/** The selected session; `id` is undefined for a new conversation. */
export const useSession = (): { readonly id: string | undefined; readonly status: SessionStatus } => ({
  id: useApp((data) => data.selected),
  status: useApp((data) => data.sessionStatus),
});

/**
 * Reads the folded log of the selected session now shown; the empty state without a session. Of a long log that is being
 * read, its end alone is folded.
 */
export function useSessionState<T>(selector: (state: SessionState) => T): T {
  return useApp(({ moment, log, latest }) => selector((moment?.log ?? log ?? latest)?.state ?? NOTHING));
}

/** Title as in the list, safe to show: an unnamed session shows its first words. Empty for a new conversation. */
export const useSessionTitle = (): string =>
  useApp(({ log, sessions, selected }) => {
    const title = log?.state.title ?? '';
    if (title !== '') return shownText(title);
    const listed = sessions?.find((session) => session.id === selected);
    // One that is deleted is not in the list.
    return shownText(listed?.title ?? (log === undefined || !log.state.deleted ? '' : firstWordsIn(log.events)));
  });

const firstWordsIn = (events: readonly SessionEvent[]): string =>
  ownWords(events.find((event) => event.type === 'user-message-added')?.text ?? '').slice(0, MOST_OF_A_TITLE);

/** Every event of the selected session up to the moment that is shown, those replaced by an edit too. */
export const useEvents = (): readonly SessionEvent[] =>
  useApp((data) => (data.moment?.log ?? data.log)?.events ?? NO_EVENTS);

export function useLive<T>(selector: (live: Live) => T): T {
  return useApp((data) => selector(data.moment === undefined ? data.live : NO_LIVE));
}

/** Older messages of the selected session are being compacted, with no run under way. */
export const useCompacting = (): boolean =>
  useApp(({ log, moment, selected, compacting }) => {
    if (moment !== undefined)
      return moment.log.state.summarising !== undefined && !isRunning(moment.log.state.runState);
    const { runState, summarising } = log?.state ?? NOTHING;
    if (isRunning(runState)) return false;
    return summarising !== undefined || (selected !== undefined && compacting.includes(selected));
  });

/** True while the selected session runs, waits for approval or is being compacted: only Stop is possible. */
export const useRunning = (): boolean => {
  const running = useSessionState((state) => isRunning(state.runState));
  const compacting = useCompacting();
  const past = useApp((data) => data.moment !== undefined);
  return !past && (running || compacting);
};

/** Nothing can be done to the selected session: it is at work, or a moment of its past is shown. */
export const useHeld = (): boolean => {
  const running = useRunning();
  const past = useApp((data) => data.moment !== undefined);
  return past || running;
};

/** Text in the message box. */
export const useDraft = (): string => useApp((data) => data.drafts[data.selected ?? NEW_DRAFT] ?? '');

const NO_FILES: readonly HeldFile[] = [];

export const useHeldFiles = (): readonly HeldFile[] =>
  useApp((data) => data.held[data.selected ?? NEW_DRAFT] ?? NO_FILES);

const UNTIL_KNOWN: SettingsView = {
  ...SETTING_DEFAULTS,
  environment: 'default',
  // Until it is known, no one is welcomed.
  welcomed: true,
  limits: DEFAULT_LIMITS,
  knownPrices: {},
  hasKey: false,
  keyStore: 'os',
  demo: true,
  modelOptions: {},
  modelTable: '',
};

export const useSettings = (): SettingsView => useApp((data) => data.settings ?? UNTIL_KNOWN);

/** The conversation alone, without how it works. A data folder from before the choice existed keeps the full view. */
export const useSimpleView = (): boolean => {
  const { view, welcomed } = useSettings();
  return view === undefined ? !welcomed : view === 'simple';
};

export const useResolvedTheme = (): 'light' | 'dark' => useApp(resolvedTheme);

/** Undefined until the core has said it. Only where `info.updates` is true. */
export function useUpdates(): UpdateState | undefined {
  const { updates } = useActions();
  const [state, setState] = useState<UpdateState>();
  useEffect(() => {
    const abort = new AbortController();
    updates.follow(setState, abort.signal);
    return () => abort.abort();
  }, [updates]);
  return state;
}

/** `seq` of the moment of the past that is shown; undefined: now. Data of the core is asked for `at` it. */
export const useMoment = (): number | undefined => useApp((data) => data.moment?.seq);

/** A moment of the past is shown: nothing on the screen changes the session. */
export const usePast = (): boolean => useApp((data) => data.moment !== undefined);

/** The open session is deleted: read-only until restored. */
export const useDeleted = (): boolean => useApp(({ log }) => log?.state.deleted ?? false);

/** The open session is imported or deleted: read-only. */
export const useReadOnly = (): boolean =>
  useApp(
    ({ sessions, selected, log }) =>
      log?.state.deleted === true ||
      log?.state.foreign !== undefined ||
      (sessions?.find(({ id }) => id === selected)?.imported ?? false),
  );

/** Search hit in the open session, whose words are highlighted. */
export const useFound = (): FoundPlace | undefined => useApp((data) => data.found);

/** All events of the open session, regardless of the moment shown. */
export const useAllEvents = (): readonly SessionEvent[] => useApp((data) => data.log?.events ?? NO_EVENTS);

const NO_NOTES: readonly NoteView[] = [];

/** All notes, those written later than the moment too: they are about it, not of it. */
export const useNotes = (): readonly NoteView[] => useApp((data) => data.log?.state.notes ?? NO_NOTES);

/**
 * Position in the recording, in milliseconds since the epoch; undefined for now. Between two events it changes only
 * while playing with `follow` set, one state per frame, and never if the system asks for reduced motion.
 */
export function usePlayhead(follow: boolean): number | undefined {
  const shownAt = useApp((data) => data.moment?.log.events.at(-1)?.at);
  const passage = useApp((data) => data.passage);
  const [now, setNow] = useState(0);
  const moving = follow && passage !== undefined && !matchMedia('(prefers-reduced-motion: reduce)').matches;
  useEffect(() => {
    if (!moving) return;
    let frame = requestAnimationFrame(function next(at) {
      setNow(at);
      frame = requestAnimationFrame(next);
    });
    return () => cancelAnimationFrame(frame);
  }, [moving]);
  return shownAt === undefined ? undefined : playhead(shownAt, moving ? passage : undefined, now);
}
