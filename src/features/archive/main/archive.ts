/** The port of an archive of sessions: a place that a team writes to and no one overwrites. */
import type { Review } from '../../../shared/review/reviews.ts';

/** One pushed version of a session, as its row says. */
export interface ArchivedLog {
  /** Grows with each version. */
  readonly order: number;
  readonly session: string;
  /** SHA-256 of the export's text, and its key. */
  readonly digest: string;
  readonly by: string;
  /** ISO 8601. */
  readonly at: string;
  /** Size of the export. */
  readonly bytes: number;
}

/** Facts of a session that need no reading of the export. */
interface PushedFacts {
  readonly title: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly model: string;
  readonly skills: readonly string[];
  readonly outcome: string;
}

/** A person's words beside an event. The newest `at` of a note counts; one that was removed stays as removed. */
export interface SharedNote {
  readonly session: string;
  readonly note: string;
  /** `seq` of the event. */
  readonly on: number;
  readonly text: string;
  readonly by: string;
  /** ISO 8601: when it was written, changed or removed. */
  readonly at: string;
  readonly removed: boolean;
}

interface Push extends Omit<ArchivedLog, 'order'> {
  readonly facts: PushedFacts;
  /** The export, compressed with gzip, in parts of at most `PART_BYTES`. */
  parts(): AsyncIterable<Buffer>;
}

/** Bytes: below what servers take in one statement unless told otherwise (MySQL before 8: 4 MiB). */
export const PART_BYTES = 1024 * 1024;

/**
 * One connection to an archive. Each operation throws `import-refused` with a reason (`ImportRefusal`), and the signal's
 * reason on abort.
 */
export interface Archive {
  /** Every version of every session, the oldest first; empty where nothing was ever pushed. */
  list(): Promise<readonly ArchivedLog[]>;
  /** The compressed export, in order. */
  pull(digest: string): AsyncIterable<Buffer>;
  /** Whole or not at all; content that is there is left as it is. */
  push(log: Push): Promise<'pushed' | 'there'>;
  /** Notes on all sessions. */
  notes(): Promise<readonly SharedNote[]>;
  /** Those that are newer than what is there. */
  pushNotes(notes: readonly SharedNote[]): Promise<void>;
  /** Reviews of all sessions; unreadable ones are left out. */
  reviews(): Promise<readonly Review[]>;
  /** A set that only grows: those that are there stay. */
  pushReviews(reviews: readonly Review[]): Promise<void>;
  close(): Promise<void>;
}
