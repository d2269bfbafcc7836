/** MCP servers of an environment. No answer holds a secret. */
import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { nothing, procedure } from '../../shared/contract/procedure.ts';
import { mcpServerSchema, mcpSwitchesSchema, serverNameSchema, variableNameSchema } from '../../shared/mcp.ts';
import { LEFT_OUT, mcpFaultSchema, SERVER_STATES } from '../../shared/mcp-faults.ts';

/** Default: that of the app. */
const environment = z.string().min(1).max(100).optional();
const which = z.object({ environment, name: z.string().min(1).max(200) });
const mcpSwitch = mcpSwitchesSchema.valueType;

const toolViewSchema = z.object({
  name: z.string(),
  /** Name that the model is given. */
  offered: z.string(),
  description: z.string(),
  on: z.boolean(),
  /** Size of its definition in a request, by the encoding of the app's model. */
  tokens: z.int(),
  /** The server's own word. */
  hints: z.object({ readOnly: z.boolean(), destructive: z.boolean() }),
});

const serverViewSchema = z.object({
  name: z.string(),
  source: z.enum(['environment', 'everywhere', 'project']),
  /** Absolute path of the file that defines it. */
  file: z.string(),
  /** Literal values of variables and headers are `null`. Absent where it cannot be read. */
  definition: mcpServerSchema.optional(),
  on: mcpSwitch,
  state: z.enum(SERVER_STATES),
  fault: mcpFaultSchema.optional(),
  tools: z.array(toolViewSchema),
  /** Tools whose schema not every provider would take as it came. */
  repaired: z.array(z.object({ tool: z.string(), what: z.array(z.string()) })),
  /** Tools that no model is offered. */
  leftOut: z.array(z.object({ tool: z.string(), why: z.enum(LEFT_OUT) })),
  info: z.object({ name: z.string(), version: z.string() }).optional(),
  sandbox: z.string().optional(),
  /** True if the person signed in to it. */
  signedIn: z.boolean(),
  secrets: z.array(z.string()),
});
export type McpServerView = z.infer<typeof serverViewSchema>;

const listSchema = z.object({ environment: z.string(), servers: z.array(serverViewSchema) });
export type McpServersView = z.infer<typeof listSchema>;

/** `id`: `server:prompt`, as it is called; `wants`: arguments that it cannot do without. */
const promptViewSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  wants: z.string().array(),
});
export type PromptView = z.infer<typeof promptViewSchema>;

/** `id`: `server:uri`, as it is named. */
const resourceViewSchema = z.object({ id: z.string(), name: z.string(), description: z.string() });
export type ResourceView = z.infer<typeof resourceViewSchema>;

export const mcpContract = {
  list: procedure.input(z.object({ environment })).output(listSchema),
  /** Servers of the app's environment, again after each change. */
  watch: procedure.input(nothing).output(eventIterator(listSchema)),
  /**
   * Defines a server in the environment's file, or replaces it. `null` as the value of a variable or header keeps the
   * stored one; a literal value goes to the key store, as the secret of its client does. `fetches`: hosts that a new one was
   * given, to fetch its package.
   */
  save: procedure
    .input(
      z.object({
        environment,
        name: serverNameSchema,
        definition: mcpServerSchema,
        clientSecret: z.string().min(1).max(8_192).optional(),
        isNew: z.boolean(),
      }),
    )
    .output(z.object({ fetches: z.array(z.string()) })),
  remove: procedure.input(which).output(nothing),
  /** `true`: all of its tools; a list: those alone. */
  turn: procedure.input(which.extend({ on: mcpSwitch })).output(nothing),
  /** Connects, and lists the tools. A server that is off is closed again. */
  test: procedure.input(which).output(serverViewSchema),
  /** `null` removes it. */
  secret: procedure
    .input(
      which.extend({
        variable: variableNameSchema.or(z.string().regex(/^[\w-]{1,64}$/)),
        value: z.string().max(32_768).nullable(),
      }),
    )
    .output(nothing),
  /** Gives the page on which the person signs in, and ends once that is done. */
  signIn: procedure.input(which).output(eventIterator(z.object({ url: z.url() }))),
  signOut: procedure.input(which).output(nothing),
  /** Prompts of the servers that are on in the app's environment. */
  prompts: procedure.input(nothing).output(z.array(promptViewSchema)),
  resources: procedure.input(nothing).output(z.array(resourceViewSchema)),
  /** The last that it printed on its standard error. */
  log: procedure.input(which).output(z.object({ text: z.string() })),
};
