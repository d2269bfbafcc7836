/** MCP servers in memory: a test answers with two tools. */
import { AsyncIteratorClass } from '@orpc/client';
import type { McpServersView, McpServerView } from '../../../features/mcp/contract.ts';
import { Broadcast } from '../broadcast.ts';
import type { Answers } from './refused.ts';

const TOOLS: McpServerView['tools'] = ['find_event', 'delete_event'].map((name) => ({
  name,
  offered: `mcp__calendar__${name}`,
  description: `Does ${name}.`,
  on: true,
  tokens: 64,
  hints: { readOnly: name === 'find_event', destructive: name === 'delete_event' },
}));

export function fakeMcp(given: readonly McpServerView[]): Answers<'mcp'> {
  const watched = new Broadcast<McpServersView>();
  let servers = given;
  const view = (): McpServersView => ({ environment: 'default', servers: [...servers] });
  const change = (name: string, change: Partial<McpServerView> | undefined): McpServerView | undefined => {
    servers = servers.flatMap((one) =>
      one.name !== name ? [one] : change === undefined ? [] : [{ ...one, ...change }],
    );
    watched.send(view());
    return servers.find((one) => one.name === name);
  };
  return {
    mcp: {
      list: async () => view(),
      watch: async (_input, options) => watched.read(options?.signal, view()),
      save: async ({ name, definition, isNew }) => {
        if (isNew) {
          const made = { name, source: 'environment', file: '/config.jsonc', on: false, state: 'off' } as const;
          servers = [
            ...servers,
            { ...made, definition, tools: [], repaired: [], leftOut: [], secrets: [], signedIn: false },
          ];
        }
        change(name, { definition });
        return { fetches: [] };
      },
      remove: async ({ name }) => {
        change(name, undefined);
        return {};
      },
      turn: async ({ name, on }) => {
        const tools = servers.find((one) => one.name === name)?.tools ?? [];
        const isOn = (tool: string) => (Array.isArray(on) ? on.includes(tool) : on);
        change(name, { on, tools: tools.map((tool) => ({ ...tool, on: isOn(tool.name) })) });
        return {};
      },
      test: async ({ name }) => {
        const info = { name, version: '1.0.0' };
        servers = servers.map(({ fault, ...one }) =>
          one.name === name || fault === undefined ? one : { ...one, fault },
        );
        const tested = change(name, { state: 'ready', tools: TOOLS, info });
        if (tested === undefined) throw new Error(`There is no MCP server ${name}.`);
        return tested;
      },
      signIn: async ({ name }) => {
        const pages = (async function* () {
          yield { url: 'https://sign-in.example/authorize' };
          change(name, { signedIn: true });
        })();
        return new AsyncIteratorClass<{ url: string }, unknown, void>(
          () => pages.next(),
          async () => {},
        );
      },
      signOut: async ({ name }) => {
        change(name, { signedIn: false });
        return {};
      },
      secret: async () => ({}),
      log: async () => ({ text: 'ready on stdio\n' }),
    },
  };
}
