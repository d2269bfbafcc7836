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

export type { Connection } from '../client.ts';
export type { Actions } from './actions.ts';
export { keepAddress } from './app/address.ts';
export type { Failure, Tried } from './app/failures.ts';
export type { InspectorTab, SettingsTab } from './app/state.ts';
export { applyAppearance } from './app/theme.ts';
export type { AppStore } from './app-store.ts';
export { createAppStore } from './app-store.ts';
export type { Notifier } from './command-context.ts';
export type { MapTab } from './context/state.ts';
export { type EvalAsked, type EvalJob, NO_SKILL_EVALS } from './evals/commands.ts';
export { type DraftWork, NO_DRAFT } from './evals/drafting.ts';
export { type ImprovingWork, NO_SKILL_IMPROVING } from './evals/improving.ts';
export type { ByHandRequest, TryRequest } from './evals/try-commands.ts';
export type { FileRef, ListedFiles } from './files/commands.ts';
export { isFailure } from './files/commands.ts';
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
  useSimpleView,
} from './hooks.tsx';
export type { JudgedReview, SavedFilter } from './judging/commands.ts';
export type { Marks } from './library/commands.ts';

export {
  type Imported,
  type ImportFailure,
  type LibraryAsked,
  NOTHING_ASKED,
  type OpenLibrary,
  outOf,
} from './library/state.ts';
export { refusalIn } from './refusal.ts';
export type { PublishedVersion, ReadySkill } from './repositories/commands.ts';
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
export { hasFailed } from './review/review-steps.ts';
export { useQueuedText } from './session/draft-hooks.ts';
export { localDrafts } from './session/drafts.ts';
export { takeGivenPrompts } from './session/given-prompt.ts';
export { isRunning } from './session/run-state.ts';
export { NEW_DRAFT } from './session/state.ts';
export type { AuthorCommands, NewSkillInput } from './skills/author-commands.ts';
export { takeGivenFiles } from './skills/given-file.ts';
export { useUpdates } from './updates/use-updates.ts';
