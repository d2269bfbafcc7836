import type { SessionSettings } from '../../shared/contract.ts';
import type { EventBody, SessionKind } from '../../shared/events.ts';
import type { SessionDeps } from './deps.ts';
import type { LiveSession } from './live-session.ts';
import type { SessionRegistry } from './registry.ts';
import { applySettings, assertSupported, pinnedOf } from './settings.ts';

/** Makes a session with the app's settings, save those given for it. On the disk when it returns. */
export function createSession(
  deps: SessionDeps,
  registry: SessionRegistry,
  given: SessionSettings,
  kind?: SessionKind,
): LiveSession {
  const id = deps.newId();
  const first = firstEvent(deps, id, given, kind);
  const session = registry.add(id);
  session.append(first);
  void deps.context.expect(session.state.model);
  return session;
}

export function firstEvent(deps: SessionDeps, id: string, given: SessionSettings, kind?: SessionKind): EventBody {
  const { settings: wanted, agent, route } = deps.resolveSettings(given);
  const settings = applySettings(deps.defaults(wanted), wanted);
  assertSupported(given, settings.dialect);
  const pinned = pinnedOf(given);
  return {
    type: 'session-created',
    ...settings,
    workspace: deps.workspaceOf(id),
    ...(pinned === undefined ? {} : { pinned }),
    ...(agent === undefined || agent === null ? {} : { agent }),
    ...(route === undefined ? {} : { route }),
    ...(kind === undefined ? {} : { kind }),
  };
}
