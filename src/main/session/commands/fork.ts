/** Creates a new session as a copy of another up to one of its events. */
import { detailed } from '../../../shared/messages/detail.ts';
import { foldRow, titleOf } from '../../store/projections/session-row.ts';
import type { SessionDeps } from '../deps.ts';
import type { LiveSession } from '../live-session.ts';
import { unloadEvents } from '../loading/unload-events.ts';
import { closeOpenSummary, endInterruptedRun, isUnderWay } from '../recover.ts';
import type { SessionRegistry } from '../registry.ts';
import { takeAppSettings } from '../settings.ts';

const CUT_HERE = {
  open: 'Interrupted: the session was branched off during this call.',
  next: 'Not run: the session was branched off before this call.',
  code: 'branched',
} as const;

/**
 * Copies every event up to `at` with its time and number, so that each request can be rebuilt byte for byte; includes
 * the workspace's files. A turn in progress at `at` is ended. A session from another machine continues with this one's
 * settings, without anything that was loaded or switched there.
 * @throws SkilldeckError `event-not-found`.
 */
export async function forkSession(
  deps: SessionDeps,
  registry: SessionRegistry,
  source: LiveSession,
  at: number,
): Promise<LiveSession> {
  const { lastSeq } = source.state;
  if (at > lastSeq) {
    throw detailed('event-not-found', 'event-branch', { at, last: lastSeq });
  }
  const id = deps.newId();
  const workspace = deps.workspaceOf(id);
  const copied = source.events.filter(({ seq }) => seq <= at);
  const later = source.events.slice(copied.length);
  await deps.copyWorkspace({ from: source.id, to: id, events: copied, later });
  deps.store.copyLog(source.id, id, { toSeq: at, workspace });
  const session = registry.add(id);
  registry.announceStored();
  if (isUnderWay(session.state.runState)) await endInterruptedRun(deps, session, CUT_HERE);
  else closeOpenSummary(session);
  if (deps.store.isImported(source.id)) leaveElsewhere(deps, session);
  session.append(...ownLife(session, source));
  return session;
}

/** Skills go, as their tools name scripts: what is loaded here is read from this machine's own. */
function leaveElsewhere(deps: SessionDeps, session: LiveSession): void {
  const { state } = session;
  session.append(
    ...unloadEvents(state, state.loadedSkills, 'user'),
    ...Object.keys(state.skillSwitches).map((skill) => ({
      type: 'skill-switch-changed' as const,
      skill,
      enabled: null,
    })),
  );
  takeAppSettings(deps, session);
}

/** Drops marks of the other session as a whole; keeps notes, which are about the copied events. */
function ownLife({ state }: LiveSession, source: LiveSession) {
  const { deleted, marks } = state;
  // Same name as in the list: the first words if there is no title.
  const name = titleOf(foldRow(source.events));
  return [
    ...(deleted ? [{ type: 'session-restored' as const }] : []),
    ...(marks.pinned || marks.archived ? [{ type: 'session-marked' as const, pinned: false, archived: false }] : []),
    ...(name === '' ? [] : [{ type: 'session-renamed' as const, title: numbered(name), by: 'app' as const }]),
  ];
}

/** "Trip" becomes "Trip (2)", and that "Trip (3)". */
function numbered(title: string): string {
  const [, name = title, number = '1'] = /^(.*) \((\d{1,4})\)$/su.exec(title) ?? [];
  return `${name} (${Number(number) + 1})`;
}
