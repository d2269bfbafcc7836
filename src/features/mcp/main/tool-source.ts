/** MCP servers of the app: where they are defined, what they get, and what a session is offered and logs of them. */

import { isDeepStrictEqual } from 'node:util';
import packageJson from '../../../../package.json' with { type: 'json' };
import type { Core, ToolSource } from '../../../main/core/core.ts';
import { allowsName } from '../../../main/lib/patterns.ts';
import { sha256 } from '../../../main/lib/text.ts';
import type { Runner } from '../../../main/runner/runner.ts';
import type { McpServers } from '../../../main/settings/servers.ts';
import type { SkillSecrets } from '../../../main/settings/skill-secrets.ts';
import { serversNeeded } from '../../../main/skills/requirements.ts';
import type { SkillLibrary } from '../../../main/skills/types.ts';
import { defined } from '../../../shared/defined.ts';
import type { EventBody } from '../../../shared/events.ts';
import { isHttp } from '../../../shared/mcp.ts';
import type { SessionState } from '../../../shared/session-state.ts';
import { createToolServers, type ToolServers } from './connections.ts';
import { failureOf, faultText } from './session.ts';
import type { GivenServer, ServerScope } from './used-servers.ts';

/** The owner of a server's secrets in the store of secrets; no skill has a slash in its id. */
const SERVER_SECRETS = 'mcp/';
export const secretOwner = (environment: string, server: string): string => `${SERVER_SECRETS}${environment}/${server}`;

/** The program or address that a secret is given to: another one under the same name does not get it. */
export function secretPlace({ server, source }: Pick<GivenServer, 'server' | 'source'>): string {
  if (isHttp(server)) return new URL(server.url).origin;
  const { command, args = [] } = server;
  return JSON.stringify([source === 'project', command, ...args]);
}

export function openToolServers(
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

/** The servers as the core's tools and sessions use them. */
export function toolSource(
  servers: ToolServers,
  { skills, isGranted }: Pick<Core, 'skills' | 'isGranted'>,
): ToolSource {
  const scopeOf = (state: SessionState) => serverScope(state, skills.of(state), isGranted);
  return {
    connect: (state, signal, again) => servers.connect(scopeOf(state), signal, again),
    find: (state, name) => servers.find(scopeOf(state), name),
    wish: (state, name) => servers.wish(scopeOf(state), name),
    fault(environment, name) {
      const { fault } = servers.view(environment, name);
      return fault === undefined ? undefined : faultText(fault);
    },
    words: (error) => faultText(failureOf(error).fault),
    // Within what its agent may use.
    definitions: (state) =>
      servers.definitions(scopeOf(state)).filter(({ name }) => allowsName(state.agent?.tools, name)),
    async news(state, signal, again) {
      await servers.connect(scopeOf(state), signal, again);
      return servers.states(scopeOf(state)).flatMap(({ server, state: now, fault }): EventBody[] => {
        if (now !== 'ready' && now !== 'failed' && now !== 'restarting') return [];
        const told = state.toolServers?.find((one) => one.server === server);
        if (told?.state === now && isDeepStrictEqual(told.fault, fault)) return [];
        const tools =
          now === 'ready' ? servers.view(state.environment, server).tools.filter(({ on }) => on).length : undefined;
        return [{ type: 'tool-server-changed', server, state: now, ...defined({ tools, fault }) }];
      });
    },
  };
}
