import type { SessionLog } from '../../../shared/reducer.ts';
import type { Verification } from '../../../shared/review.ts';
import type { Pace, Passage } from './review-player.ts';

/** A moment of the open session that is looked at in place of now. */
export interface Moment {
  /** `seq` of the latest event shown. */
  readonly seq: number;
  /** The log up to it. */
  readonly log: SessionLog;
}

/** Place of a search hit: words to highlight and scroll into view. */
export interface FoundPlace {
  readonly seq: number;
  /** Empty: the place itself. */
  readonly words: string;
  /** In what the model thought before its answer. */
  readonly thought?: true;
}

/** Verification results of the open session's requests, and the event up to which they hold. */
interface Verified {
  readonly session: string;
  readonly seq: number;
  readonly result: Verification | 'running';
}

interface CheckedRecord extends Pick<Verification, 'events' | 'chain' | 'signature'> {
  readonly session: string;
}

/** `note`: the id of one that is changed; else it is new. */
export interface WrittenNote {
  readonly on: number;
  readonly note?: string;
}

export interface ReviewData {
  readonly moment: Moment | undefined;
  readonly pace: Pace;
  /** Set while the recording plays. */
  readonly passage: Passage | undefined;
  readonly found: FoundPlace | undefined;
  /** The box that finds words in the open session is shown. */
  readonly finding: boolean;
  readonly verified: Verified | undefined;
  /** True if the open session's record was altered, checked when it is opened. */
  readonly record: CheckedRecord | undefined;
  /** The box for a note is open. */
  readonly writingNote: WrittenNote | undefined;
}

export const NO_REVIEW: ReviewData = {
  moment: undefined,
  pace: 'real',
  passage: undefined,
  found: undefined,
  finding: false,
  verified: undefined,
  record: undefined,
  writingNote: undefined,
};
