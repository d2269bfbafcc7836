import type { AppInfo } from '../../shared/contract.ts';
import { isSkilldeckError } from '../../shared/errors.ts';
import type { Log } from '../lib/crash-records.ts';
import type { SessionCommands } from '../session/commands.ts';
import { watchEnvironments } from './environment-sessions.ts';
import type { CoreParts } from './parts.ts';

/** Cleans up after a killed process and watches the settings files. @returns the sessions whose run was cut off. */
export async function startUp(
  { access, host, home, disposables, log, reportBug, runner, settings }: CoreParts,
  sessions: SessionCommands,
): Promise<AppInfo['interrupted']> {
  if (access !== 'write') return [];
  await runner.endLeftovers();
  const recovered = new Set((await recoverWherePossible(sessions, log)).map(({ id }) => id));
  // Titles as the list shows them: a session without one goes by its first words.
  const cutOff =
    recovered.size === 0
      ? []
      : sessions.summaries({ kind: 'any' }).filter((one) => recovered.has(one.id) && one.kind !== 'eval');
  disposables.add(sessions, (commands) => commands.stopAll());
  // A command ends before a person could save a file.
  if (host !== 'cli') {
    disposables.add(
      watchEnvironments(home, () => void settings.notify().catch(reportBug)),
      (watched) => watched.close(),
    );
  }
  return cutOff.map(({ id, title }) => ({ sessionId: id, title }));
}

/** On a full disk the cut-off runs wait for the next start, so that the user can look and free space. */
async function recoverWherePossible(sessions: SessionCommands, log: Log): ReturnType<SessionCommands['recover']> {
  try {
    return await sessions.recover();
  } catch (error) {
    if (!isSkilldeckError(error) || error.code !== 'home-unusable') throw error;
    log.warn(`Runs that were cut off could not be ended: ${error.message}`);
    return [];
  }
}
