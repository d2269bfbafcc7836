/** Signing in to a server by its address: OAuth 2.1 by the SDK's client, answered on a port of this computer. */
import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { OAuthClientProvider, OAuthDiscoveryState } from '@modelcontextprotocol/sdk/client/auth.js';
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import { z } from 'zod';
import { outgoing } from '../../../main/lib/network.ts';
import { http } from '../../../main/lib/node-http.ts';
import { createTurns } from '../../../main/lib/timing.ts';
import { defined } from '../../../shared/defined.ts';
import { messageOf, SkilldeckError } from '../../../shared/errors.ts';
import { faultWords } from '../../../shared/messages/describe-event.ts';
import { detailed } from '../../../shared/messages/failure.ts';
import { translatorFor } from '../../../shared/messages/translate.ts';
import { failureOf, McpFailure } from './session.ts';
import { type Access, assertPrivate, bounded } from './transports.ts';

/** One server's place in the key store. */
export interface SignInStore {
  read(): Promise<string | undefined>;
  /** `undefined` forgets it. */
  write(value: string | undefined): Promise<void>;
}

interface SignedIn {
  readonly client: OAuthClientInformationMixed;
  readonly tokens: OAuthTokens;
  readonly discovery: OAuthDiscoveryState;
  /** Scopes that a call needed and the tokens do not have. */
  readonly needs?: string;
}

interface SignInServer {
  readonly name: string;
  readonly url: string;
  readonly store: SignInStore;
  /** Known to the authorization server already: nothing is registered. */
  readonly client?: OAuthClientInformationMixed | undefined;
  /** Port to which the browser comes back; absent: any that is free. */
  readonly port?: number | undefined;
}

/** Name under which the key store has it; no variable or header is called so. */
export const SIGN_IN = 'oauth 2';

/** Name of the stored secret of a client whose id the definition has. */
export const CLIENT_SECRET = 'client-secret';

/** Milliseconds that the person has in the browser. */
const MOST_MS = 10 * 60_000;
/** Milliseconds of one request to the authorization server. */
const REQUEST_MS = 30_000;

async function stored(store: SignInStore): Promise<SignedIn | undefined> {
  const text = await store.read();
  return text === undefined ? undefined : JSON.parse(text);
}

const inTurn = createTurns();

/** Writes over what is there by then. @returns false, with nothing written, where no sign-in is, or not the one with the token `used`. */
const change = (store: SignInStore, now: Partial<SignedIn> | undefined, used?: string): Promise<boolean> =>
  inTurn(async () => {
    const known = await stored(store);
    if (known === undefined || known.tokens.access_token !== (used ?? known.tokens.access_token)) return false;
    await store.write(now && JSON.stringify({ ...known, ...now }));
    return true;
  });

/** Authorization servers are elsewhere than their MCP server, but never in plain text. */
async function reach(target: string | URL, init: RequestInit = {}): Promise<Response> {
  const url = new URL(target);
  assertPrivate(url);
  const timeout = AbortSignal.timeout(REQUEST_MS);
  const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
  const response = bounded(await outgoing(url, { ...init, signal, redirect: 'manual' }));
  if (response.headers.get('content-type')?.includes('json') !== true) return response;
  const text = await response.text();
  try {
    // A field without a value is left out, by the specification; some say `null`.
    return Response.json(
      JSON.parse(text, (_name, value: unknown) => value ?? undefined),
      response,
    );
  } catch {
    // 204, 205 and 304 take no text, not even an empty one.
    return new Response(text || null, response);
  }
}

const metadataOf = (redirect: string): OAuthClientProvider['clientMetadata'] => ({
  client_name: 'Skilldeck',
  redirect_uris: [redirect],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
});

/** Renewing never asks the person. */
const NOWHERE = 'http://127.0.0.1/callback';

