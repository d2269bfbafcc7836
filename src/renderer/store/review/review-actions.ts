import type { SentRequestView } from '../../../shared/context-views.ts';
import type { ContextView } from '../../../shared/contract.ts';
import type { SearchResult } from '../../../shared/review.ts';
import type { TerminalRecording } from '../../../shared/terminal.ts';
import type { WrittenNote } from './review-data.ts';
import type { Pace } from './review-player.ts';

/** What a reviewer does. Of the open session; where none is, nothing happens. */
export interface ReviewActions {
  /** Shows the moment after the event `seq`, or after the last one, in place of now. */
  lookBack(seq?: number): void;
  backToNow(): void;
  /** To the event before or after; to the beginning of the turn before or after. Ends playing. */
  stepMoment(by: 'event' | 'turn', direction: 1 | -1): void;
  /** From the moment on; from the beginning where it is at the end. */
  playMoments(): void;
  pauseMoments(): void;
  setPace(pace: Pace): void;
  /**
   * Opens a session at an event, and marks `words` there.
   * @param past shows that moment in place of now: what an edit set aside can be seen in no other way.
   */
  openAt(sessionId: string, seq: number, how?: { readonly words?: string; readonly past?: boolean }): void;
  /** Texts that have every word, in all sessions; the latest first. Undefined where it could not be asked. */
  searchTexts(words: string, limit: number): Promise<SearchResult | undefined>;
  /** What was found is no longer marked. */
  forgetFound(): void;
  /** Every request that was sent. */
  listRequests(): Promise<readonly SentRequestView[] | undefined>;
  /** The request sent at, or due after, an event. Kept for a while. */
  requestAt(seq: number): Promise<ContextView | undefined>;
  /** Rebuilds every request and compares the hashes. Not again where nothing has come since. */
  verifyRequests(): Promise<boolean>;
  /** A new session that goes on from after the event, and opens it. */
  branch(seq: number): Promise<boolean>;
  /** Opens the box for a note beside an event; `undefined` closes it. */
  writeNote(which: WrittenNote | undefined): void;
  addNote(seq: number, text: string): Promise<boolean>;
  changeNote(note: string, text: string): Promise<boolean>;
  /** Offers to undo it. */
  removeNote(note: string): Promise<boolean>;
  /** What the script of a call printed, with its times. */
  readRecording(callId: string): Promise<TerminalRecording | undefined>;
}
