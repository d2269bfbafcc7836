import packageJson from '../../../package.json' with { type: 'json' };
import type { AppInfo } from '../../shared/contract.ts';
import { createSessionCommands } from '../session/commands.ts';
import { configFile } from '../settings/config-file.ts';
import { archiveParts } from './archives.ts';
import type { Data } from './data.ts';
import { pricesOf } from './model-source.ts';
import { createOpenSessions } from './open-sessions.ts';
import { openParts } from './parts.ts';
import { sessionPorts } from './session-ports.ts';
import { skillImports } from './skill-imports.ts';
import { oneLook, skillSource } from './skill-source.ts';
import { startUp } from './start-up.ts';
import { createWorkspaces } from './workspaces.ts';

export type Core = Awaited<ReturnType<typeof createCore>>;

export async function createCore(data: Data) {
  const parts = await openParts(data);
  const { options, disposables, home, settings, store, runner, library, skills, runWith, watch, log, reportBug } =
    parts;
  const ports = sessionPorts(parts);
  const sessions = createSessionCommands(ports);
  const interrupted = await startUp(parts, sessions);
  const reveal = options.reveal ?? (async () => false);
  const workspaces = createWorkspaces({ home, runner, store, sessions, log, config: configFile(home), reveal });
  if (options.access === 'write' && options.host !== 'cli') {
    disposables.add(workspaces.keepClean(reportBug), (stop) => stop());
  }
  const openSessions = createOpenSessions(sessions, watch.onChange, () => oneLook(parts), reportBug);
  workspaces.setInUse(openSessions.isOpen);
  const info: AppInfo = {
    version: packageJson.version,
    host: options.host,
    platform: process.platform,
    home,
    interrupted,
    ...(options.updates === undefined ? {} : { updates: true }),
    systemLanguage: options.systemLanguage ?? Intl.DateTimeFormat().resolvedOptions().locale,
  };
  return {
    ...parts,
    info,
    /** The oldest Node that it runs on, as MAJOR.MINOR. */
    needsNode: packageJson.engines.node.replace('>=', ''),
    sessions,
    /** Ports for trying a skill out: switches and missing requirements do not hide it. */
    previews: {
      ...ports,
      skills: skillSource(library, runWith),
      skillsOf: (state: Parameters<typeof ports.skillsOf>[0]) => skillSource(skills.of(state), runWith),
    },
    prices: pricesOf(settings),
    ...archiveParts(parts),
    imports: skillImports(parts),
    workspaces,
    openSessions,
    reveal,
    printPdf: options.printPdf,
    updates: options.updates,
  };
}
