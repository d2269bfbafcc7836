/** Holds what the user allowed beyond one call. Never read from a session's log, which may be imported. */
import type { Grant } from '../../../shared/contract/grants.ts';
import type { Decision } from '../../../shared/events.ts';

/** A grant before it is given. */
export type GrantSeed = Pick<Grant, 'key' | 'what' | 'label' | 'skill' | 'version'>;

/** Storage for grants. */
export interface GrantStore {
  list(): readonly Grant[];
  /** Takes the place of one with the same key; among those of sessions, of the same session. */
  add(grant: Grant): void;
  /** @param sessionId removes it for this session only. */
  remove(key: string, sessionId?: string): void;
}

export interface GrantStores {
  /** Absent: as good as `session`. */
  readonly always?: GrantStore | undefined;
  /** Absent: until the program ends. */
  readonly ofSessions?: GrantStore | undefined;
}

function inMemory(): GrantStore {
  let grants: readonly Grant[] = [];
  const remove = (key: string, sessionId?: string): void => {
    grants = grants.filter((grant) => grant.key !== key || (sessionId !== undefined && grant.sessionId !== sessionId));
  };
  return {
    list: () => grants,
    add(grant) {
      remove(grant.key, grant.sessionId);
      grants = [...grants, grant];
    },
    remove,
  };
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
  /** Restores what a withdrawal removed; undefined if there was none since the start. */
  restore(key: string): Grant | undefined;
  forget(sessionId: string): void;
}

/** @param now milliseconds since the epoch. */
export function createGrants(
  { always, ofSessions = inMemory() }: GrantStores,
  now: () => number = Date.now,
): AllGrants {
  const withdrawn = new Map<string, readonly Grant[]>();
  const everywhere = (): readonly Grant[] => always?.list() ?? [];
  const put = (grant: Grant): void =>
    (grant.span === 'always' && always !== undefined ? always : ofSessions).add(grant);
  return {
    of: (sessionId) => ({
      has: (key) =>
        ofSessions.list().some((grant) => grant.key === key && grant.sessionId === sessionId) ||
        everywhere().some((grant) => grant.key === key),
      remember(seed, decision) {
        if (decision !== 'session' && decision !== 'always') return;
        const span = always === undefined ? 'session' : decision;
        put({ ...seed, span, at: new Date(now()).toISOString(), sessionId });
      },
    }),
    list(sessionId) {
      const own = ofSessions.list().filter((grant) => sessionId === undefined || grant.sessionId === sessionId);
      return [...own, ...everywhere()].toSorted((a, b) => (b.at ?? '').localeCompare(a.at ?? ''));
    },
    withdraw(key) {
      const found = [...ofSessions.list(), ...everywhere()].filter((grant) => grant.key === key);
      if (found.length === 0) return undefined;
      // Removes the key everywhere, so that the same action is not allowed in another session.
      ofSessions.remove(key);
      always?.remove(key);
      withdrawn.set(key, found);
      return found[0];
    },
    restore(key) {
      const grants = withdrawn.get(key) ?? [];
      withdrawn.delete(key);
      for (const grant of grants) put(grant);
      return grants[0];
    },
    forget(sessionId) {
      for (const grant of ofSessions.list()) {
        if (grant.sessionId === sessionId) ofSessions.remove(grant.key, sessionId);
      }
    },
  };
}
