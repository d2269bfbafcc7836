/** Signing in, against the SDK's own authorization server: its router checks PKCE, redirects and clients. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { InvalidGrantError } from '@modelcontextprotocol/sdk/server/auth/errors.js';
import { requireBearerAuth } from '@modelcontextprotocol/sdk/server/auth/middleware/bearerAuth.js';
import type { OAuthServerProvider } from '@modelcontextprotocol/sdk/server/auth/provider.js';
import {
  createOAuthMetadata,
  mcpAuthMetadataRouter,
  mcpAuthRouter,
} from '@modelcontextprotocol/sdk/server/auth/router.js';
import { createMcpExpressApp } from '@modelcontextprotocol/sdk/server/express.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { expect, it, onTestFinished } from 'vitest';
import { openApp } from '../../../main/core/test-kit/open-app.ts';
import { serverOfTest } from '../../../main/lib/test-kit/server-of-test.ts';
import { tempFolder } from '../../../main/lib/test-kit/temp-folder.ts';
import { createToolServers } from './connections.ts';
import { signedInAccess, signOut } from './sign-in.ts';

/** Express has no types of this project's. */
type Parsed = IncomingMessage & { readonly body: unknown };

/** Tokens last until `expire`; a refresh token is taken once. */
function authorizationServer(answer: 'code' | 'denied', known?: { client_id: string; client_secret: string }) {
  const clients = new Map<string, NonNullable<Awaited<ReturnType<OAuthServerProvider['clientsStore']['getClient']>>>>();
  const challenges = new Map<string, string>();
  const valid = new Set<string>();
  const refresh = new Set<string>();
  const seen = {
    refreshed: 0,
    revoked: [] as string[],
    registered: 0,
    resources: new Set<string | undefined>(),
    scopes: [] as (readonly string[])[],
  };
  const tokens = (resource: URL | undefined) => {
    seen.resources.add(resource?.href);
    const [access_token, refresh_token] = [`access-${randomUUID()}`, `refresh-${randomUUID()}`];
    valid.add(access_token);
    refresh.add(refresh_token);
    return { access_token, refresh_token, token_type: 'Bearer', expires_in: 3600, scope: null as never };
  };
  if (known !== undefined) clients.set(known.client_id, { ...known, redirect_uris: ['http://127.0.0.1/callback'] });
  const registerClient: OAuthServerProvider['clientsStore']['registerClient'] = (given) => {
    seen.registered += 1;
    const client = { ...given, client_id: randomUUID() };
    clients.set(client.client_id, client);
    return client;
  };
  const provider: OAuthServerProvider = {
    clientsStore: { getClient: (id) => clients.get(id), ...(known === undefined && { registerClient }) },
    async authorize(_client, { codeChallenge, redirectUri, state, scopes = [] }, response) {
      seen.scopes.push(scopes);
      const to = new URL(redirectUri);
      const code = randomUUID();
      challenges.set(code, codeChallenge);
      const given = answer === 'code' ? { code } : { error: 'access_denied', error_description: 'You said no' };
      for (const [name, value] of Object.entries({ ...given, state: state ?? '' })) to.searchParams.set(name, value);
      response.redirect(to.href);
    },
    challengeForAuthorizationCode: async (_client, code) => challenges.get(code) ?? '',
    async exchangeAuthorizationCode(_client, code, _verifier, _redirect, resource) {
      if (!challenges.delete(code)) throw new InvalidGrantError('unknown code');
      return tokens(resource);
    },
    async exchangeRefreshToken(_client, token, _scopes, resource) {
      if (!refresh.delete(token)) throw new InvalidGrantError('used before');
      seen.refreshed += 1;
      return tokens(resource);
    },
    async verifyAccessToken(token) {
      const { InvalidTokenError } = await import('@modelcontextprotocol/sdk/server/auth/errors.js');
      if (!valid.has(token)) throw new InvalidTokenError('expired');
      return { token, clientId: 'any', scopes: [], expiresAt: Date.now() / 1000 + 3600 };
    },
    async revokeToken(_client, { token }) {
      seen.revoked.push(token);
      refresh.delete(token);
    },
  };
  return { provider, seen, expire: () => valid.clear(), forget: () => refresh.clear() };
}