/** @param heard told each token that is used, to hide it. */
export function signedInAccess(server: SignInServer, heard: (token: string) => void): Access {
  const { name, url, store } = server;
  const needed = () => new McpFailure('sign-in', { status: 401, server: name });
  const said = ({ tokens }: SignedIn): string => {
    for (const token of [tokens.access_token, tokens.refresh_token]) if (token !== undefined) heard(token);
    return tokens.access_token;
  };
  const renew = async (used: string): Promise<string> => {
    const known = await stored(store);
    // Another request or process renewed it.
    if (known !== undefined && known.tokens.access_token !== used) return said(known);
    if (known?.tokens.refresh_token === undefined) throw needed();
    const { client, discovery } = known;
    let { tokens } = known;
    let unreachable: unknown;
    const { auth } = await import('@modelcontextprotocol/sdk/client/auth.js');
    const result = await auth(
      {
        redirectUrl: NOWHERE,
        clientMetadata: metadataOf(NOWHERE),
        clientInformation: () => client,
        discoveryState: () => discovery,
        tokens: () => tokens,
        async saveTokens(now) {
          // A server that gives no new refresh token leaves the old one in use.
          tokens = { ...tokens, ...now };
          if (!(await change(store, { tokens }, used))) throw needed();
        },
        async invalidateCredentials() {
          await change(store, undefined, used);
          throw needed();
        },
        saveCodeVerifier: () => {},
        codeVerifier: () => '',
        redirectToAuthorization() {
          throw unreachable ?? needed();
        },
      },
      {
        serverUrl: url,
        fetchFn: async (target, init) => {
          unreachable = undefined;
          try {
            return await reach(target, init);
          } catch (error) {
            unreachable = error;
            throw error;
          }
        },
      },
    );
    if (result !== 'AUTHORIZED') throw needed();
    return said({ client, discovery, tokens });
  };
  // A refresh token is used once: requests that are refused together share the renewal.
  let renewing: Promise<string> | undefined;
  return {
    async token() {
      const known = await stored(store);
      return known === undefined ? undefined : said(known);
    },
    needs: (scopes) => change(store, { needs: scopes }),
    renew(used) {
      renewing ??= renew(used).finally(() => {
        renewing = undefined;
      });
      return renewing;
    },
  };
}

/** Gives the page on which the person signs in, and ends once the tokens are stored. @throws SkilldeckError `bad-input`. */
export async function* signIn(server: SignInServer, signal: AbortSignal): AsyncGenerator<{ url: string }, void, void> {
  try {
    yield* signingIn(server, AbortSignal.any([signal, AbortSignal.timeout(MOST_MS)]));
  } catch (error) {
    if (error instanceof SkilldeckError || signal.aborted) throw error;
    if (error instanceof DOMException && error.name === 'TimeoutError')
      throw detailed('bad-input', 'mcp-sign-in-late', { name: server.name, minutes: MOST_MS / 60_000 });
    if (messageOf(error).includes('dynamic client registration'))
      throw detailed('bad-input', 'mcp-client-id', { name: server.name });
    const isNamed = error instanceof McpFailure || (error instanceof TypeError && 'cause' in error);
    const { fault } = failureOf(error);
    const isOdd = error instanceof z.core.$ZodError;
    const said = isOdd ? String(fault.values.message) : messageOf(error);
    // The library repeats a page that came in place of an answer.
    const why = isNamed
      ? faultWords(translatorFor('en'), fault)
      : said.replace(/: Invalid OAuth error response.*$/s, '');
    throw detailed('bad-input', 'mcp-sign-in', { name: server.name, why: why.replace(/\.$/, '') });
  }
}

