import type { Grant } from '../../../shared/contract/grants.ts';
import type { ApiDeps } from '../../api/api-deps.ts';
import { done, type Implementer } from '../../api/implement-contract.ts';

export interface GrantCommands {
  /** The latest first. */
  list(sessionId?: string): Grant[];
  /** Holds from the next run on. False where there is none of that key. */
  withdraw(key: string): boolean;
  /** What was withdrawn since the start holds again. */
  restore(key: string): void;
}

export function grantRoutes(os: Implementer, { grants }: ApiDeps) {
  return {
    list: os.grants.list.handler(({ input }) => grants.list(input.sessionId)),
    withdraw: os.grants.withdraw.handler(({ input }) => ({ withdrawn: grants.withdraw(input.key) })),
    restore: os.grants.restore.handler(({ input }) => done(grants.restore(input.key))),
  };
}
