/** Connections to MCP servers: one for each definition, replaced when that changes; what the closed ones had is kept. */
import path from 'node:path';
import { sha256, visible } from '../../../main/lib/text.ts';
import type { Runner } from '../../../main/runner/runner.ts';
import type { ServerTool as OfferedTool } from '../../../main/tools/define-tool.ts';
import { defined } from '../../../shared/defined.ts';
import type { ToolDefinition } from '../../../shared/events.ts';
import { isHttp, permissionName } from '../../../shared/mcp.ts';
import type { ServerState } from '../../../shared/mcp-faults.ts';
import { detailed } from '../../../shared/messages/failure.ts';
import { expandVariables, variablesIn } from '../../../shared/models/model-options.ts';
import { type Connection, type ConnectionView, createConnection, type Filled } from './connection.ts';
import { createPrompts } from './prompts.ts';
import { readResult, type ServerTool } from './server-tools.ts';
import { folderWord, McpFailure } from './session.ts';
import { CLIENT_SECRET, SIGN_IN, type SignInStore, signIn, signOut } from './sign-in.ts';
import {
  allows,
  digestOf,
  type GivenServer,
  offeredOf,
  permissionTool,
  type ServerScope,
  type UsedServer,
  usedServers,
  wishes,
} from './used-servers.ts';

export interface ServersPorts {
  readonly home: string;
  readonly runner: Pick<Runner, 'serve'>;
  /** The app's own. */
  readonly version: string;
  /** Those whose definition can be read, sorted by name. */
  given(environment: string): readonly GivenServer[];
  /** A stored value; undefined where there is none, or it was given to another program or address. */
  secret(environment: string, given: GivenServer, variable: string): Promise<string | undefined>;
  /** `undefined` removes it. */
  keep(environment: string, given: GivenServer, variable: string, value: string | undefined): Promise<void>;
  variable(name: string): string | undefined;
}

export interface ServerView extends Omit<ConnectionView, 'state' | 'tools'> {
  readonly state: ServerState;
  readonly tools: readonly (ServerTool & { readonly offered: string; readonly on: boolean })[];
}

interface KeptConnection {
  readonly environment: string;
  readonly name: string;
  readonly digest: string;
  readonly connection: Connection;
  /** Closed: what it had is still shown. */
  isClosed: boolean;
}

const keyOf = (environment: string, name: string): string => JSON.stringify([environment, name]);

const givenOf = (ports: Pick<ServersPorts, 'given'>, environment: string, name: string): GivenServer | undefined =>
  ports.given(environment).find((one) => one.name === name);

/** @param changed called when a connection becomes another one. */
function createConnections(ports: ServersPorts, changed: () => void) {
  const { home, runner, version } = ports;
  const kept = new Map<string, KeptConnection>();
  /** Connections that were made for a server that was on. */
  const wasOn = new Set<string>();

  const open = (environment: string, given: GivenServer): Connection => {
    const key = keyOf(environment, given.name);
    const digest = digestOf(given);
    const there = kept.get(key);
    if (there?.digest === digest && !there.isClosed) return there.connection;
    if (there !== undefined) void there.connection.close();
    // A project's server has its own folder: its file may come from anywhere.
    const own = given.source === 'project' ? `${folderWord(given.name)}-${digest.slice(0, 8)}` : folderWord(given.name);
    const connection = createConnection(
      {
        name: given.name,
        server: given.server,
        folder: path.join(home, 'mcp', environment, own),
        fill: () => fill(ports, environment, given),
        signIn: signInStore(ports, environment, given),
      },
      { runner, version, onChange: changed },
    );
    if (given.on !== false) wasOn.add(key);
    kept.set(key, { environment, name: given.name, digest, connection, isClosed: false });
    return connection;
  };

  const drop = async (environment: string, name: string): Promise<void> => {
    const there = kept.get(keyOf(environment, name));
    if (there === undefined || there.isClosed) return;
    there.isClosed = true;
    await there.connection.close();
    changed();
  };

  const known = (environment: string, given: GivenServer): Connection | undefined => {
    const there = kept.get(keyOf(environment, given.name));
    return there?.digest === digestOf(given) && !there.isClosed ? there.connection : undefined;
  };

  return {
    /** Connects at its first use. */
    open,
    known,
    /** Closes it; what it had is still shown. */
    drop,
    view(environment: string, given: GivenServer): ServerView {
      const there = kept.get(keyOf(environment, given.name));
      const view = there?.digest === digestOf(given) ? there.connection.view() : undefined;
      const { state = 'idle', fault, info, sandbox, leftOut = [], tools = [] } = view ?? {};
      return {
        ...defined({ fault, info, sandbox }),
        leftOut,
        state: given.on === false && state === 'idle' ? 'off' : state,
        tools: [...offeredOf(given.name, tools)].map(([offered, tool]) => ({
          ...tool,
          offered,
          on: allows(given.on, tool.name),
        })),
      };
    },
    log: (environment: string, name: string) => kept.get(keyOf(environment, name))?.connection.log() ?? '',
    /** Closes what is off, gone or defined otherwise by now. */
    settle() {
      for (const [key, { environment, name, digest }] of kept) {
        const given = givenOf(ports, environment, name);
        // One that is off may serve a skill that is loaded.
        if (given !== undefined && digestOf(given) === digest && (given.on !== false || !wasOn.delete(key))) continue;
        void drop(environment, name);
      }
      changed();
    },
    async close() {
      await Promise.all([...kept.values()].map(({ connection }) => connection.close()));
    },
  };
}