async function* signingIn(
  { name, url, store, client, port }: SignInServer,
  signal: AbortSignal,
): ReturnType<typeof signIn> {
  const { auth, extractWWWAuthenticateParams } = await import('@modelcontextprotocol/sdk/client/auth.js');
  const fetchFn: typeof reach = (target, init) => reach(target, { ...init, signal });
  const asked = await fetchFn(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'ping' }),
  });
  const { resourceMetadataUrl, scope: usual } = extractWWWAuthenticateParams(asked);
  const needs = (await stored(store))?.needs;
  const scope = needs ?? usual;
  await asked.body?.cancel();
  const state = randomBytes(24).toString('base64url');
  const { redirect, code, close } = await awaitCode(state, signal, port);
  try {
    let page: URL | undefined;
    let verifier = '';
    let known: Partial<SignedIn> = defined({ client, needs });
    const provider: OAuthClientProvider = {
      redirectUrl: redirect,
      clientMetadata: metadataOf(redirect),
      state: () => state,
      clientInformation: () => known.client,
      saveClientInformation: (registered) => {
        known = { ...known, client: registered };
      },
      tokens: () => undefined,
      saveTokens: (tokens) => {
        known = { ...known, tokens };
      },
      discoveryState: () => known.discovery,
      saveDiscoveryState(discovery) {
        // Without metadata the SDK would guess addresses at the server's own origin.
        if (discovery.authorizationServerMetadata === undefined)
          throw detailed('bad-input', 'mcp-no-sign-in', { name });
        known = { ...known, discovery };
      },
      saveCodeVerifier: (made) => {
        verifier = made;
      },
      codeVerifier: () => verifier,
      redirectToAuthorization: (address) => {
        page = address;
      },
    };
    const options = {
      serverUrl: url,
      fetchFn,
      ...(resourceMetadataUrl && { resourceMetadataUrl }),
      ...(scope && { scope }),
    };
    await auth(provider, options);
    if (page === undefined) throw detailed('bad-input', 'mcp-no-sign-in', { name });
    assertPrivate(page);
    yield { url: page.href };
    const answer = await code;
    const issuer = known.discovery?.authorizationServerMetadata?.issuer;
    // RFC 9207: the answer of another authorization server.
    if (answer.issuer !== undefined && answer.issuer !== issuer) throw new Error(`${answer.issuer} is not ${issuer}`);
    await auth(provider, { ...options, authorizationCode: answer.code });
    await inTurn(() => store.write(JSON.stringify(known)));
  } finally {
    close();
  }
}

interface BrowserReturn {
  readonly code: string;
  readonly issuer: string | undefined;
}

/** Listens on this computer for the browser's return. The code rejects with what the authorization server says, and on abort. */
async function awaitCode(state: string, signal: AbortSignal, wanted = 0) {
  const { promise: code, resolve, reject } = Promise.withResolvers<BrowserReturn>();
  code.catch(() => {});
  const server = http.createServer((request, response) => {
    const { pathname, searchParams: given } = new URL(request.url ?? '', NOWHERE);
    const isAnswer = request.method === 'GET' && pathname === '/callback' && given.get('state') === state;
    const t = translatorFor(/^zh\b/i.test(request.headers['accept-language'] ?? '') ? 'zh' : 'en');
    response
      .writeHead(isAnswer ? 200 : 404, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' })
      .end(isAnswer ? t('mcp.signIn.returned') : '');
    if (!isAnswer) return;
    const found = given.get('code');
    if (found !== null) resolve({ code: found, issuer: given.get('iss') ?? undefined });
    else reject(new Error(given.get('error_description') ?? given.get('error') ?? 'no code'));
  });
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  await new Promise<void>((listening, failed) => server.once('error', failed).listen(wanted, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    server.closeIdleConnections();
  };
  return { redirect: `http://127.0.0.1:${port}/callback`, code, close };
}

/** Forgets the tokens, here first, then at the authorization server where it takes that (RFC 7009). */
export async function signOut(store: SignInStore): Promise<void> {
  const known = await inTurn(() => stored(store).finally(() => store.write(undefined)));
  const { revocation_endpoint: address } = { ...known?.discovery.authorizationServerMetadata } as Record<
    string,
    unknown
  >;
  if (known === undefined || typeof address !== 'string') return;
  const { client_id, client_secret } = known.client;
  const token = known.tokens.refresh_token ?? known.tokens.access_token;
  const body = new URLSearchParams({ token, client_id, ...(client_secret && { client_secret }) });
  await reach(address, { method: 'POST', body }).then(
    (response) => response.body?.cancel(),
    () => {},
  );
}
