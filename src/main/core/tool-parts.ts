/** The tools of the core's models, the MCP servers that bring more of them, and what the person allowed for good. */
import { NO_LISTS } from '../../shared/approvals/command-lists.ts';
import { configFile } from '../config/config-file.ts';
import { grantsFile } from '../config/grants-file.ts';
import { mcpServers } from '../config/mcp-servers.ts';
import type { SettingsStore } from '../config/settings.ts';
import type { Disposables } from '../lib/disposables.ts';
import { findProgram } from '../lib/find-program.ts';
import type { Runner } from '../runner/runner.ts';
import { createTools } from '../tools/registry.ts';
import type { SkillWorkshop } from '../tools/types.ts';
import type { openSkillParts } from './skill-parts.ts';
import { secretsForTools } from './skill-secrets.ts';
import { toolServers as openToolServers, type ScopeOf, serverScope, serversForTools } from './tool-servers.ts';

interface Below
  extends Pick<ReturnType<typeof openSkillParts>, 'skills' | 'library' | 'secrets' | 'project' | 'bundledRoot'> {
  readonly home: string;
  readonly settings: SettingsStore;
  readonly runner: Runner;
}

export function openToolParts(below: Below, disposables: Disposables) {
  const { home, settings, runner, skills, library, secrets, project, bundledRoot } = below;
  const always = grantsFile(home);
  const ofSessions = grantsFile(home, 'session');
  const servers = mcpServers(configFile(home), (name) => settings.of(name).file, project);
  const toolServers = disposables.add(openToolServers(home, { definitions: servers, secrets, runner }), (open) =>
    open.close(),
  );
  settings.onChange(() => toolServers.settle());
  const isGranted = (key: string, sessionId: string) =>
    always.list().some((grant) => grant.key === key) ||
    ofSessions.list().some((grant) => grant.key === key && grant.sessionId === sessionId);
  const serverScopeOf: ScopeOf = (state) => serverScope(state, skills.of(state), isGranted);
  /** Trying skills needs the whole core: the feature that does it puts itself here. */
  const workshop: { open?: () => Promise<SkillWorkshop> } = {};
  const tools = createTools({
    runner,
    library,
    bundledRoot,
    always,
    ofSessions,
    ripgrep: findProgram(['rg']),
    workshop: async () => workshop.open?.(),
    secrets: secretsForTools(secrets),
    servers: serversForTools(toolServers, serverScopeOf),
    commandLists: (environment) => settings.of(environment).config().commands ?? NO_LISTS,
    skillVariables: (environment, skill) => settings.of(environment).config().skillVariables?.[skill] ?? {},
  });
  return {
    servers,
    toolServers,
    serverScopeOf,
    tools,
    workshop,
    grantDiagnostics: () => [...always.diagnostics(), ...ofSessions.diagnostics()],
  };
}