async function services(
  answer: 'code' | 'denied' = 'code',
  known?: Parameters<typeof authorizationServer>[1],
  needs?: string,
) {
  const authorization = authorizationServer(answer, known);
  const { provider } = authorization;
  const authApp = createMcpExpressApp();
  const issuer = new URL(await serverOfTest(authApp));
  authApp.use(mcpAuthRouter({ provider, issuerUrl: issuer }));
  const app = createMcpExpressApp();
  const at = await serverOfTest(app);
  const resource = new URL(`${at}/mcp`);
  const oauthMetadata = createOAuthMetadata({ provider, issuerUrl: issuer });
  app.use(mcpAuthMetadataRouter({ oauthMetadata, resourceServerUrl: resource }));
  const guard = requireBearerAuth({
    verifier: provider,
    resourceMetadataUrl: `${at}/.well-known/oauth-protected-resource/mcp`,
  });
  app.post('/mcp', guard, async (request: Parsed, response: ServerResponse) => {
    if (needs !== undefined && !authorization.seen.scopes.at(-1)?.includes(needs)) {
      response.writeHead(403, { 'www-authenticate': `Bearer error="insufficient_scope", scope="read ${needs}"` }).end();
      return;
    }
    const server = new McpServer({ name: 'calendar', version: '1' });
    server.registerTool('today', { description: 'Today' }, () => ({ content: [{ type: 'text', text: '2026-11-29' }] }));
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    await transport.handleRequest(request, response, request.body);
  });
  app.all('/mcp', guard, (_request: unknown, response: ServerResponse) => void response.writeHead(405).end());
  const home = tempFolder();
  const open = () => openApp({ home, host: 'browser', skillRoots: ['none'] });
  const { client, close } = await open();
  await client.mcp.save({ name: 'cal', definition: { url: resource.href }, isNew: true });
  return { ...authorization, client, close, open, resource };
}

type Services = Awaited<ReturnType<typeof services>>;

/** Does what a browser does: follows the page to the loopback address. */
async function signIn({ client }: Pick<Services, 'client'>): Promise<string> {
  let said = '';
  for await (const { url } of await client.mcp.signIn({ name: 'cal' })) {
    said = await (await fetch(url, { headers: { 'accept-language': 'zh-CN' } })).text();
  }
  return said;
}

const cal = async ({ client }: Pick<Services, 'client'>) => (await client.mcp.list({})).servers[0];
const test = ({ client }: Pick<Services, 'client'>) => client.mcp.test({ name: 'cal' });

it('signs in, renews, is kept over a restart, and signs out', async () => {
  const all = await services();
  const { seen, expire, open, resource } = all;
  expect((await test(all)).fault).toEqual({ code: 'sign-in', values: { status: 401, server: 'cal' } });
  expect(seen.registered).toBe(0);
  expect(await signIn(all)).toContain('可以关闭此页面');
  expect(await test(all)).toMatchObject({ info: { name: 'calendar' }, tools: [{ name: 'today' }], signedIn: true });
  expect((await cal(all))?.secrets).toEqual([]);
  expire();
  await all.close();
  const again = await open();
  expect(await test(again)).toMatchObject({ info: { name: 'calendar' } });
  expect(seen).toMatchObject({ refreshed: 1, registered: 1 });
  expect([...seen.resources]).toEqual([resource.href]);
  await again.client.mcp.signOut({ name: 'cal' });
  expect(seen.revoked).toEqual([expect.stringMatching(/^refresh-/)]);
  expect(await cal(again)).toMatchObject({ signedIn: false });
  expect((await test(again)).fault?.code).toBe('sign-in');
});

