/** MCP servers of the app's environment. */

import type { CommandContext } from '../../renderer/store/command-context.ts';
import { keepReading } from '../../renderer/store/slices/session-feed.ts';
import type { McpSwitch } from '../../shared/mcp.ts';
import type { McpServersView } from './contract.ts';

/** None throws: what fails is shown as a toast, and answers `false` or `undefined`. */
export function mcpCommands({ connection, attempt, done }: CommandContext<unknown>) {
  const { mcp } = connection.client;
  return {
    /** Gives the servers now and after each change, until `signal` aborts. */
    follow: (onItem: (view: McpServersView) => void, signal: AbortSignal) =>
      void keepReading({ connection, signal, open: (until) => mcp.watch({}, { signal: until }), onItem }),
    save: (given: Parameters<typeof mcp.save>[0]) => done(() => mcp.save(given)),
    /** Removes its stored secrets too. */
    remove: (name: string) => done(() => mcp.remove({ name })),
    turn: (name: string, on: McpSwitch) => done(() => mcp.turn({ name, on: Array.isArray(on) ? [...on] : on })),
    /** Connects to it and lists its tools. */
    test: (name: string) => attempt(() => mcp.test({ name })),
    /** Gives the page on which the person signs in, and ends once that is done. */
    signIn: (name: string, onPage: (url: string) => void, signal: AbortSignal) =>
      done(async () => {
        for await (const { url } of await mcp.signIn({ name }, { signal })) onPage(url);
      }),
    signOut: (name: string) => done(() => mcp.signOut({ name })),
    /** None while they cannot be asked for. */
    prompts: (signal: AbortSignal) => mcp.prompts({}, { signal }).catch(() => []),
    resources: (signal: AbortSignal) => mcp.resources({}, { signal }).catch(() => []),
    /** Its last output. */
    log: (name: string) => attempt(async () => (await mcp.log({ name })).text),
  };
}
