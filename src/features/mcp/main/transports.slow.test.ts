/** Addresses: what is sent where, and what a server cannot make of it. */
import type { RequestListener } from 'node:http';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterEach, expect, it } from 'vitest';
import { serverOfTest } from '../../../main/lib/test-kit/server-of-test.ts';
import { type Connection, createConnection } from './connection.ts';

const never = new AbortController().signal;
const opened: Connection[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

const serve = async (listener: RequestListener): Promise<string> => `${await serverOfTest(listener)}/mcp`;

/** A key store that cannot be written. */
const failing = () => Promise.reject(new Error('locked'));

const ready = (url: string, headers: Readonly<Record<string, string>> = {}) => {
  const connection = createConnection(
    {
      name: 'srv',
      server: { url },
      folder: '/nowhere',
      fill: async () => ({ values: headers, secrets: Object.values(headers) }),
      signIn: { read: async () => JSON.stringify({ tokens: { access_token: 'access-1' } }), write: failing },
    },
    { runner: { serve: () => Promise.reject(new Error('no program')) }, version: '0', onChange: () => {} },
  );
  opened.push(connection);
  return connection.ready(never);
};

it('follows no redirect to another origin, and sends nothing there', async () => {
  const got: string[] = [];
  const other = await serve((request, response) => {
    got.push(request.url ?? '');
    response.end();
  });
  const url = await serve((_request, response) => response.writeHead(307, { location: other }).end());
  const { fault } = await ready(url, { authorization: 'Bearer secret-123' });
  expect(fault).toEqual({ code: 'other-origin', values: { host: new URL(other).host } });
  expect(got).toEqual([]);
});

it.each([
  [401, 'sign-in'],
  [500, 'refused'],
])('says what an answer with status %i means', async (status, code) => {
  const url = await serve((_request, response) => response.writeHead(status).end('no'));
  expect(await ready(url)).toMatchObject({ state: 'failed', fault: { code } });
});

it('says that a sign-in allows too little, even where the scopes cannot be kept', async () => {
  const wants = { 'www-authenticate': 'Bearer error="insufficient_scope", scope="write"' };
  const url = await serve((_request, response) => response.writeHead(403, wants).end());
  expect((await ready(url)).fault).toEqual({ code: 'sign-in', values: { status: 403, server: 'srv' } });
});

it('takes no answer without end', async () => {
  const url = await serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const more = (): void => {
      while (response.write('x'.repeat(1024 * 1024)));
    };
    response.on('drain', more);
    more();
  });
  expect((await ready(url)).fault).toEqual({ code: 'too-large', values: { size: 16 } });
});

it.each([
  ['http://mcp.example.com/mcp', 'plain-http'],
  ['http://127.0.0.1.example.com/mcp', 'plain-http'],
  ['http://127.0.0.1:1/mcp', 'unreachable'],
])('refuses or fails at %s', async (url, code) => {
  expect((await ready(url)).fault?.code).toBe(code);
});

it('sends a call once more where the server forgot the session', async () => {
  const made: StreamableHTTPServerTransport[] = [];
  let calls = 0;
  const url = await serve(async (request, response) => {
    const session = request.headers['mcp-session-id'];
    let transport = made.find(({ sessionId }) => sessionId === session);
    if (session === undefined) {
      transport = new StreamableHTTPServerTransport({ sessionIdGenerator: () => `s${made.length}` });
      made.push(transport);
      const server = new McpServer({ name: 'new', version: '1' });
      server.registerTool('today', { description: 'Today' }, () => {
        calls += 1;
        return { content: [{ type: 'text', text: `${calls}` }] };
      });
      await server.connect(transport as Transport);
    }
    if (transport === undefined) response.writeHead(404).end('{}');
    else await transport.handleRequest(request, response);
  });
  await ready(url);
  const call = () => opened[0]?.call('today', {}, { signal: never, ask: async () => 'unasked', onProgress: () => {} });
  expect(await call()).toMatchObject({ content: [{ text: '1' }] });
  made.length = 0;
  expect(await call()).toMatchObject({ content: [{ text: '2' }] });
  expect(made).toHaveLength(1);
});

it.each([400, 404, 405])('speaks the transport before streamable HTTP to a server that answers %i', async (status) => {
  let transport: SSEServerTransport | undefined;
  const url = await serve((request, response) => {
    if (request.method === 'GET') {
      transport = new SSEServerTransport('/messages', response);
      const server = new McpServer({ name: 'old', version: '1' });
      server.registerTool('today', { description: 'Today' }, () => ({ content: [{ type: 'text', text: '5' }] }));
      void server.connect(transport);
    } else if (request.url?.startsWith('/messages') === true) void transport?.handlePostMessage(request, response);
    else response.writeHead(status).end();
  });
  expect(await ready(url)).toMatchObject({ state: 'ready', info: { name: 'old' }, tools: [{ name: 'today' }] });
  const [connection] = opened;
  expect(
    await connection?.call('today', {}, { signal: never, ask: async () => 'unasked', onProgress: () => {} }),
  ).toMatchObject({
    content: [{ text: '5' }],
  });
});
