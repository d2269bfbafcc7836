/** MCP servers of the app: where they are defined, what they get, and what a session logs of them. */
import { isDeepStrictEqual } from 'node:util';
import packageJson from '../../../package.json' with { type: 'json' };
import { defined } from '../../shared/defined.ts';
import type { EventBody } from '../../shared/events.ts';
import { isHttp } from '../../shared/mcp.ts';
import type { SessionState } from '../../shared/session-state.ts';
import type { McpServers } from '../config/mcp-servers.ts';
import type { SkillSecrets } from '../config/skill-secrets.ts';
import { allowsName } from '../lib/name-patterns.ts';
import { sha256 } from '../lib/sha256.ts';
import { faultText } from '../mcp/failure.ts';
import { createToolServers, type ToolServers } from '../mcp/servers.ts';
import { failureOf } from '../mcp/session.ts';
import type { GivenServer, ServerScope } from '../mcp/used-servers.ts';
import type { Runner } from '../runner/runner.ts';
import { serversNeeded } from '../skills/requirements/servers-needed.ts';
import type { SkillLibrary } from '../skills/types.ts';
import type { ServersForTools } from '../tools/types.ts';

/** The owner of a server's secrets in the store of secrets; no skill has a slash in its id. */
const SERVER_SECRETS = 'mcp/';
export const secretOwner = (environment: string, server: string): string => `${SERVER_SECRETS}${environment}/${server}`;

/** The program or address that a secret is given to: another one under the same name does not get it. */
export function secretPlace({ server, source }: Pick<GivenServer, 'server' | 'source'>): string {
  if (isHttp(server)) return new URL(server.url).origin;
  const { command, args = [] } = server;
  return JSON.stringify([source === 'project', command, ...args]);
}

export function toolServers(
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
    variable: (name) => process.env[name],
  });
}

/** Servers of a session. */
export type ScopeOf = (state: SessionState) => ServerScope;

/** @param granted true where the person allowed it, everywhere or in the session. */
export function serverScope(
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

export const serversForTools = (servers: ToolServers, scopeOf: ScopeOf): ServersForTools => ({
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
