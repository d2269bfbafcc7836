/** Sessions in memory: opened on first use, released when no longer used. */
import { setImmediate as rest } from 'node:timers/promises';
import type { SessionEvent } from '../../shared/events.ts';
import { LiveSession, type SessionDeps } from './live-session.ts';
import { noSession } from './requests.ts';

/** Milliseconds that reading a long log may keep others waiting. */
const TURN_MS = 10;

/** Sessions that stay in memory unused: going back to one of the last few reads nothing from the disk. */
const KEPT_UNUSED = 8;

export class SessionRegistry {
  readonly #deps: Pick<SessionDeps, 'store'>;
  /**
   * Watching or running a session holds it; in the meantime every caller gets the same object. Two objects for one session
   * would each miss what the other appends.
   */
  readonly #open = new Map<string, WeakRef<LiveSession>>();
  readonly #gone = new FinalizationRegistry<string>((id) => {
    if (this.#open.get(id)?.deref() === undefined) this.#open.delete(id);
  });
  /** The latest last. */
  readonly #recent = new Map<string, LiveSession>();
  readonly #listeners = new Set<() => void>();
  #announced = false;
  #loading: Promise<unknown> = Promise.resolve();

  constructor(deps: Pick<SessionDeps, 'store'>) {
    this.#deps = deps;
  }

  /** @throws SkilldeckError `session-not-found`. */
  get(id: string): LiveSession {
    const open = this.#open.get(id)?.deref();
    if (open !== undefined) return this.#keep(open);
    if (!this.#deps.store.has(id)) throw noSession(id);
    return this.add(id);
  }

  /** The same, read in turns: others are served in between. */
  load(id: string): Promise<LiveSession> {
    // One after the other: fifty at once would take their turns together.
    const loaded = this.#loading.then(rest).then(() => this.#read(id));
    this.#loading = loaded.catch(() => {});
    return loaded;
  }

  async #read(id: string): Promise<LiveSession> {
    const { store } = this.#deps;
    const last = store.lastSeq(id);
    const end = store.end(id)?.hash;
    const events: SessionEvent[] = [];
    for (let [from, count] = [0, 10]; from < last && this.#open.get(id)?.deref() === undefined; ) {
      const begun = performance.now();
      for (const event of store.events(id, { afterSeq: from, toSeq: from + count })) events.push(event);
      from += count;
      count = Math.ceil(count * Math.min(2, Math.max(0.1, TURN_MS / (performance.now() - begun))));
      if (from < last) await rest();
    }
    // In the meantime another may have opened it, or replaced it.
    const isWhole = store.lastSeq(id) === last && store.end(id)?.hash === end;
    const isOpen = this.#open.get(id)?.deref() !== undefined;
    return isOpen || !isWhole || !store.has(id) ? this.get(id) : this.add(id, events);
  }

  /** A session that has no events yet, or has not been opened. */
  add(id: string, events?: readonly SessionEvent[]): LiveSession {
    const session = new LiveSession(id, this.#deps.store, events);
    session.listen(session.state.lastSeq, { events: () => this.#announce(), delta: () => {} });
    this.#open.set(id, new WeakRef(session));
    this.#gone.register(session, id);
    return this.#keep(session);
  }

  #keep(session: LiveSession): LiveSession {
    this.#recent.delete(session.id);
    this.#recent.set(session.id, session);
    for (const oldest of [...this.#recent.keys()].slice(0, -KEPT_UNUSED)) this.#recent.delete(oldest);
    return session;
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Stops every run and waits for the ends of all. */
  async stopAll(): Promise<void> {
    await Promise.all([...this.#open.values()].map((session) => session.deref()?.stop()));
  }

  /** Announces a session that was created without being opened here. */
  announceStored(): void {
    this.#announce();
  }

  /** The stored session is another one from here on. */
  drop(id: string): void {
    this.#open.delete(id);
    this.#recent.delete(id);
    this.#announce();
  }

  /** All events of one tick of the event loop are one change of the list. */
  #announce(): void {
    if (this.#announced) return;
    this.#announced = true;
    setImmediate(() => {
      this.#announced = false;
      for (const listener of this.#listeners) listener();
    });
  }
}
