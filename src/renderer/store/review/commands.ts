import type { ContextView } from '../../../shared/contract.ts';
import type { SearchResult } from '../../../shared/review.ts';
import type { TerminalRecording } from '../../../shared/terminal.ts';
import type { CommandContext } from '../command-context.ts';
import type { ContextData } from '../context/state.ts';
import { type InSession, inSelected } from '../session/in-session.ts';
import type { SessionData } from '../session/state.ts';
import type { SkillsData } from '../skills/state.ts';
import { type PlayerClock, realClock } from './review-player.ts';
import { type MomentActions, type ShownMoment, shownMoment } from './shown-moment.ts';
import type { FoundPlace, ReviewData, WrittenNote } from './state.ts';

/** Requests that going back and forth finds again at once. */
const KEPT_REQUESTS = 24;

type RequestActions = ReturnType<typeof requestActions>;

type NoteActions = ReturnType<typeof noteActions>;

type FindCommands = ReturnType<typeof findCommands>;

/** Actions of a reviewer, on the open session; where none is, nothing happens. */
export interface ReviewActions extends MomentActions, RequestActions, NoteActions {
  /**
   * Opens a session at an event, and marks `words` there.
   * @param past shows that moment in place of now: what an edit replaced can be seen in no other way.
   */
  openAt(sessionId: string, seq: number, how?: { readonly words?: string; readonly past?: boolean }): void;
  /** Texts that have every word, in all sessions; the latest first. Undefined where it could not be asked. */
  searchTexts(words: string, limit: number): Promise<SearchResult | undefined>;
  /** Found words are no longer marked. */
  forgetFound(): void;
  /** Words in the open session. */
  readonly find: FindCommands;
  /** Creates and opens a new session that continues after the event. */
  branch(seq: number): Promise<boolean>;
  /** Output of a call's script, with its times. */
  readRecording(callId: string): Promise<TerminalRecording | undefined>;
}

type Context = CommandContext<ReviewData & SessionData & SkillsData & ContextData>;

export interface Review extends Pick<ShownMoment, 'grown' | 'closed'> {
  readonly actions: ReviewActions;
}

/** @param moved after the moment has changed. */
export function createReview(context: Context, moved: () => void, clock: PlayerClock = realClock): Review {
  const { connection, data, open } = context;
  const { sessions, review, terminal } = connection.client;
  const { actions: moment, grown, closed } = shownMoment(data, moved, clock);
  const selected = inSelected(context);
  const { inSession } = selected;

  const actions: ReviewActions = {
    ...moment,
    ...requestActions(context, selected),
    ...noteActions(context, selected),
    openAt(sessionId, seq, { words = '', past = false } = {}) {
      open(sessionId);
      data.setState({ author: undefined, map: undefined, found: { seq, words } });
      if (past) moment.lookBack(seq);
      else moment.backToNow();
    },
    searchTexts: (words, limit) => review.search({ words, limit }).catch(() => undefined),
    forgetFound: () => data.setState({ found: undefined }),
    find: findCommands(context, moment),
    branch: async (at) => {
      const made = await inSession((sessionId) => sessions.fork({ sessionId, at }));
      if (made === undefined) return false;
      open(made.sessionId);
      return true;
    },
    readRecording: (callId) => inSession((sessionId) => terminal.recording({ sessionId, callId })),
  };
  return { actions, grown, closed };
}

/** Texts of one session that are asked for. */
const MOST_PRINTED = 1_000;

function findCommands({ connection, data }: Context, { lookBack }: Pick<MomentActions, 'lookBack'>) {
  const { review } = connection.client;
  return {
    /** The box for words; hiding it also clears the highlights. */
    show: (finding: boolean) => data.setState(finding ? { finding } : { finding, found: undefined }),
    /** Highlights a place; one that is later than the moment shown brings its own moment. */
    mark(found: FoundPlace | undefined) {
      data.setState({ found });
      const { moment } = data.getState();
      if (found !== undefined && moment !== undefined && found.seq > moment.seq) lookBack(found.seq);
    },
    /** Numbers of the events whose scripts printed every word. Never throws. */
    async inTerminals(words: string) {
      const { selected: sessionId } = data.getState();
      if (sessionId === undefined) return [];
      const asked = { words, sessionId, roles: ['terminal' as const], limit: MOST_PRINTED };
      const { results } = await review.search(asked).catch(() => ({ results: [] }));
      return results.map(({ seq }) => seq);
    },
  };
}

function requestActions({ connection, data }: Context, { inSession }: InSession) {
  const { context, review } = connection.client;
  const requests = new Map<string, ContextView>();
  return {
    /** Every request that was sent. */
    listRequests: () => inSession((sessionId) => context.requests({ sessionId })),
    /** The request sent at, or due after, an event. Kept for a while. */
    requestAt: (seq: number) =>
      inSession(async (sessionId) => {
        const key = `${sessionId} ${seq}`;
        const view = requests.get(key) ?? (await context.show({ sessionId, at: seq }));
        requests.delete(key);
        requests.set(key, view);
        for (const oldest of [...requests.keys()].slice(0, -KEPT_REQUESTS)) requests.delete(oldest);
        return view;
      }),
    /** Rebuilds every request and compares the hashes. Not again where nothing has come since. */
    verifyRequests: async () => {
      const { selected, log, verified } = data.getState();
      if (selected === undefined || log === undefined) return false;
      const seq = log.state.lastSeq;
      if (verified?.session === selected && verified.seq === seq) return true;
      data.setState({ verified: { session: selected, seq, result: 'running' } });
      const result = await inSession((sessionId) => review.verify({ sessionId }));
      if (data.getState().selected !== selected) return false;
      data.setState({ verified: result === undefined ? undefined : { session: selected, seq, result } });
      return result !== undefined;
    },
    /** True if an event of the open session was altered. Never throws. */
    async checkRecord() {
      const { selected: session } = data.getState();
      if (session === undefined) return;
      const checked = await review.chain({ sessionId: session }).catch(() => undefined);
      if (checked === undefined || data.getState().selected !== session) return;
      data.setState({ record: { session, ...checked } });
    },
  };
}

function noteActions({ connection, data, notifier, attempt }: Context, { done }: InSession) {
  const { sessions } = connection.client;
  return {
    /** Opens the box for a note beside an event; `undefined` closes it. */
    writeNote: (writingNote: WrittenNote | undefined) => data.setState({ writingNote }),
    addNote: (on: number, text: string) => done((sessionId) => sessions.addNote({ sessionId, on, text })),
    changeNote: (note: string, text: string) => done((sessionId) => sessions.changeNote({ sessionId, note, text })),
    /** Offers to undo it. */
    removeNote: (note: string) =>
      done(async (sessionId) => {
        const gone = data.getState().log?.state.notes.find(({ id }) => id === note);
        await sessions.removeNote({ sessionId, note });
        if (gone === undefined) return;
        const { on, text } = gone;
        notifier.noteRemoved(() => void attempt(() => sessions.addNote({ sessionId, on, text })));
      }),
  };
}
