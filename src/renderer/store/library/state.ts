import type { Failure } from '../../../shared/messages/failure.ts';
import type {
  ImportProgress,
  ImportResult,
  LibraryFilters,
  LibraryQuery,
  LibrarySort,
  Verification,
} from '../../../shared/review.ts';

/** Page shown in place of the chat: all conversations, the costs of one, a comparison, the review queue, or all trips. */
export type OpenLibrary =
  | { readonly page: 'trips' }
  /** `compareWith`: the next one that is chosen is compared with this one. */
  | { readonly page: 'list'; readonly compareWith?: string }
  /** `by`: the table that is chosen. */
  | { readonly page: 'costs'; readonly session: string; readonly by?: string }
  /** Three and more. */
  | { readonly page: 'compare-many'; readonly sessions: readonly string[] }
  /** `session`: the one that is being judged. */
  | { readonly page: 'judge'; readonly session?: string | undefined }
  /** `requests`: two of their requests, by event, whose difference is shown. */
  | {
      readonly page: 'compare';
      readonly a: string;
      readonly b: string;
      readonly requests?: { readonly a: number; readonly b: number };
    };

/** Query of the list. Kept after leaving the list, so that the user returns to the same place. */
export interface LibraryAsked {
  readonly words: string;
  readonly filters: LibraryFilters;
  readonly sort: LibrarySort;
  /** Absent: as the sort suggests. */
  readonly direction?: LibraryQuery['direction'];
}

/** One step out: from a detail to its page, to the list, and back to the chat. */
export function outOf(open: OpenLibrary): OpenLibrary | undefined {
  if (open.page === 'list' || open.page === 'trips') return undefined;
  const { page } = open;
  if (page === 'compare' && open.requests !== undefined) return { page, a: open.a, b: open.b };
  return { page: 'list' };
}

export type ImportFailure =
  | { readonly why: 'too-large'; readonly size: number }
  | { readonly why: 'unread'; readonly message: string }
  | { readonly why: 'refused'; readonly failure: Failure }
  | { readonly why: 'cancelled' };

/** Outcome of one file's import. */
export type Imported =
  | { readonly state: 'waiting'; readonly name: string }
  /** `read` and `size` in bytes. */
  | {
      readonly state: 'reading';
      readonly name: string;
      readonly read: number;
      readonly size: number;
      readonly progress: ImportProgress;
    }
  | { readonly state: 'failed'; readonly name: string; readonly failure: ImportFailure }
  | {
      readonly state: 'done';
      readonly name: string;
      readonly result: ImportResult;
      /** Absent while it is on its way, or where there is nothing to verify. */
      readonly verified?: Verification;
    };

export interface LibraryData {
  readonly library: OpenLibrary | undefined;
  readonly asked: LibraryAsked;
  /** Imports since the window opened, until dismissed. */
  readonly imports: readonly Imported[];
}

export const NOTHING_ASKED: LibraryAsked = { words: '', filters: {}, sort: 'updated' };

export const NO_LIBRARY: LibraryData = { library: undefined, asked: NOTHING_ASKED, imports: [] };
