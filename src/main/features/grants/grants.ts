/** What the person allowed beyond one call, for the screen: withdrawals are in the log of the session they came from. */
import type { Grant } from '../../../shared/contract/grants.ts';
import { isSkilldeckError } from '../../../shared/errors.ts';
import type { SessionCommands } from '../../session/commands.ts';
import type { ToolRegistry } from '../../tools/registry.ts';
import type { GrantCommands } from './handlers.ts';

export function grantCommands(grants: ToolRegistry['grants'], sessions: Pick<SessionCommands, 'get'>): GrantCommands {
  const log = ({ key, label, skill, span, sessionId }: Grant, undone: boolean): void => {
    if (sessionId === undefined) return;
    try {
      sessions.get(sessionId).append({
        ...{ type: 'grant-withdrawn', key, label, span },
        ...(skill === undefined ? {} : { skill }),
        ...(undone ? { undone } : {}),
      });
    } catch (error) {
      // The session is gone; the grant went all the same.
      if (!isSkilldeckError(error)) throw error;
    }
  };
  return {
    list: (sessionId) => [...grants.list(sessionId)],
    withdraw(key) {
      const grant = grants.withdraw(key);
      if (grant !== undefined) log(grant, false);
      return grant !== undefined;
    },
    restore(key) {
      const grant = grants.restore(key);
      if (grant !== undefined) log(grant, true);
    },
  };
}
