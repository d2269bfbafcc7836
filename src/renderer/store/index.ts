/**
 * What the screen knows, and the one way to change it. Views use the hooks; nobody else calls the client.
 *
 * A component reads with a selector and is drawn anew only when what it selected changes. Selectors must return
 * something that stands in the store (or a primitive), never a fresh array or object.
 *
 *   const { id, status } = useSession();                       // the selected session
 *   const messages = useSessionState((state) => state.messages); // its folded log (`emptyState` where none)
 *   const text = useLive((live) => live.text);                   // what streams right now, not yet stored
 *   const { send, stop } = useActions();                         // stable; every action answers true when it was done
 */
export type { Actions } from './actions.ts';
export { keepAddress } from './app/address.ts';
export type { Connection } from './app/connection.ts';
export type { Failure } from './app/failures.ts';
export { applyAppearance } from './app/theme.ts';
export type { FileRef, ListedFiles } from './app/workspace-commands.ts';
export { isFailure } from './app/workspace-commands.ts';
export type {
  InspectorTab,
  SettingsTab,
} from './app-data.ts';
export { NEW_DRAFT } from './app-data.ts';
export type { AppStore } from './app-store.ts';
export { createAppStore } from './app-store.ts';
export type { Notifier } from './command-context.ts';
export type { MapTab } from './context/context-map.ts';

export {
  NO_EVENTS,
  StoreProvider,
  useActions,
  useApp,
  useCompacting,
  useDraft,
  useEvents,
  useHeld,
  useHeldFiles,
  useLive,
  useResolvedTheme,
  useRunning,
  useSession,
  useSessionState,
  useSessionTitle,
  useSettings,
} from './hooks.tsx';
export type { Imported, ImportFailure } from './library/import-commands.ts';
export type { Marks } from './library/library-commands.ts';
export { type LibraryAsked, NOTHING_ASKED, outOf } from './library/library-data.ts';
export { refusalIn } from './refusal.ts';
export {
  useAllEvents,
  useDeleted,
  useFound,
  useMoment,
  useNotes,
  usePast,
  usePlayhead,
  useReadOnly,
} from './review/review-hooks.ts';
export { LONGEST_WAIT_MS, PACES } from './review/review-player.ts';
export { localDrafts } from './session/drafts.ts';
export { useFormDraft } from './session/form-drafts.ts';
export { takeGivenPrompts } from './session/given-prompt.ts';
export { useQueuedText } from './session/queued.ts';
export { isRunning } from './session/run-state.ts';
export type { AuthorCommands, NewSkillInput, Tried } from './skills/author-commands.ts';
