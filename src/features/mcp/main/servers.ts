/** All MCP servers: connected when first needed, and what of them a session's model is offered. */

import { sha256 } from '../../../main/lib/text.ts';
import type { ServerTool as OfferedTool, ServerWish } from '../../../main/tools/types.ts';
import { defined } from '../../../shared/defined.ts';
import type { ToolDefinition } from '../../../shared/events.ts';
import { isHttp, permissionName } from '../../../shared/mcp.ts';
import type { McpFault, ServerState } from '../../../shared/mcp-faults.ts';
import type { SandboxKind } from '../../../shared/sandbox.ts';
import { type Connection, readResult } from './connection.ts';
import { createConnections, givenOf, type ServersPorts, type ServerView } from './connections.ts';
import { folderWord } from './launch.ts';
import type { ServerTool } from './server-tools.ts';
import {
  digestOf,
  type GivenServer,
  offeredOf,
  permissionTool,
  type ServerScope,
  usedServers,
  wishes,
} from './used-servers.ts';

/** One tool, as a session's call finds it. Its call throws `McpFailure`, and what `signal` was aborted with. */
interface FoundTool extends OfferedTool {
  readonly tool: ServerTool;
  readonly sandbox: SandboxKind;
}

export interface ToolServers {
  /** Connects what the session uses. Never rejects; ends early on abort. */
  connect(scope: ServerScope, signal: AbortSignal, again: boolean): Promise<void>;
  /** Servers that the session uses. */
  states(
    scope: ServerScope,
  ): readonly { readonly server: string; readonly state: ServerState; readonly fault?: McpFault }[];
  /** By server, then as the server lists them. Of one that is not connected, those that the session has. */
  definitions(scope: ServerScope): readonly (ToolDefinition & { readonly server: string })[];
  find(scope: ServerScope, offered: string): FoundTool | undefined;
  /** The wish that a call of this name stands for. */
  wish(scope: ServerScope, offered: string): ServerWish | undefined;
  view(environment: string, name: string): ServerView;
  log(environment: string, name: string): string;
  /** Connects for a look; one that is off is closed again after it. */
  test(environment: string, name: string, signal: AbortSignal): Promise<ServerView>;
  onChange(listener: () => void): () => void;
  /** Closes what is off, gone or defined otherwise by now. */
  settle(): void;
  close(): Promise<void>;
}

export function createToolServers(ports: ServersPorts): ToolServers {
  const listeners = new Set<() => void>();
  const changed = (): void => {
    for (const listener of listeners) listener();
  };
  const connections = createConnections(ports, changed);
  const used = (scope: ServerScope) => usedServers(ports.given(scope.environment), scope);
  const wished = (scope: ServerScope) => wishes(ports.given(scope.environment), scope);

  return {
    async connect(scope, signal, again) {
      const { environment } = scope;
      await Promise.all(used(scope).map(({ given }) => connections.open(environment, given).ready(signal, again)));
    },
    states: (scope) =>
      used(scope).map(({ given }) => {
        const { state, fault } = connections.view(scope.environment, given);
        return { server: given.name, state, ...defined({ fault }) };
      }),
    definitions(scope) {
      const { environment, tools: logged } = scope;
      const own = used(scope).flatMap(({ given, offers }) => {
        const { name: server } = given;
        const connection = connections.known(environment, given);
        const view = connection?.view();
        // Between two connections the model keeps what it has: a call of it connects again.
        if (view === undefined || (view.state !== 'ready' && view.tools.length === 0))
          return logged.flatMap((tool) =>
            tool.server === server && tool.name !== permissionName(server) ? [{ ...tool, server }] : [],
          );
        return [...offeredOf(server, view.tools)].flatMap(([name, tool]) => {
          const { description, parameters } = tool;
          return offers(name, tool.name) ? [{ name, description, parameters: { ...parameters }, server }] : [];
        });
      });
      return [...own, ...wished(scope).map(permissionTool)];
    },
    find(scope, offered) {
      for (const { given, offers } of used(scope)) {
        const connection = connections.known(scope.environment, given);
        const tool = connection === undefined ? undefined : offeredOf(given.name, connection.view().tools).get(offered);
        if (connection === undefined || tool === undefined || !offers(offered, tool.name)) continue;
        return foundTool(given, tool, connection, digestOf(given));
      }
      return undefined;
    },
    wish: (scope, offered) => wished(scope).find(({ server }) => permissionName(server) === offered),
    view(environment, name) {
      const given = givenOf(ports, environment, name);
      return given === undefined ? { state: 'off', tools: [] } : connections.view(environment, given);
    },
    log: connections.log,
    async test(environment, name, signal) {
      const given = givenOf(ports, environment, name);
      if (given === undefined) return { state: 'off', tools: [] };
      const connection = connections.open(environment, given);
      await connection.ready(signal, true);
      const view = connections.view(environment, given);
      if (givenOf(ports, environment, name)?.on === false) await connections.drop(environment, name);
      return view;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    settle: connections.settle,
    close: connections.close,
  };
}

function foundTool(given: GivenServer, tool: ServerTool, connection: Connection, digest: string): FoundTool {
  const { name: server, server: definition } = given;
  const http = isHttp(definition);
  const stem = folderWord(`${server}-${tool.name}`);
  return {
    server,
    tool,
    http,
    ...(http ? { host: new URL(definition.url).host } : {}),
    sandbox: connection.view().sandbox ?? 'none',
    hosts: http ? [] : (definition.hosts ?? []),
    reads: http ? [] : (definition.reads ?? []),
    writes: http ? [] : (definition.writes ?? []),
    version: sha256(JSON.stringify([digest, tool])),
    async call(args, how) {
      const { mask } = connection;
      const result = readResult(await connection.call(tool.name, args, how), stem);
      return { ...result, text: mask(result.text) };
    },
  };
}
