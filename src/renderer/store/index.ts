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
export { keepAddress } from './address.ts';
export type {
  AppData,
  ConnectionStatus,
  InspectorTab,
  Live,
  NextRequest,
  OpenDialog,
  SessionStatus,
  SettingsTab,
  SkillsView,
} from './app-data.ts';
export { NEW_DRAFT } from './app-data.ts';
export type { AppStore } from './app-store.ts';
export { createAppStore } from './app-store.ts';
export type { AuthorCommands, NewSkillInput, Tried } from './author-commands.ts';
export type { Notifier, UndoneCompaction } from './command-context.ts';
export type { Client, Connection } from './connection.ts';
export type { MapCommands, MapTab, OpenMap } from './context-map.ts';
export { MAP_TABS } from './context-map.ts';
export type { WhatIfCommands, WhatIfState } from './context-what-if.ts';
export { askedSteps } from './context-what-if.ts';
export { localDrafts } from './drafts.ts';
export type { ExportChoice, ExportedFile } from './exported-file.ts';
export type { Failure } from './failures.ts';
export { useFormDraft } from './form-drafts.ts';
export { takeGivenPrompts } from './given-prompt.ts';
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
export type { Imported, ImportFailure } from './import-commands.ts';
export type { LibraryCommands, Marks } from './library-commands.ts';
export { type LibraryAsked, NOTHING_ASKED, type OpenLibrary, outOf } from './library-data.ts';
export { useQueuedText } from './queued.ts';
export { refusalIn, remedyFor } from './remedy.ts';
export type { FoundPlace, Moment, Verified } from './review-data.ts';
export {
  useAllEvents,
  useDeleted,
  useFound,
  useMoment,
  useNotes,
  usePast,
  usePlayhead,
  useReadOnly,
} from './review-hooks.ts';
export { LONGEST_WAIT_MS, PACES, type Pace } from './review-player.ts';
export { isRunning } from './run-state.ts';
export { applyAppearance } from './theme.ts';
export type { FileCommands, FileRef, ListedFiles } from './workspace-commands.ts';
export { isFailure } from './workspace-commands.ts';
