import type { SessionDeps } from './deps.ts';
import type { LiveSession } from './live-session.ts';

/** Dependencies for one session: the skills of its environment, folders and agent, up to date at each look. */
export function scoped(deps: SessionDeps, session: LiveSession): SessionDeps {
  return {
    ...deps,
    get skills() {
      return deps.skillsOf(session.state);
    },
  };
}
