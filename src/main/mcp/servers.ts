/** All MCP servers: connected when first needed, and what of them a session's model is offered. */
import path from 'node:path';
import { defined } from '../../shared/defined.ts';
import type { ToolDefinition } from '../../shared/events.ts';
import { isHttp, type McpServer, type McpSwitch, offeredNames } from '../../shared/mcp.ts';
import type { McpFault, ServerState } from '../../shared/mcp-faults.ts';
import { expandVariables, variablesIn } from '../../shared/models/model-options.ts';
import type { SandboxKind } from '../../shared/sandbox.ts';
import type { SessionState } from '../../shared/session-state.ts';
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

type Scope = Pick<SessionState, 'environment' | 'tools'>;

export interface ToolServers {
  /** Connects what the session's environment has switched on. Never rejects; ends early on abort. */
  connect(environment: string, signal: AbortSignal, again: boolean): Promise<void>;
  /** Servers switched on there. */
  states(
    environment: string,
  ): readonly { readonly server: string; readonly state: ServerState; readonly fault?: McpFault }[];
  /** By server, then as the server lists them. Of one that is not connected, those that the session has. */
  definitions(scope: Scope): readonly (ToolDefinition & { readonly server: string })[];
  find(environment: string, offered: string): FoundTool | undefined;
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
  const listeners = new Set<() => void>();
  const changed = (): void => {
    for (const listener of listeners) listener();
  };
  const keyOf = (environment: string, name: string): string => JSON.stringify([environment, name]);
  const digestOf = ({ server, source }: GivenServer): string => sha256(JSON.stringify([source, server]));
  const givenOf = (environment: string, name: string): GivenServer | undefined =>
    ports.given(environment).find((one) => one.name === name);
  const switchedOn = (environment: string): readonly GivenServer[] =>
    ports.given(environment).filter(({ on }) => on !== false);

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
    async connect(environment, signal, again) {
      await Promise.all(switchedOn(environment).map((given) => connectionOf(environment, given).ready(signal, again)));
    },
    states: (environment) =>
      switchedOn(environment).map((given) => {
        const { state, fault } = viewOf(environment, given);
        return { server: given.name, state, ...defined({ fault }) };
      }),
    definitions({ environment, tools: logged }) {
      return switchedOn(environment).flatMap((given) => {
        const { name: server, on } = given;
        const connection = knownConnection(environment, given);
        const view = connection?.view();
        // Between two connections the model keeps what it has: a call of it connects again.
        if (view === undefined || (view.state !== 'ready' && view.tools.length === 0))
          return logged.flatMap((tool) => (tool.server === server ? [{ ...tool, server }] : []));
        return [...offeredOf(server, view.tools)].flatMap(([name, { name: own, description, parameters }]) =>
          allows(on, own) ? [{ name, description, parameters: { ...parameters }, server }] : [],
        );
      });
    },
    find(environment, offered) {
      for (const given of switchedOn(environment)) {
        const connection = knownConnection(environment, given);
        const tool = connection === undefined ? undefined : offeredOf(given.name, connection.view().tools).get(offered);
        if (connection === undefined || tool === undefined || !allows(given.on, tool.name)) continue;
        return foundTool(given, tool, connection, digestOf(given));
      }
      return undefined;
    },
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
        if (given !== undefined && given.on !== false && digestOf(given) === digest) continue;
        void drop(key, connection);
      }
      changed();
    },
    async close() {
      await Promise.all([...kept.values()].map(({ connection }) => connection.close()));
    },
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

const folderWord = (text: string): string => text.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, 80);
