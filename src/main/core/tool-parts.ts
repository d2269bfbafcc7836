/** The tools of the core's models, the MCP servers that bring more of them, and what the person allowed for good. */

import { isDeepStrictEqual } from 'node:util';
import packageJson from '../../../package.json' with { type: 'json' };
import {
  createToolServers,
  failureOf,
  faultText,
  type GivenServer,
  type ServerScope,
  type ToolServers,
} from '../../features-core.ts';
import { NO_LISTS } from '../../shared/approvals.ts';
import { defined } from '../../shared/defined.ts';
import type { EventBody } from '../../shared/events.ts';
import { isHttp } from '../../shared/mcp.ts';
import type { SessionState } from '../../shared/session-state.ts';
import { allowsName } from '../lib/patterns.ts';
import { findProgram } from '../lib/processes.ts';
import { sha256 } from '../lib/text.ts';
import type { Disposables } from '../lib/timing.ts';
import type { Runner } from '../runner/runner.ts';
import { configFile } from '../settings/config-file.ts';
import { grantsFile } from '../settings/grants.ts';
import { type McpServers, mcpServers } from '../settings/servers.ts';
import type { SettingsStore } from '../settings/settings.ts';
import type { SkillSecrets } from '../settings/skill-secrets.ts';
import { serversNeeded } from '../skills/requirements.ts';
import type { SkillLibrary } from '../skills/types.ts';
import type { ServersForTools, SkillWorkshop } from '../tools/define-tool.ts';
import { createTools } from '../tools/registry.ts';
import type { SkillPackages } from './skill-packages.ts';
import type { openSkillParts } from './skill-parts.ts';
import { secretsForTools } from './skill-secrets.ts';

// MCP servers of the app: where they are defined, what they get, and what a session logs of them.

/** The owner of a server's secrets in the store of secrets; no skill has a slash in its id. */
const SERVER_SECRETS = 'mcp/';
export const secretOwner = (environment: string, server: string): string => `${SERVER_SECRETS}${environment}/${server}`;

/** The program or address that a secret is given to: another one under the same name does not get it. */
export function secretPlace({ server, source }: Pick<GivenServer, 'server' | 'source'>): string {
  if (isHttp(server)) return new URL(server.url).origin;
  const { command, args = [] } = server;
  return JSON.stringify([source === 'project', command, ...args]);
}

function openToolServers(
  home: string,
  parts: { readonly definitions: McpServers; readonly secrets: SkillSecrets; readonly runner: Runner },
): ToolServers {
  const { definitions, secrets, runner } = parts;
  return createToolServers({
    home,
    runner,
    version: packageJson.version,
    given: (environment) =>
      definitions
        .list(environment)
        .flatMap(({ name, source, read, on }) => ('fault' in read ? [] : [{ name, source, server: read.server, on }])),
    async secret(environment, given, variable) {
      const owner = secretOwner(environment, given.name);
      const known = secrets.list().find((one) => one.skill === owner && one.name === variable);
      return known?.dir === secretPlace(given) ? secrets.value(owner, variable) : undefined;
    },
    async keep(environment, given, variable, value) {
      const owner = secretOwner(environment, given.name);
      if (value === undefined) await secrets.remove(owner, variable);
      else
        await secrets.set(
          { skill: owner, name: variable, dir: secretPlace(given), reach: [], at: new Date().toISOString() },
          value,
        );
    },
    variable: (name) => process.env[name],
  });
}

export type ScopeOf = (state: SessionState) => ServerScope;

/** @param granted true where the person allowed it, everywhere or in the session. */
function serverScope(
  state: SessionState,
  library: SkillLibrary,
  granted: (key: string, sessionId: string) => boolean,
): ServerScope {
  const { environment, tools, loadedSkills } = state;
  if (loadedSkills.length === 0) return { environment, tools, needed: [] };
  const { skills } = library.catalog();
  const needed = loadedSkills.flatMap(({ id, sha256: instructions }) => {
    const summary = skills.find((skill) => skill.id === id);
    return (summary === undefined ? [] : serversNeeded(summary)).map((need) => {
      const grantKey = (digest: string) =>
        `skill-server:${sha256(JSON.stringify([environment, id, instructions, need, digest]))}`;
      return { ...need, skill: id, grantKey, allowed: (digest: string) => granted(grantKey(digest), state.id) };
    });
  });
  return { environment, tools, needed };
}

const serversForTools = (servers: ToolServers, scopeOf: ScopeOf): ServersForTools => ({
  connect: (state, signal, again) => servers.connect(scopeOf(state), signal, again),
  find: (state, name) => servers.find(scopeOf(state), name),
  wish: (state, name) => servers.wish(scopeOf(state), name),
  fault(environment, name) {
    const { fault } = servers.view(environment, name);
    return fault === undefined ? undefined : faultText(fault);
  },
  words: (error) => faultText(failureOf(error).fault),
});

/** The definitions that a session's requests carry, within what its agent may use. */
export const offeredServerTools = (servers: ToolServers, scopeOf: ScopeOf, state: SessionState) =>
  servers.definitions(scopeOf(state)).filter(({ name }) => allowsName(state.agent?.tools, name));

/** Connects them, and gives what the session has not been told. */
export async function connectServers(
  servers: ToolServers,
  scopeOf: ScopeOf,
  state: SessionState,
  signal: AbortSignal,
  again: boolean,
): Promise<readonly EventBody[]> {
  await servers.connect(scopeOf(state), signal, again);
  return servers.states(scopeOf(state)).flatMap(({ server, state: now, fault }): EventBody[] => {
    if (now !== 'ready' && now !== 'failed' && now !== 'restarting') return [];
    const told = state.toolServers?.find((one) => one.server === server);
    if (told?.state === now && isDeepStrictEqual(told.fault, fault)) return [];
    const tools =
      now === 'ready' ? servers.view(state.environment, server).tools.filter(({ on }) => on).length : undefined;
    return [{ type: 'tool-server-changed', server, state: now, ...defined({ tools, fault }) }];
  });
}

interface Below
  extends Pick<ReturnType<typeof openSkillParts>, 'skills' | 'library' | 'secrets' | 'project' | 'bundledRoot'> {
  readonly home: string;
  readonly settings: SettingsStore;
  readonly runner: Runner;
  readonly packages: SkillPackages;
}

export function openToolParts(below: Below, disposables: Disposables) {
  const { home, settings, runner, packages, skills, library, secrets, project, bundledRoot } = below;
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
    packages,
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
