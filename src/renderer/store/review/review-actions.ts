import type { SentRequestView } from '../../../shared/context-views.ts';
import type { ContextView } from '../../../shared/contract.ts';
import type { SearchResult } from '../../../shared/review.ts';
import type { TerminalRecording } from '../../../shared/terminal.ts';
import type { WrittenNote } from './review-data.ts';
import type { Pace } from './review-player.ts';

/** Actions of a reviewer on the open session; without one they do nothing. */
export interface ReviewActions {
  /** Shows the moment after the event `seq`, or after the last one, in place of now. */
  lookBack(seq?: number): void;
  backToNow(): void;
  /** Moves to the event before or after, or to the start of the turn before or after. Ends playback. */
  stepMoment(by: 'event' | 'turn', direction: 1 | -1): void;
  /** Plays from the current moment, or from the beginning at the end. */
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
  /** Removes the highlight of the search hit. */
  forgetFound(): void;
  /** Every request that was sent. */
  listRequests(): Promise<readonly SentRequestView[] | undefined>;
  /** The request sent at, or due after, an event. Kept for a while. */
  requestAt(seq: number): Promise<ContextView | undefined>;
  /** Rebuilds every request and compares the hashes. Not again where nothing has come since. */
  verifyRequests(): Promise<boolean>;
  /** Creates and opens a new session that continues after the event. */
  branch(seq: number): Promise<boolean>;
  /** Opens the box for a note beside an event; `undefined` closes it. */
  writeNote(which: WrittenNote | undefined): void;
  addNote(seq: number, text: string): Promise<boolean>;
  changeNote(note: string, text: string): Promise<boolean>;
  /** Offers to undo it. */
  removeNote(note: string): Promise<boolean>;
  /** Terminal output of a call's script, with times. */
  readRecording(callId: string): Promise<TerminalRecording | undefined>;
}
