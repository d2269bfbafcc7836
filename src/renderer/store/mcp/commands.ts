/** MCP servers of the app's environment. */
import type { McpServersView, McpServerView } from '../../../shared/contract/mcp.ts';
import type { McpServer, McpSwitch } from '../../../shared/mcp.ts';
import type { CommandContext } from '../command-context.ts';
import { keepReading } from '../session/resubscribe.ts';

/** None throws: what fails is shown as a toast, and answers `false` or `undefined`. */
export interface McpCommands {
  /** Gives the servers now and after each change, until `signal` aborts. */
  follow(onServers: (view: McpServersView) => void, signal: AbortSignal): void;
  save(name: string, definition: McpServer, isNew: boolean): Promise<boolean>;
  /** With its stored secrets. */
  remove(name: string): Promise<boolean>;
  turn(name: string, on: McpSwitch): Promise<boolean>;
  /** Connects to it and lists its tools. */
  test(name: string): Promise<McpServerView | undefined>;
  /** Its last output. */
  log(name: string): Promise<string | undefined>;
}

export function mcpCommands({ connection, attempt, done }: CommandContext<unknown>): McpCommands {
  const { mcp } = connection.client;
  return {
    follow: (onItem, signal) =>
      void keepReading({ connection, signal, open: (until) => mcp.watch({}, { signal: until }), onItem }),
    save: (name, definition, isNew) => done(() => mcp.save({ name, definition, isNew })),
    remove: (name) => done(() => mcp.remove({ name })),
    turn: (name, on) => done(() => mcp.turn({ name, on: Array.isArray(on) ? [...on] : on })),
    test: (name) => attempt(() => mcp.test({ name })),
    log: (name) => attempt(async () => (await mcp.log({ name })).text),
  };
}
