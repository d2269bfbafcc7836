import type { ArchiveData, EvalsData, LibraryData, ProfileData } from '../../features-store.ts';
import type { ReviewData, SessionData, SkillsData } from './slices/session-state.ts';
import type { WindowData } from './slices/window-state.ts';
import type { ContextData } from './state.ts';

/** Everything the screen knows, slice by slice. */
export interface AppData
  extends WindowData,
    SessionData,
    ContextData,
    SkillsData,
    ReviewData,
    LibraryData,
    EvalsData,
    ProfileData,
    ArchiveData {}
