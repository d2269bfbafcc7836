/** What the person allowed beyond one call. Kept by the core, never read from a session's log: a log may be imported. */
import type { Decision } from '../../shared/events.ts';

/** Where `always` is kept. */
export interface GrantStore {
  has(key: string): boolean;
  add(key: string): void;
}

export interface SessionGrants {
  has(key: string): boolean;
  /** `once` and `denied` change nothing. */
  remember(key: string, decision: Decision): void;
}

export function createSessionGrants(always: GrantStore | undefined): SessionGrants {
  const session = new Set<string>();
  return {
    has: (key) => session.has(key) || always?.has(key) === true,
    remember(key, decision) {
      if (decision === 'session' || (decision === 'always' && always === undefined)) session.add(key);
      else if (decision === 'always') always?.add(key);
    },
  };
}