/** Characters of a server's instructions. */
const LONGEST_NOTE = 4_000;

/** Stands once, with the first tool: marked as the server's, since nothing checks it. */
const noteOf = (server: string, instructions = ''): string => {
  const text = visible(instructions.trim());
  const shown = text.length > LONGEST_NOTE ? `${text.slice(0, LONGEST_NOTE)} […]` : text;
  return shown === '' ? '' : `\n\nThe server ${server} says of all its tools:\n${shown}`;
};

const signInStore = (ports: ServersPorts, environment: string, given: GivenServer): SignInStore => ({
  read: () => ports.secret(environment, given, SIGN_IN),
  write: (value) => ports.keep(environment, given, SIGN_IN, value),
});

/** Values of the headers or variables that the server is given. @throws McpFailure for a variable that has none. */
async function fill(ports: ServersPorts, environment: string, given: GivenServer): Promise<Filled> {
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

// All MCP servers: connected when first needed, and what of them a session's model is offered.

export type ToolServers = ReturnType<typeof createToolServers>;

export function createToolServers(ports: ServersPorts) {
  const listeners = new Set<() => void>();
  const changed = (): void => {
    for (const listener of listeners) listener();
  };
  const connections = createConnections(ports, changed);
  const used = (scope: ServerScope) => usedServers(ports.given(scope.environment), scope);
  const wished = (scope: ServerScope) => wishes(ports.given(scope.environment), scope);

  return {
    ...createPrompts(ports.given, connections.open),
    /** Connects what the session uses. Never rejects; ends early on abort. */
    async connect(scope: ServerScope, signal: AbortSignal, again: boolean) {
      const { environment } = scope;
      const ready = ({ given }: UsedServer) =>
        connections.open(environment, given).ready(signal, again, [scope.workspace, ...(scope.attached ?? [])]);
      await Promise.all(used(scope).map(ready));
    },
    /** Servers that the session uses. */
    states: (scope: ServerScope) =>
      used(scope).map(({ given }) => {
        const { state, fault } = connections.view(scope.environment, given);
        return { server: given.name, state, ...defined({ fault }) };
      }),
    /** By server, then as the server lists them. Of one that is not connected, those that the session has. */
    definitions(scope: ServerScope): readonly (ToolDefinition & { readonly server: string })[] {
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
        const offered = [...offeredOf(server, view.tools)].filter(([name, tool]) => offers(name, tool.name));
        return offered.map(([name, { description: own, parameters }], at) => {
          const description = at === 0 ? own + noteOf(server, view.instructions) : own;
          return { name, description, parameters: { ...parameters }, server };
        });
      });
      return [...own, ...wished(scope).map(permissionTool)];
    },
    find(scope: ServerScope, offered: string) {
      for (const { given, offers } of used(scope)) {
        const connection = connections.known(scope.environment, given);
        const tool = connection === undefined ? undefined : offeredOf(given.name, connection.view().tools).get(offered);
        if (connection === undefined || tool === undefined || !offers(offered, tool.name)) continue;
        return foundTool(given, tool, connection, digestOf(given));
      }
      return undefined;
    },
    /** The wish that a call of this name stands for. */
    wish: (scope: ServerScope, offered: string) =>
      wished(scope).find(({ server }) => permissionName(server) === offered),
    view(environment: string, name: string): ServerView {
      const given = givenOf(ports, environment, name);
      return given === undefined ? { state: 'off', tools: [], leftOut: [] } : connections.view(environment, given);
    },
    log: connections.log,
    /** Connects for a look; one that is off is closed again after it. */
    async test(environment: string, name: string, signal: AbortSignal): Promise<ServerView> {
      const given = givenOf(ports, environment, name);
      if (given === undefined) return { state: 'off', tools: [], leftOut: [] };
      const connection = connections.open(environment, given);
      await connection.ready(signal, true);
      const view = connections.view(environment, given);
      if (givenOf(ports, environment, name)?.on === false) await connections.drop(environment, name);
      return view;
    },
    /** Gives the page on which the person signs in, and ends once that is done. @throws SkilldeckError `bad-input`. */
    async *signIn(environment: string, name: string, signal: AbortSignal) {
      const given = givenOf(ports, environment, name);
      if (given === undefined || !isHttp(given.server)) throw detailed('bad-input', 'mcp-no-sign-in', { name });
      const { url, oauth } = given.server;
      const secret = await ports.secret(environment, given, CLIENT_SECRET);
      const client = oauth && { client_id: oauth.clientId, ...defined({ client_secret: secret }) };
      const store = signInStore(ports, environment, given);
      yield* signIn({ name, url, store, client, port: oauth?.callbackPort }, signal);
      await connections.drop(environment, name);
    },
    async signOut(environment: string, name: string) {
      const given = givenOf(ports, environment, name);
      if (given !== undefined) await signOut(signInStore(ports, environment, given));
      await connections.drop(environment, name);
    },
    onChange(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    settle: connections.settle,
    close: connections.close,
  };
}

/** One tool, as a session's call finds it. Its call throws `McpFailure`, and what `signal` was aborted with. */
function foundTool(given: GivenServer, tool: ServerTool, connection: Connection, digest: string) {
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
    call: async (...[args, how]: Parameters<OfferedTool['call']>) => {
      const { mask } = connection;
      const own = Object.fromEntries(
        Object.entries(args).map(([name, value]) => [tool.renamed?.[name] ?? name, value]),
      );
      const result = readResult(await connection.call(tool.name, own, how), stem);
      return { ...result, text: mask(result.text) };
    },
  };
}
