/** All MCP servers: connected when first needed, and what of them a session's model is offered. */
import path from 'node:path';
import { defined } from '../../shared/defined.ts';
import type { ToolDefinition } from '../../shared/events.ts';
import { isHttp, isServer, type McpServer, type McpSwitch, offeredNames, permissionName } from '../../shared/mcp.ts';
import type { McpFault, ServerState } from '../../shared/mcp-faults.ts';
import { expandVariables, variablesIn } from '../../shared/models/model-options.ts';
import type { SandboxKind } from '../../shared/sandbox.ts';
import type { SessionState } from '../../shared/session-state.ts';
import { allowsName } from '../lib/name-patterns.ts';
import { sha256 } from '../lib/sha256.ts';
import type { Runner } from '../runner/runner.ts';
import { type CallHow, type Connection, createConnection, type Filled } from './connection.ts';
import { McpFailure } from './failure.ts';
import { type ReadResult, readResult } from './results.ts';
import type { ServerTool } from './server-tools.ts';

/** A server as a file defines it. */
export interface GivenServer {
  readonly name: string;
  readonly source: 'environment' | 'everywhere' | 'project';
  readonly server: McpServer;
  /** False: off. */
  readonly on: McpSwitch;
}

export interface ServersPorts {
  readonly home: string;
  readonly runner: Pick<Runner, 'serve'>;
  /** The app's own. */
  readonly version: string;
  /** Those whose definition can be read, sorted by name. */
  given(environment: string): readonly GivenServer[];
  /** A stored value; undefined where there is none, or it was given to another program or address. */
  secret(environment: string, given: GivenServer, variable: string): Promise<string | undefined>;
  /** Of this process. */
  variable(name: string): string | undefined;
}

export interface ServerView {
  readonly state: ServerState;
  readonly fault?: McpFault;
  readonly tools: readonly (ServerTool & { readonly offered: string; readonly on: boolean })[];
  readonly info?: { readonly name: string; readonly version: string };
  readonly sandbox?: SandboxKind;
}

/** One tool, as a session's call finds it. */
interface FoundTool {
  readonly server: string;
  readonly tool: ServerTool;
  readonly http: boolean;
  /** Host of an HTTP server. */
  readonly host?: string;
  readonly sandbox: SandboxKind;
  readonly hosts: readonly string[];
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  /** Of the program or address, and of all that the tool says of itself: anything else is asked for again. */
  readonly version: string;
  /** @throws McpFailure, and what `signal` was aborted with. */
  call(args: Readonly<Record<string, unknown>>, how: CallHow): Promise<ReadResult>;
}

/** A skill that is loaded uses the server; it may be off otherwise. */
interface Need {
  /** As the skill writes it. */
  readonly server: string;
  /** Patterns of the names under which tools are offered. */
  readonly tools: readonly string[];
  readonly skill: string;
  /** By the grant of the person. @param digest of the server's definition. */
  allowed(digest: string): boolean;
  /** Key of that grant. */
  grantKey(digest: string): string;
}

/** What a session has of servers. */
export interface ServerScope extends Pick<SessionState, 'environment' | 'tools'> {
  readonly needed: readonly Need[];
}

/** A skill's wish to use a server that is off, until the person allows it. */
interface Wish {
  readonly server: string;
  readonly skill: string;
  /** Absent where no file defines the server. */
  readonly grantKey?: string;
  /** Of a server elsewhere. */
  readonly host?: string;
  /** `false`: it runs without a sandbox. */
  readonly sandbox: boolean;
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
  wish(scope: ServerScope, offered: string): Wish | undefined;
  view(environment: string, name: string): ServerView;
  log(environment: string, name: string): string;
  /** Connects for a look; one that is off is closed again after it. */
  test(environment: string, name: string, signal: AbortSignal): Promise<ServerView>;
  onChange(listener: () => void): () => void;
  /** Closes what is off, gone or defined otherwise by now. */
  settle(): void;
  close(): Promise<void>;
}

interface Kept {
  readonly environment: string;
  readonly name: string;
  /** Of its definition. */
  readonly digest: string;
  readonly connection: Connection;
}

