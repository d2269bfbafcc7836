/** MCP servers: how one is written in a file, under which names its tools are offered, and what can go wrong with one. */
import { z } from 'zod';
import { type ValueFault, valueFault } from './messages/failure.ts';
import { headersSchema } from './models/model-options.ts';

/** Max length of a server's name, and of a variable's. */
const MAX_NAME = 64;
const MAX_TEXT = 8_192;
/** Characters that function names may have at most, with every provider. */
const MAX_TOOL_NAME = 64;

export const serverNameSchema = z
  .string()
  .trim()
  .min(1)
  .max(MAX_NAME)
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]*$/u, 'server-name');
export const variableNameSchema = z
  .string()
  .max(MAX_NAME)
  .regex(/^[A-Za-z_]\w*$/, 'variable-name');

/** Seconds without an answer and without progress after which a call ends. */
const timeout = z.number().min(1).max(3_600).optional();
const folders = z.array(z.string().min(1).max(MAX_TEXT)).max(50);

const stdioSchema = z.object({
  command: z.string().trim().min(1).max(MAX_TEXT),
  args: z.array(z.string().max(MAX_TEXT)).max(200).optional(),
  /** `$NAME` is a stored secret or an environment variable; `null`: the value is in the key store. */
  env: z.record(variableNameSchema, z.string().max(MAX_TEXT).nullable()).optional(),
  cwd: z.string().min(1).max(MAX_TEXT).optional(),
  /** Beyond what its command line names: what the sandbox lets it reach. */
  hosts: z.array(z.string().min(1).max(300)).max(50).optional(),
  reads: folders.optional(),
  writes: folders.optional(),
  /** `false`: runs with all that the person may do. */
  sandbox: z.boolean().optional(),
  timeout,
});
const httpSchema = z.object({
  url: z.url({ protocol: /^https?$/ }).max(MAX_TEXT),
  headers: headersSchema.optional(),
  /** For an authorization server that registers no programs by themselves: `callbackPort`, if it returns to one port alone. */
  oauth: z
    .object({ clientId: z.string().trim().min(1).max(1_024), callbackPort: z.int().min(1).max(65_535).optional() })
    .optional(),
  timeout,
});
export type StdioServer = Readonly<z.infer<typeof stdioSchema>>;
export type HttpServer = Readonly<z.infer<typeof httpSchema>>;
export type McpServer = StdioServer | HttpServer;

/** Fields by which other programs write the same: `type` says nothing that `command` or `url` does not. */
const HTTP_TYPES = ['http', 'streamable-http', 'streamableHttp', 'sse'];
const otherClients = z
  .looseObject({
    type: z.string().optional(),
    command: z.unknown().optional(),
    url: z.unknown().optional(),
    /** Set by other programs. */
    disabled: z.boolean().optional(),
  })
  .refine(({ type }) => type === undefined || type === 'stdio' || HTTP_TYPES.includes(type), 'server-type')
  .refine(({ command, url }) => (command === undefined) !== (url === undefined), 'server-kind');

export type ReadServer = { readonly server: McpServer; readonly disabled: boolean } | { readonly fault: ValueFault };

/** One entry of `mcpServers`, as other programs write it too. */
export function readServer(value: unknown): ReadServer {
  const shape = otherClients.safeParse(value);
  if (!shape.success) return { fault: valueFault(shape.error) };
  const parsed = (shape.data.url === undefined ? stdioSchema : httpSchema).safeParse(value);
  return parsed.success
    ? { server: parsed.data, disabled: shape.data.disabled === true }
    : { fault: valueFault(parsed.error) };
}

export const mcpServerSchema = z.union([stdioSchema.strict(), httpSchema.strict()]);

export const isHttp = (server: McpServer): server is HttpServer => 'url' in server;

/** Address, or the words of the command. */
export const wordsOf = (server: McpServer | undefined): readonly string[] =>
  server === undefined ? [] : isHttp(server) ? [server.url] : [server.command, ...(server.args ?? [])];

/** Keyed by a server's name: `true` offers all of its tools, a list those alone. */
export const mcpSwitchesSchema = z.record(z.string(), z.union([z.boolean(), z.array(z.string())]));
export type McpSwitch = z.infer<typeof mcpSwitchesSchema>[string];

const PERMISSION = 'connect';
const word = (text: string): string => text.replaceAll(/[^A-Za-z0-9_-]/g, '_');

/** The names under which a server's tools are offered, unlike each other and short enough for every provider. */
export function offeredNames(server: string, tools: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  return new Map(
    tools.map((tool) => {
      const full = `${serverPrefix(server)}${word(tool)}`;
      let name = full.slice(0, MAX_TOOL_NAME);
      for (let number = 2; taken.has(name); number += 1) {
        const ending = `_${number}`;
        name = full.slice(0, MAX_TOOL_NAME - ending.length) + ending;
      }
      taken.add(name);
      return [tool, name] as const;
    }),
  );
}

/** Prefix of all tools of the server. */
const serverPrefix = (server: string): string => `mcp__${word(server)}__`;

/** `mcp__calendar__*`: `calendar`, as it is written in the names of tools; undefined for another tool's name. */
export const serverOfPattern = (pattern: string): string | undefined => /^mcp__(.+?)(?:__|$)/.exec(pattern)?.[1];

/** True if a skill that names `written` means the server. */
export const isServer = (name: string, written: string): boolean => name === written || word(name) === word(written);

/** Offered in place of a server's tools until the person lets a skill use it. */
export const permissionName = (server: string): string =>
  `${serverPrefix(server).slice(0, MAX_TOOL_NAME - PERMISSION.length)}${PERMISSION}`;
