/** Connections to MCP servers: one for each definition, replaced when that changes; what the closed ones had is kept. */
import path from 'node:path';
import type { Runner } from '../../../main/runner/runner.ts';
import { defined } from '../../../shared/defined.ts';
import { isHttp } from '../../../shared/mcp.ts';
import type { McpFault, ServerState } from '../../../shared/mcp-faults.ts';
import { expandVariables, variablesIn } from '../../../shared/models/model-options.ts';
import { type Connection, type ConnectionView, createConnection, type Filled } from './connection.ts';
import { folderWord, McpFailure } from './launch.ts';
import type { ServerTool } from './server-tools.ts';
import { allows, digestOf, type GivenServer, offeredOf } from './used-servers.ts';

export interface ServersPorts {
  readonly home: string;
  readonly runner: Pick<Runner, 'serve'>;
  /** The app's own. */
  readonly version: string;
  /** Those whose definition can be read, sorted by name. */
  given(environment: string): readonly GivenServer[];
  /** A stored value; undefined where there is none, or it was given to another program or address. */
  secret(environment: string, given: GivenServer, variable: string): Promise<string | undefined>;
  /** Reads a variable of this process. */
  variable(name: string): string | undefined;
}

export interface ServerView extends Omit<ConnectionView, 'state' | 'tools'> {
  readonly state: ServerState;
  readonly tools: readonly (ServerTool & { readonly offered: string; readonly on: boolean })[];
}

export interface Connections {
  /** Connects at its first use. */
  open(environment: string, given: GivenServer): Connection;
  known(environment: string, given: GivenServer): Connection | undefined;
  view(environment: string, given: GivenServer): ServerView;
  log(environment: string, name: string): string;
  /** Closes it; what it had is still shown. */
  drop(environment: string, name: string): Promise<void>;
  /** Closes what is off, gone or defined otherwise by now. */
  settle(): void;
  close(): Promise<void>;
}

interface Kept {
  readonly environment: string;
  readonly name: string;
  /** Digest of its definition. */
  readonly digest: string;
  readonly connection: Connection;
}

/** Last state of a connection that is closed. */
interface Seen {
  readonly digest: string;
  readonly tools: readonly ServerTool[];
  readonly fault?: McpFault;
  readonly info?: NonNullable<ServerView['info']>;
  readonly log: string;
}

const keyOf = (environment: string, name: string): string => JSON.stringify([environment, name]);

export const givenOf = (
  ports: Pick<ServersPorts, 'given'>,
  environment: string,
  name: string,
): GivenServer | undefined => ports.given(environment).find((one) => one.name === name);

/** @param changed called when a connection becomes another one. */
export function createConnections(ports: ServersPorts, changed: () => void): Connections {
  const { home, runner, version } = ports;
  const kept = new Map<string, Kept>();
  /** Last facts of closed connections. */
  const seen = new Map<string, Seen>();
  /** Connections that were made for a server that was on. */
  const wasOn = new Set<string>();

  const open = (environment: string, given: GivenServer): Connection => {
    const key = keyOf(environment, given.name);
    const digest = digestOf(given);
    const there = kept.get(key);
    if (there?.digest === digest) return there.connection;
    if (there !== undefined) void there.connection.close();
    // A project's server has its own folder: its file may come from anywhere.
    const own = given.source === 'project' ? `${folderWord(given.name)}-${digest.slice(0, 8)}` : folderWord(given.name);
    const connection = createConnection(
      {
        server: given.server,
        folder: path.join(home, 'mcp', environment, own),
        fill: () => fill(ports, environment, given),
      },
      { runner, version, onChange: changed },
    );
    if (given.on !== false) wasOn.add(key);
    kept.set(key, { environment, name: given.name, digest, connection });
    return connection;
  };

  const drop = async (environment: string, name: string): Promise<void> => {
    const key = keyOf(environment, name);
    const there = kept.get(key);
    if (there === undefined) return;
    const { digest, connection } = there;
    kept.delete(key);
    const { tools, fault, info } = connection.view();
    await connection.close();
    seen.set(key, { digest, tools, log: connection.log(), ...defined({ fault, info }) });
    changed();
  };

  const known = (environment: string, given: GivenServer): Connection | undefined => {
    const there = kept.get(keyOf(environment, given.name));
    return there?.digest === digestOf(given) ? there.connection : undefined;
  };

  return {
    open,
    known,
    drop,
    view(environment, given) {
      const last = seen.get(keyOf(environment, given.name));
      const before = last?.digest === digestOf(given) ? last : undefined;
      const view = known(environment, given)?.view();
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
    },
    log(environment, name) {
      const key = keyOf(environment, name);
      return kept.get(key)?.connection.log() ?? seen.get(key)?.log ?? '';
    },
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