/** Of a connection that is closed, as it was last. */
interface Seen {
  readonly digest: string;
  readonly tools: readonly ServerTool[];
  readonly fault?: McpFault;
  readonly info?: NonNullable<ServerView['info']>;
  readonly log: string;
}

const allows = (on: McpSwitch, tool: string): boolean => (typeof on === 'boolean' ? on : on.includes(tool));

export function createToolServers(ports: ServersPorts): ToolServers {
  const { home, runner, version } = ports;
  const kept = new Map<string, Kept>();
  /** What was seen of connections that are closed. */
  const seen = new Map<string, Seen>();
  /** Connections that were made for a server that was on. */
  const wasOn = new Set<string>();
  const listeners = new Set<() => void>();
  const changed = (): void => {
    for (const listener of listeners) listener();
  };
  const keyOf = (environment: string, name: string): string => JSON.stringify([environment, name]);
  const digestOf = ({ server, source }: GivenServer): string => sha256(JSON.stringify([source, server]));
  const givenOf = (environment: string, name: string): GivenServer | undefined =>
    ports.given(environment).find((one) => one.name === name);
  /** Servers that the session uses, with which of their tools. */
  const used = ({ environment, needed }: ServerScope): readonly Used[] =>
    ports.given(environment).flatMap((given): Used[] => {
      const { name, on } = given;
      if (on !== false) return [{ given, offers: (_offered, own) => allows(on, own) }];
      const digest = digestOf(given);
      const patterns = needed
        .filter((need) => isServer(name, need.server) && need.allowed(digest))
        .flatMap(({ tools }) => tools);
      return patterns.length === 0 ? [] : [{ given, offers: (offered) => allowsName(patterns, offered) }];
    });
  /** One for each server that a loaded skill uses and the session may not yet. */
  const wishes = (scope: ServerScope): readonly Wish[] => {
    const found = new Map<string, Wish>();
    for (const need of scope.needed) {
      const given = ports.given(scope.environment).find(({ name }) => isServer(name, need.server));
      const server = given?.name ?? need.server;
      if (found.has(server) || (given !== undefined && used(scope).some((one) => one.given.name === server))) continue;
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
  };

  async function fill(environment: string, given: GivenServer): Promise<Filled> {
    const { server, source } = given;
    const templates = (isHttp(server) ? server.headers : server.env) ?? {};
    const secrets: string[] = [];
    /** A project's file says which variables it wants: it gets those that the person stored for it alone. */
    const read = async (name: string): Promise<string> => {
      const value =
        (await ports.secret(environment, given, name)) ?? (source === 'project' ? undefined : ports.variable(name));
      if (value === undefined || value === '')
        throw new McpFailure('variable-missing', { variable: name, server: given.name });
      return value;
    };
    const values: Record<string, string> = {};
    for (const [name, template] of Object.entries(templates)) {
      const wanted = template === null ? [name] : variablesIn(template);
      const known = new Map<string, string>();
      for (const one of wanted) known.set(one, await read(one));
      values[name] =
        template === null ? (known.get(name) ?? '') : expandVariables(template, (one) => known.get(one) ?? '');
      if (wanted.length > 0 || isHttp(server)) secrets.push(...known.values(), values[name]);
    }
    return { values, secrets };
  }

  function connectionOf(environment: string, given: GivenServer): Connection {
    const key = keyOf(environment, given.name);
    const digest = digestOf(given);
    const there = kept.get(key);
    if (there?.digest === digest) return there.connection;
    if (there !== undefined) void there.connection.close();
    // A project's server has its own folder: its file may come from anywhere.
    const own = given.source === 'project' ? `${folderWord(given.name)}-${digest.slice(0, 8)}` : folderWord(given.name);
    const connection = createConnection(
      { server: given.server, folder: path.join(home, 'mcp', environment, own), fill: () => fill(environment, given) },
      { runner, version, onChange: changed },
    );
    if (given.on !== false) wasOn.add(key);
    kept.set(key, { environment, name: given.name, digest, connection });
    return connection;
  }

  const drop = async (key: string, connection: Connection): Promise<void> => {
    const digest = kept.get(key)?.digest ?? '';
    kept.delete(key);
    const { tools, fault, info } = connection.view();
    await connection.close();
    seen.set(key, { digest, tools, log: connection.log(), ...defined({ fault, info }) });
    changed();
  };

  const knownConnection = (environment: string, given: GivenServer): Connection | undefined => {
    const there = kept.get(keyOf(environment, given.name));
    return there?.digest === digestOf(given) ? there.connection : undefined;
  };

  /** Name offered → the tool, of what the server lists now. */
  const offeredOf = (name: string, tools: readonly ServerTool[]): ReadonlyMap<string, ServerTool> => {
    const names = offeredNames(
      name,
      tools.map((tool) => tool.name),
    );
    return new Map(tools.map((tool) => [names.get(tool.name) ?? tool.name, tool]));
  };

  const viewOf = (environment: string, given: GivenServer): ServerView => {
    const last = seen.get(keyOf(environment, given.name));
    const before = last?.digest === digestOf(given) ? last : undefined;
    const view = knownConnection(environment, given)?.view();
    const { state = 'idle', tools = [], sandbox } = view ?? { tools: before?.tools };
    const { fault, info } = view ?? before ?? {};
    return {
      ...defined({ fault, info, sandbox }),
      state: given.on === false && state === 'idle' ? 'off' : state,
      tools: [...offeredOf(given.name, tools)].map(([offered, tool]) => ({
        ...tool,
        offered,
        on: allows(given.on, tool.name),
      })),
    };
  };

  return {
    async connect(scope, signal, again) {
      const { environment } = scope;
      await Promise.all(used(scope).map(({ given }) => connectionOf(environment, given).ready(signal, again)));
    },
    states: (scope) =>
      used(scope).map(({ given }) => {
        const { state, fault } = viewOf(scope.environment, given);
        return { server: given.name, state, ...defined({ fault }) };
      }),
    definitions(scope) {
      const { environment, tools: logged } = scope;
      const own = used(scope).flatMap(({ given, offers }) => {
        const { name: server } = given;
        const connection = knownConnection(environment, given);
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
      return [...own, ...wishes(scope).map(permissionTool)];
    },
    find(scope, offered) {
      for (const { given, offers } of used(scope)) {
        const connection = knownConnection(scope.environment, given);
        const tool = connection === undefined ? undefined : offeredOf(given.name, connection.view().tools).get(offered);
        if (connection === undefined || tool === undefined || !offers(offered, tool.name)) continue;
        return foundTool(given, tool, connection, digestOf(given));
      }
      return undefined;
    },
    wish: (scope, offered) => wishes(scope).find(({ server }) => permissionName(server) === offered),
    view(environment, name) {
      const given = givenOf(environment, name);
      return given === undefined ? { state: 'off', tools: [] } : viewOf(environment, given);
    },
    log(environment, name) {
      const key = keyOf(environment, name);
      return kept.get(key)?.connection.log() ?? seen.get(key)?.log ?? '';
    },
    async test(environment, name, signal) {
      const given = givenOf(environment, name);
      if (given === undefined) return { state: 'off', tools: [] };
      const connection = connectionOf(environment, given);
      await connection.ready(signal, true);
      const view = viewOf(environment, given);
      if (givenOf(environment, name)?.on === false) await drop(keyOf(environment, name), connection);
      return view;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    settle() {
      for (const [key, { environment, name, digest, connection }] of kept) {
        const given = givenOf(environment, name);
        // One that is off may serve a skill that is loaded.
        if (given !== undefined && digestOf(given) === digest && (given.on !== false || !wasOn.delete(key))) continue;
        void drop(key, connection);
      }
      changed();
    },
    async close() {
      await Promise.all([...kept.values()].map(({ connection }) => connection.close()));
    },
  };
}

interface Used {
  readonly given: GivenServer;
  offers(offered: string, own: string): boolean;
}

const permissionTool = ({ server, skill }: Wish): ToolDefinition & { readonly server: string } => ({
  name: permissionName(server),
  description: `Asks the person to let the skill ${skill} use the MCP server ${server}, which is off. Call it once, before the first step that needs the server; with a yes, its tools are there from the next request on.`,
  parameters: { type: 'object', properties: {} },
  server,
});

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

const folderWord = (text: string): string => text.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, 80);
