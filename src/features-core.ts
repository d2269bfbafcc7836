/** Parts of features that the core builds. */
export { createToolServers, type ToolServers } from './features/mcp/main/connections.ts';
export { failureOf, faultText } from './features/mcp/main/session.ts';
export type { GivenServer, ServerScope } from './features/mcp/main/used-servers.ts';
export type { HeldBack } from './features/settings/contract.ts';
export { targetOf } from './features/telemetry/main/queue.ts';
export { Telemetry } from './features/telemetry/main/telemetry.ts';
