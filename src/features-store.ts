/** The slices that features add to the window's store. */
export { type ArchiveData, archiveCommands, NO_ARCHIVE } from './features/archive/slice.ts';
export { NO_PROFILE, type ProfileData, profileCommands } from './features/bookings/slice.ts';
export {
  type EvalAsked,
  type EvalJob,
  type EvalsData,
  evalCommands,
  NO_EVALS,
  NO_SKILL_EVALS,
} from './features/evals/store/commands.ts';
export {
  type DraftingData,
  type DraftWork,
  draftingCommands,
  NO_DRAFT,
  NO_DRAFTING,
} from './features/evals/store/drafting.ts';
export {
  type ImprovingData,
  type ImprovingWork,
  improvingCommands,
  NO_IMPROVING,
  NO_SKILL_IMPROVING,
} from './features/evals/store/improving.ts';
export {
  type ByHandRequest,
  NO_TRIES,
  type TryData,
  type TryRequest,
  tryCommands,
} from './features/evals/store/try-commands.ts';
export { type JudgedReview, judgingCommands, type SavedFilter } from './features/judging/slice.ts';
export { mcpCommands } from './features/mcp/slice.ts';
export { type PublishedVersion, type ReadySkill, repositoryCommands } from './features/repositories/slice.ts';
export {
  type Imported,
  type ImportFailure,
  type LibraryAsked,
  type LibraryData,
  libraryCommands,
  type Marks,
  NO_LIBRARY,
  NOTHING_ASKED,
  type OpenLibrary,
  outOf,
} from './features/review/store/library.ts';
export { libraryAddress, libraryPlace, readLibraryAddress } from './features/review/store/library-address.ts';
export { telemetryCommands } from './features/telemetry/slice.ts';
export { updateCommands } from './features/updates/slice.ts';
