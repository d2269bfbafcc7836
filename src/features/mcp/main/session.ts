/** One session of the protocol, from its handshake to its end: over the official client. */
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { CallToolResult, Progress } from '@modelcontextprotocol/sdk/types.js';
import { messageOf } from '../../../shared/errors.ts';
import { McpFailure } from './launch.ts';
import { readTools, type ServerTool } from './server-tools.ts';

/** Milliseconds for the handshake and the first list; `npx` may fetch a package first. */
const START_MS = 60_000;
/** Milliseconds of one call however much progress it reports. */
const MOST_MS = 30 * 60_000;
/** Pages of tools that are asked for. */
const MOST_PAGES = 20;

export interface McpSession {
  readonly info: { readonly name: string; readonly version: string };
  tools(): readonly ServerTool[];
  /** @throws what the client throws: `failureOf` reads it. */
  call(
    tool: string,
    args: Readonly<Record<string, unknown>>,
    options: { readonly timeoutMs: number; readonly signal: AbortSignal; onProgress(progress: Progress): void },
  ): Promise<CallToolResult>;
  close(): Promise<void>;
}

interface Opening {
  /** The app's own. */
  readonly version: string;
  /** It ended by itself. */
  onEnd(): void;
  onTools(): void;
}

/** @throws what the client throws; nothing is left of the session then. */
export async function openSession(
  transport: Transport,
  signal: AbortSignal,
  { version, ...on }: Opening,
): Promise<McpSession> {
  const [{ Client }, types] = await Promise.all([
    import('@modelcontextprotocol/sdk/client/index.js'),
    import('@modelcontextprotocol/sdk/types.js'),
  ]);
  const client: Client = new Client({ name: 'skilldeck', version }, { capabilities: {} });
  const options = { signal, timeout: START_MS };
  let closing = false;
  try {
    await client.connect(transport, options);
    const list = async (): Promise<readonly ServerTool[]> => {
      const found: unknown[] = [];
      if (client.getServerCapabilities()?.tools === undefined) return [];
      let cursor: string | undefined;
      for (let page = 0; page < MOST_PAGES; page += 1) {
        // Not `listTools`, which compiles the server's own schemas into code.
        const answer = await client.request(
          { method: 'tools/list', params: cursor === undefined ? {} : { cursor } },
          types.ListToolsResultSchema,
          options,
        );
        found.push(...answer.tools);
        cursor = answer.nextCursor;
        if (cursor === undefined) break;
      }
      return readTools(found);
    };
    let tools = await list();
    client.setNotificationHandler(types.ToolListChangedNotificationSchema, async () => {
      tools = await list();
      on.onTools();
    });
    client.onclose = () => {
      if (!closing) on.onEnd();
    };
    const info = client.getServerVersion();
    return {
      info: { name: info?.name ?? '', version: info?.version ?? '' },
      tools: () => tools,
      call: (tool, args, { timeoutMs, signal: stop, onProgress }) =>
        client.request({ method: 'tools/call', params: { name: tool, arguments: args } }, types.CallToolResultSchema, {
          signal: stop,
          timeout: timeoutMs,
          resetTimeoutOnProgress: true,
          maxTotalTimeout: Math.max(MOST_MS, timeoutMs),
          onprogress: onProgress,
        }),
      async close() {
        closing = true;
        if ('terminateSession' in transport && typeof transport.terminateSession === 'function')
          await Promise.race([transport.terminateSession().catch(() => {}), soon()]);
        await client.close();
      },
    };
  } catch (error) {
    closing = true;
    await client.close().catch(() => {});
    throw error;
  }
}

/** A server that does not answer a farewell keeps no one waiting. */
const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1_000).unref());

/** Codes of the protocol's own errors that are not the server's answer. */
const CONNECTION_CLOSED = -32_000;
const REQUEST_TIMEOUT = -32_001;

/** @param timeoutMs of the request that failed. */
export function failureOf(error: unknown, timeoutMs = START_MS): McpFailure {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : undefined;
  if (error instanceof McpFailure) return error;
  if (cause instanceof McpFailure) return cause;
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  const message = messageOf(error).replace(/^MCP error -?\d+: /, '');
  if (code === REQUEST_TIMEOUT) return new McpFailure('no-answer', { seconds: Math.round(timeoutMs / 1000) });
  if (code === CONNECTION_CLOSED) return new McpFailure('ended', { how: '' });
  if (code === 401 || code === 403) return new McpFailure('sign-in', { status: code });
  if (typeof code === 'number' && code >= 400 && code < 600)
    return new McpFailure('refused', { message: `HTTP ${code}` });
  if (error instanceof TypeError) return new McpFailure('unreachable', { message: cause?.message ?? message });
  return new McpFailure(typeof code === 'number' && code < 0 && code > -33_000 ? 'refused' : 'not-mcp', { message });
}