it('asks to sign in where the tokens cannot be renewed, registers nothing by itself, and says so', async () => {
  const all = await services();
  const { seen, expire, forget } = all;
  await signIn(all);
  expire();
  forget();
  expect((await test(all)).fault?.code).toBe('sign-in');
  expect(await cal(all)).toMatchObject({ signedIn: false });
  expect(seen.registered).toBe(1);
});

it('asks for more at the next sign-in where the tokens allow too little', async () => {
  const all = await services('code', undefined, 'write');
  await signIn(all);
  expect((await test(all)).fault).toEqual({ code: 'sign-in', values: { status: 403, server: 'cal' } });
  await signIn(all);
  expect(await test(all)).toMatchObject({ tools: [{ name: 'today' }] });
  expect(all.seen.scopes).toEqual([[], ['read', 'write']]);
});

/** Stored by a sign-in at an authorization server that gives `access-2`; `answer` holds its answer back. */
async function keptSignIn(answer: Promise<void> = Promise.resolve()) {
  const asked = Promise.withResolvers<void>();
  const at = await serverOfTest(async (request, response) => {
    if (request.url !== '/token') return void response.writeHead(404).end();
    asked.resolve();
    await answer;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('{"access_token":"access-2","token_type":"Bearer"}');
  });
  const authorizationServerMetadata = {
    issuer: at,
    authorization_endpoint: `${at}/authorize`,
    token_endpoint: `${at}/token`,
    response_types_supported: ['code'],
  };
  let kept: string | undefined = JSON.stringify({
    client: { client_id: 'c' },
    tokens: { access_token: 'access-1', refresh_token: 'refresh-1', token_type: 'Bearer' },
    discovery: { authorizationServerUrl: at, authorizationServerMetadata },
  });
  const store = {
    read: async () => kept,
    /** Slower than forgetting. */
    write: async (value: string | undefined) => {
      if (value !== undefined) await setImmediate();
      kept = value;
    },
  };
  const access = signedInAccess({ name: 'cal', url: `${at}/mcp`, store }, () => {});
  return { access, store, asked: asked.promise, kept: () => JSON.parse(kept ?? 'null') };
}

it('keeps renewed tokens beside the scopes that a call needed meanwhile', async () => {
  const answer = Promise.withResolvers<void>();
  const { access, asked, kept } = await keptSignIn(answer.promise);
  const renewed = access.renew('access-1');
  await asked;
  await access.needs('write');
  answer.resolve();
  expect(await renewed).toBe('access-2');
  expect(kept()).toMatchObject({ needs: 'write', tokens: { access_token: 'access-2', refresh_token: 'refresh-1' } });
});

it('stays signed out, whatever was under way', async () => {
  const answer = Promise.withResolvers<void>();
  const { access, store, asked, kept } = await keptSignIn(answer.promise);
  const renewed = access.renew('access-1');
  await asked;
  const scoped = access.needs('write');
  await Promise.all([scoped, signOut(store)]);
  answer.resolve();
  await expect(renewed).rejects.toMatchObject({ fault: { code: 'sign-in' } });
  expect(kept()).toBeNull();
});

it('signs in with a client that was registered by hand, and says where one is needed', async () => {
  const known = { client_id: 'skilldeck-1', client_secret: 'secret-of-client' };
  const all = await services('code', known);
  const { client, expire, resource, seen } = all;
  await expect(signIn(all)).rejects.toMatchObject({ data: { detail: { code: 'mcp-client-id' } } });
  const definition = { url: resource.href, oauth: { clientId: known.client_id } };
  await client.mcp.save({ name: 'cal', definition, isNew: false, clientSecret: 'not-the-secret' });
  await expect(signIn(all)).rejects.toMatchObject({ data: { detail: { code: 'mcp-sign-in' } } });
  await client.mcp.save({ name: 'cal', definition, isNew: false, clientSecret: known.client_secret });
  expect(await cal(all)).toMatchObject({ definition, secrets: ['client-secret'] });
  expect(await signIn(all)).toContain('可以关闭此页面');
  expire();
  expect(await test(all)).toMatchObject({ info: { name: 'calendar' }, signedIn: true });
  expect(seen).toMatchObject({ refreshed: 1, registered: 0 });
  await client.mcp.signOut({ name: 'cal' });
  expect(seen.revoked).toHaveLength(1);
});

