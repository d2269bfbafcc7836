/** The sessions in memory, opened on first use. */
import type { SessionDeps } from './deps.ts';
import { LiveSession } from './live-session.ts';
import { noSession } from './no-session.ts';

export class SessionRegistry {
  readonly #deps: Pick<SessionDeps, 'store'>;
  readonly #open = new Map<string, LiveSession>();
  readonly #listeners = new Set<() => void>();
  #announced = false;

  constructor(deps: Pick<SessionDeps, 'store'>) {
    this.#deps = deps;
  }

  /** @throws SkilldeckError `session-not-found`. */
  get(id: string): LiveSession {
    const open = this.#open.get(id);
    if (open !== undefined) return open;
    if (!this.#deps.store.has(id)) throw noSession(id);
    return this.add(id);
  }

  /** A session that has no events yet, or has not been opened. */
  add(id: string): LiveSession {
    const session = new LiveSession(id, this.#deps.store);
    session.listen(session.state.lastSeq, { events: () => this.#announce(), delta: () => {} });
    this.#open.set(id, session);
    return session;
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Stops every run and waits for the ends of all. */
  async stopAll(): Promise<void> {
    await Promise.all([...this.#open.values()].map((session) => session.stop()));
  }

  /** Tells of a session that came to be without being opened here. */
  announceStored(): void {
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
