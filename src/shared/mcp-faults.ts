/** Faults and states of an MCP server: for events, views and words alike. */
import { z } from 'zod';
import type { ValueFault } from './messages/failure.ts';

/** Reasons why a server or one of its tools cannot be used; `mcp.fault.CODE` has the words. */
const MCP_FAULTS = [
  'invalid',
  'invalid-field',
  'not-found',
  'no-version',
  'start-failed',
  'folder-missing',
  'too-broad',
  'variable-missing',
  'needs-registry',
  'ended',
  'too-many-ends',
  'no-answer',
  'unreachable',
  'sign-in',
  'refused',
  'not-mcp',
  'plain-http',
  'other-origin',
  'too-large',
] as const;
export type McpFaultCode = (typeof MCP_FAULTS)[number];

export const mcpFaultSchema = z.object({
  code: z.enum(MCP_FAULTS),
  /** Keyed by the names that its words use. */
  values: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type McpFault = z.infer<typeof mcpFaultSchema>;

/** Fault of an entry of `mcpServers` that cannot be used. */
export const invalidServer = ({ place, figures }: ValueFault): McpFault =>
  place === '' ? { code: 'invalid', values: figures } : { code: 'invalid-field', values: { ...figures, place } };

/** Reasons why a tool of a server is not offered; `mcp.leftOut.CODE` has the words. */
export const LEFT_OUT = ['no-name', 'schema', 'too-large', 'twice', 'task', 'too-many'] as const;

export const SERVER_STATES = ['off', 'idle', 'connecting', 'ready', 'restarting', 'failed'] as const;
export type ServerState = (typeof SERVER_STATES)[number];