it('says what the authorization server said, and stores nothing', async () => {
  const all = await services('denied');
  const figures = { name: 'cal', why: 'You said no' };
  await expect(signIn(all)).rejects.toMatchObject({ data: { detail: { code: 'mcp-sign-in', figures } } });
  expect(await cal(all)).toMatchObject({ signedIn: false });
});

it('takes no answer but the one that it waits for, and closes the port when it is left', async () => {
  const all = await services();
  const stop = new AbortController();
  const pages = await all.client.mcp.signIn({ name: 'cal' }, { signal: stop.signal });
  const { value } = await pages.next();
  const redirect = new URL(
    new URL((value as { url?: string } | undefined)?.url ?? '').searchParams.get('redirect_uri') ?? '',
  );
  expect(redirect.hostname).toBe('127.0.0.1');
  for (const query of ['', '?code=forged', '?code=forged&state=forged'])
    expect((await fetch(`${redirect}${query}`)).status).toBe(404);
  const rest = pages.next();
  stop.abort();
  await rest.catch(() => {});
  await expect(fetch(redirect)).rejects.toThrow();
  expect(await cal(all)).toMatchObject({ signedIn: false });
});

it.each([
  ['no metadata', 401],
  ['no sign-in', 200],
  ['no sign-in, and no content', 204],
])('says that a server offers none: %s', async (_what, status) => {
  const asked: string[] = [];
  const url = await serverOfTest((request, response) => {
    asked.push(request.url ?? '');
    const code = request.url === '/mcp' ? status : 404;
    response.writeHead(code, { 'content-type': 'application/json' }).end('{}');
  });
  const { client } = await openApp({ home: tempFolder(), host: 'browser', skillRoots: ['none'] });
  await client.mcp.save({ name: 'cal', definition: { url: `${url}/mcp` }, isNew: true });
  await expect(signIn({ client })).rejects.toMatchObject({ data: { detail: { code: 'mcp-no-sign-in' } } });
  expect(asked.filter((one) => !one.startsWith('/.well-known/'))).toEqual(['/mcp']);
});

it("sends a server's instructions once, with its first tool, bounded and named", async () => {
  const app = createMcpExpressApp();
  const url = `${await serverOfTest(app)}/mcp`;
  app.post('/mcp', async (request: Parsed, response: ServerResponse) => {
    const server = new McpServer(
      { name: 'rich', version: '1' },
      { instructions: `Dates are ISO.${'x'.repeat(5_000)}` },
    );
    for (const name of ['book', 'cancel'])
      server.registerTool(name, { description: `Does ${name}.` }, () => ({ content: [] }));
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    await transport.handleRequest(request, response, request.body);
  });
  const given = { name: 'rich', source: 'environment', server: { url }, on: true } as const;
  const servers = createToolServers({
    home: tempFolder(),
    runner: { serve: () => Promise.reject(new Error('no program')) },
    version: '0',
    given: () => [given],
    secret: async () => undefined,
    keep: async () => {},
    variable: () => undefined,
  });
  onTestFinished(() => servers.close());
  const scope = { environment: 'default', tools: [], workspace: '/w', needed: [] };
  await servers.connect(scope, new AbortController().signal, false);
  const [book, cancel] = servers.definitions(scope).map(({ description }) => description);
  expect(book).toMatch(/^Does book\.\n\nThe server rich says of all its tools:\nDates are ISO\.x{3986} \[…\]$/);
  expect(cancel).toBe('Does cancel.');
});
