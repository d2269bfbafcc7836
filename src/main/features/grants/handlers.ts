/** Permissions that the user gave beyond one call. Revoking one is logged in the session where it was given. */

import type { Grant } from '../../../shared/contract/grants.ts';
import { grantsContract } from '../../../shared/contract/grants.ts';
import { isSkilldeckError } from '../../../shared/errors.ts';
import { done, implementContract } from '../../api/implement-contract.ts';
import type { Core } from '../../core/core.ts';

export function grantHandlers({ tools: { grants }, sessions, reportBug }: Core) {
  const os = implementContract(grantsContract, reportBug);
  const log = ({ key, label, skill, span, sessionId }: Grant, undone: boolean): void => {
    if (sessionId === undefined) return;
    try {
      sessions.get(sessionId).append({
        type: 'grant-withdrawn',
        key,
        label,
        span,
        ...(skill === undefined ? {} : { skill }),
        ...(undone ? { undone } : {}),
      });
    } catch (error) {
      // The session is gone; the grant went anyway.
      if (!isSkilldeckError(error)) throw error;
    }
  };
  return {
    list: os.list.handler(({ input }) => [...grants.list(input.sessionId)]),
    withdraw: os.withdraw.handler(({ input }) => {
      const grant = grants.withdraw(input.key);
      if (grant !== undefined) log(grant, false);
      return { withdrawn: grant !== undefined };
    }),
    restore: os.restore.handler(({ input }) => {
      const grant = grants.restore(input.key);
      if (grant !== undefined) log(grant, true);
      return done(grant);
    }),
  };
}
