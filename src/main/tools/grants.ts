/** What the person allowed beyond one call. Kept by the core, never read from a session's log: a log may be imported. */
import type { Grant } from '../../shared/contract/grants.ts';
import type { Decision } from '../../shared/events.ts';

/** A grant before it is given. */
export type GrantSeed = Pick<Grant, 'key' | 'what' | 'label' | 'skill' | 'version'>;

/** Where `always` is kept. */
export interface GrantStore {
  list(): readonly Grant[];
  /** Takes the place of one with the same key. */
  add(grant: Grant): void;
  remove(key: string): void;
}

export interface SessionGrants {
  has(key: string): boolean;
  /** `once` and `denied` change nothing. */
  remember(grant: GrantSeed, decision: Decision): void;
}

/** The grants of all sessions; each session sees its own and those for always. */
export interface AllGrants {
  of(sessionId: string): SessionGrants;
  /** The latest first. */
  list(sessionId?: string): readonly Grant[];
  /** Undefined where there is none. */
  withdraw(key: string): Grant | undefined;
  /** What a withdrawal took away; undefined where none did since the start. */
  restore(key: string): Grant | undefined;
  forget(sessionId: string): void;
}

/** @param now milliseconds since the epoch. */
export function createGrants(always: GrantStore | undefined, now: () => number = Date.now): AllGrants {
  const sessions = new Map<string, Map<string, Grant>>();
  const withdrawn = new Map<string, Grant>();
  const stored = (key: string): Grant | undefined => always?.list().find((grant) => grant.key === key);
  const put = (grant: Grant): void => {
    const { sessionId = '' } = grant;
    if (grant.span === 'always' && always !== undefined) always.add(grant);
    else sessions.set(sessionId, (sessions.get(sessionId) ?? new Map<string, Grant>()).set(grant.key, grant));
  };
  return {
    of: (sessionId) => ({
      has: (key) => sessions.get(sessionId)?.has(key) === true || stored(key) !== undefined,
      remember(seed, decision) {
        if (decision !== 'session' && decision !== 'always') return;
        const span = always === undefined ? 'session' : decision;
        put({ ...seed, span, at: new Date(now()).toISOString(), sessionId });
      },
    }),
    list(sessionId) {
      const own = [...sessions].filter(([id]) => sessionId === undefined || id === sessionId);
      return [...own.flatMap(([, grants]) => [...grants.values()]), ...(always?.list() ?? [])].toSorted((a, b) =>
        (b.at ?? '').localeCompare(a.at ?? ''),
      );
    },
    withdraw(key) {
      const held = [...sessions.values()].flatMap((grants) => grants.get(key) ?? []);
      const found = held[0] ?? stored(key);
      if (found === undefined) return undefined;
      // A key is what was allowed: nobody goes on allowing it elsewhere.
      for (const grants of sessions.values()) grants.delete(key);
      if (stored(key) !== undefined) always?.remove(key);
      withdrawn.set(key, found);
      return found;
    },
    restore(key) {
      const grant = withdrawn.get(key);
      withdrawn.delete(key);
      if (grant !== undefined) put(grant);
      return grant;
    },
    forget: (sessionId) => void sessions.delete(sessionId),
  };
}
