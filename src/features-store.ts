/** The slices that features add to the window's store. */
export { type ArchiveData, archiveCommands, NO_ARCHIVE } from './features/archive/slice.ts';
export { NO_PROFILE, type ProfileData, profileCommands } from './features/bookings/slice.ts';
export {
  type DraftWork,
  draftingCommands,
  type EvalAsked,
  type EvalJob,
  type EvalsData,
  evalCommands,
  type ImprovingWork,
  NO_DRAFT,
  NO_EVALS,
  NO_SKILL_EVALS,
  type TryRequest,
  tryCommands,
} from './features/evals/slice.ts';
export { type JudgedReview, judgingCommands, type SavedFilter } from './features/judging/slice.ts';
export { mcpCommands } from './features/mcp/slice.ts';
export { type PublishedVersion, type ReadySkill, repositoryCommands } from './features/repositories/slice.ts';
export { libraryAddress, libraryPlace, readLibraryAddress } from './features/review/library-address.ts';
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
} from './features/review/slice.ts';
export { telemetryCommands } from './features/telemetry/slice.ts';
export { updateCommands } from './features/updates/slice.ts';
export { watchCommands } from './features/watches/slice.ts';
