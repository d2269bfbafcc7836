/** MCP servers that a session uses, their tools in use, and servers that a skill wishes for. Pure. */

import { allowsName } from '../../../main/lib/patterns.ts';
import { sha256 } from '../../../main/lib/text.ts';
import type { ServerWish } from '../../../main/tools/define-tool.ts';
import type { ToolDefinition } from '../../../shared/events.ts';
import { isHttp, isServer, type McpServer, type McpSwitch, offeredNames, permissionName } from '../../../shared/mcp.ts';
import type { SessionState } from '../../../shared/session-state.ts';
import type { ServerTool } from './server-tools.ts';

export interface GivenServer {
  readonly name: string;
  readonly source: 'environment' | 'everywhere' | 'project';
  readonly server: McpServer;
  /** False: off. */
  readonly on: McpSwitch;
}

/** A skill that is loaded uses the server; it may be off otherwise. */
interface Need {
  /** Name as the skill writes it. */
  readonly server: string;
  /** Patterns of the names under which tools are offered. */
  readonly tools: readonly string[];
  readonly skill: string;
  /** True if the person granted it. @param digest of the server's definition. */
  allowed(digest: string): boolean;
  grantKey(digest: string): string;
}

export interface ServerScope extends Pick<SessionState, 'environment' | 'tools' | 'workspace'> {
  readonly needed: readonly Need[];
  /** Copies of folders that the person attached, absolute. */
  readonly attached?: readonly string[];
}

export interface UsedServer {
  readonly given: GivenServer;
  offers(offered: string, own: string): boolean;
}

export const digestOf = ({ server, source }: GivenServer): string => sha256(JSON.stringify([source, server]));

export const allows = (on: McpSwitch, tool: string): boolean => (typeof on === 'boolean' ? on : on.includes(tool));

/** Servers that the session uses, with which of their tools. */
export const usedServers = (
  all: readonly GivenServer[],
  { needed }: Pick<ServerScope, 'needed'>,
): readonly UsedServer[] =>
  all.flatMap((given): UsedServer[] => {
    const { name, on } = given;
    if (on !== false) return [{ given, offers: (_offered, own) => allows(on, own) }];
    const digest = digestOf(given);
    const patterns = needed
      .filter((need) => isServer(name, need.server) && need.allowed(digest))
      .flatMap(({ tools }) => tools);
    return patterns.length === 0 ? [] : [{ given, offers: (offered) => allowsName(patterns, offered) }];
  });
/** One for each server that a loaded skill uses and the session may not yet. */
export function wishes(all: readonly GivenServer[], scope: Pick<ServerScope, 'needed'>): readonly ServerWish[] {
  const used = new Set(usedServers(all, scope).map(({ given }) => given.name));
  const found = new Map<string, ServerWish>();
  for (const need of scope.needed) {
    const given = all.find(({ name }) => isServer(name, need.server));
    const server = given?.name ?? need.server;
    if (found.has(server) || used.has(server)) continue;
    const definition = given?.server;
    const http = definition !== undefined && isHttp(definition);
    found.set(server, {
      server,
      skill: need.skill,
      sandbox: definition === undefined || http || definition.sandbox !== false,
      ...(http ? { host: new URL(definition.url).host } : {}),
      ...(given === undefined ? {} : { grantKey: need.grantKey(digestOf(given)) }),
    });
  }
  return [...found.values()];
}

/** Name offered → the tool, of what the server lists now. */
export const offeredOf = (name: string, tools: readonly ServerTool[]): ReadonlyMap<string, ServerTool> => {
  const names = offeredNames(
    name,
    tools.map((tool) => tool.name),
  );
  return new Map(tools.map((tool) => [names.get(tool.name) ?? tool.name, tool]));
};

/** Asks for what a wish stands for. */
export const permissionTool = ({ server, skill }: ServerWish): ToolDefinition & { readonly server: string } => ({
  name: permissionName(server),
  description: `Asks the person to let the skill ${skill} use the MCP server ${server}, which is off. Call it once, before the first step that needs the server; with a yes, its tools are there from the next request on.`,
  parameters: { type: 'object', properties: {} },
  server,
});
