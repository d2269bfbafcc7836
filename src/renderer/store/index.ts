/**
 * State of the screen, and the one way to change it. Views use the hooks; no one else calls the client.
 *
 * A component reads with a selector and renders again only when what it selected changes. Selectors must return
 * something that is in the store (or a primitive), never a fresh array or object.
 *
 *   const { id, status } = useSession();                       // the selected session
 *   const messages = useSessionState((state) => state.messages); // its folded log (`emptyState` where none)
 *   const text = useLive((live) => live.text);                   // what streams right now, not yet stored
 *   const { send, stop } = useActions();                         // stable; every action answers true when it was done
 */
export {
  type DraftWork,
  type EvalAsked,
  type EvalJob,
  type Imported,
  type ImportFailure,
  type ImprovingWork,
  type JudgedReview,
  type LibraryAsked,
  type Marks,
  NO_DRAFT,
  NO_SKILL_EVALS,
  NOTHING_ASKED,
  type OpenLibrary,
  outOf,
  type PublishedVersion,
  type ReadySkill,
  type SavedFilter,
  type TryRequest,
} from '../../features-store.ts';

export type { Connection } from '../client.ts';
export type { Actions } from './actions.ts';
export { type AppStore, createAppStore } from './app-store.ts';
export type { Notifier } from './command-context.ts';
export {
  NO_EVENTS,
  StoreProvider,
  useActions,
  useAllEvents,
  useApp,
  useCompacting,
  useDeleted,
  useDraft,
  useEvents,
  useFound,
  useHeld,
  useHeldFiles,
  useLive,
  useMoment,
  useNotes,
  usePast,
  usePlayhead,
  useReadOnly,
  useResolvedTheme,
  useRunning,
  useSession,
  useSessionState,
  useSessionTitle,
  useSettings,
  useSimpleView,
  useUpdates,
} from './hooks.tsx';
export { keepAddress } from './slices/address.ts';
export { type Failure, refusalIn, type Tried } from './slices/failures.ts';
export { type FileRef, isFailure, type ListedFiles } from './slices/files.ts';
export { takeGivenFiles, takeGivenPrompts, useQueuedText } from './slices/given-prompt.ts';
export { isRunning } from './slices/session.ts';
export { hasFailed, NEW_DRAFT } from './slices/session-state.ts';
export type { AuthorCommands } from './slices/skills-commands.ts';
export { applyAppearance } from './slices/theme.ts';
export { type InspectorTab, localDrafts, SETTINGS_TABS, type SettingsTab } from './slices/window-state.ts';
export type { MapTab } from './state.ts';
