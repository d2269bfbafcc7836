import type { SessionDeps } from './deps.ts';
import type { LiveSession } from './live-session.ts';

/** For work on one session: the skills are those of its environment, its folders and its agent, as they are at each look. */
export function scoped(deps: SessionDeps, session: LiveSession): SessionDeps {
  return {
    ...deps,
    get skills() {
      return deps.skillsOf(session.state);
    },
  };
}
