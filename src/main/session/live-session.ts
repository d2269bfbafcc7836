/** A session in memory: its log and fold, who listens, and the run that is under way. Append first, then publish. */
import type { Delta, DeltaBody, EventBody, KnownEvent, SessionEvent } from '../../shared/events.ts';
import { detailed } from '../../shared/messages/detail.ts';
import { advance, type SessionLog, startLog } from '../../shared/reducer.ts';
import type { SessionState } from '../../shared/session-state.ts';
import type { ApprovalAnswer } from '../agent/ports.ts';
import type { Store } from '../store/store.ts';
import { endsAnswer, Streaming } from './streaming.ts';

export interface Listener {
  events(events: readonly SessionEvent[]): void;
  delta(delta: Delta): void;
  /** The run has ended, and the log could not take its end. */
  failed?(error: unknown): void;
}

/** Storage for a session's log. */
export type SessionStore = Pick<Store, 'events' | 'append' | 'saveDraft'>;

export class LiveSession {
  readonly id: string;
  readonly #store: SessionStore;
  readonly #listeners = new Set<Listener>();
  readonly #waiting = new Map<string, (answer: ApprovalAnswer) => void>();
  readonly #streaming: Streaming;
  #log: SessionLog;
  #run: { readonly abort: AbortController; readonly done: Promise<void> } | undefined;

  constructor(id: string, store: SessionStore) {
    this.id = id;
    this.#store = store;
    this.#log = startLog(id, store.events(id));
    this.#streaming = new Streaming({
      session: id,
      saveDraft: (draft) => store.saveDraft(id, draft),
      emit: (delta) => {
        for (const listener of this.#listeners) listener.delta(delta);
      },
    });
  }

  get state(): SessionState {
    return this.#log.state;
  }

  get events(): readonly SessionEvent[] {
    return this.#log.events;
  }

  get running(): boolean {
    return this.#run !== undefined;
  }

  /** Writes to the disk, then to the fold, then to the listeners. */
  append(...bodies: readonly EventBody[]): readonly KnownEvent[] {
    if (bodies.length === 0) return [];
    // The end of an answer is stored with its event: its draft, which can be long, is not written once more before.
    const endsDraft = bodies.some(endsAnswer);
    if (!endsDraft) this.#streaming.flush();
    const events = this.#store.append(this.id, bodies);
    if (endsDraft) this.#streaming.show();
    this.#log = advance(this.#log, events);
    this.#streaming.settle(events);
    for (const listener of this.#listeners) listener.events(events);
    return events;
  }

  /** Notifies listeners of a failure that no event can report: the end of the run cannot be stored. */
  fail(error: unknown): void {
    for (const listener of [...this.#listeners]) listener.failed?.(error);
  }

  publish(delta: DeltaBody): void {
    this.#streaming.push(delta);
  }

  /** Gives the listener what came after `afterSeq` and what is streaming now, then everything as it happens. */
  listen(afterSeq: number, listener: Listener): () => void {
    this.#streaming.flush();
    const missed = this.#log.events.filter((event) => event.seq > afterSeq);
    if (missed.length > 0) listener.events(missed);
    for (const delta of this.#streaming.current()) listener.delta(delta);
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Resolves with the user's answer, with `unasked` if the host cannot ask anyone, or with `denied` on abort. */
  waitForDecision(callId: string, signal: AbortSignal): Promise<ApprovalAnswer> {
    return new Promise((resolve) => {
      const settle = (answer: ApprovalAnswer) => {
        this.#waiting.delete(callId);
        signal.removeEventListener('abort', deny);
        resolve(answer);
      };
      const deny = () => settle('denied');
      if (signal.aborted) return deny();
      signal.addEventListener('abort', deny, { once: true });
      this.#waiting.set(callId, settle);
    });
  }

  /** @throws SkilldeckError `approval-not-found` if no call waits for this answer (any more). */
  decide(callId: string, answer: ApprovalAnswer): void {
    const settle = this.#waiting.get(callId);
    if (settle === undefined) {
      throw detailed('approval-not-found', 'approval-over');
    }
    settle(answer);
  }

  /** @throws SkilldeckError `session-busy` while a run is under way. */
  assertIdle(): void {
    if (this.#run === undefined) return;
    throw detailed('session-busy', 'still-working');
  }

  /**
   * Starts the one run of this session. `work` must not throw; the host of last resort reports it if it does.
   * @returns a promise that settles when the session is idle again.
   */
  startRun(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    this.assertIdle();
    const abort = new AbortController();
    const done = work(abort.signal).finally(() => {
      this.#run = undefined;
    });
    this.#run = { abort, done };
    return done;
  }

  /** Asks the run to stop and waits until it has. False where none was under way. */
  async stop(): Promise<boolean> {
    const run = this.#run;
    if (run === undefined) return false;
    run.abort.abort();
    await run.done;
    return true;
  }
}
