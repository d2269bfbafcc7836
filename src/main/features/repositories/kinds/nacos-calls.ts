/** Calls of a Nacos server: its address, its own login, its wrapper around answers. */
import { z } from 'zod';
import { isSafeAddress } from '../../../skill-import/git-http.ts';
import { refusedFor } from '../../../skill-import/refused.ts';
import type { Connect } from '../repository.ts';
import { askServer, refusedStep, type Step } from './ask-server.ts';

const resultSchema = z.object({ code: z.int(), message: z.string().nullish(), data: z.unknown() });
const loginSchema = z.object({ accessToken: z.string().min(1) });

export interface NacosCalls {
  readonly host: string;
  /** Label in the address's query. */
  readonly label: string | null;
  /** In the address's namespace. */
  at(below: string, params?: Readonly<Record<string, string>>): URL;
  /** The server's answer without its wrapper. @throws `import-refused`, which names the step. */
  call(url: URL, step: Step, init?: RequestInit): Promise<unknown>;
  /** Once; where the address has no user, nothing is sent. */
  signIn(): Promise<void>;
  /** Headers of a signed-in account. */
  headers(): Readonly<Record<string, string>>;
}

/** @throws `import-refused`. */
export function nacosCalls({ definition, password, signal }: Connect): NacosCalls {
  const given = new URL(definition.address.replace(/^nacos:/i, 'http:'));
  const { host } = given;
  if (host === '') throw refusedFor('address', 'nacos-address', { address: definition.address });
  const namespaceId = decodeURIComponent(given.pathname.replace(/^\/+|\/+$/g, '')) || 'public';
  const base = `${isSafeAddress(new URL(`http://${host}`)) ? 'http' : 'https'}://${host}/nacos`;
  let token: string | undefined;
  const headers = (): Readonly<Record<string, string>> =>
    token === undefined ? {} : { authorization: `Bearer ${token}` };

  const send = (url: URL, init: RequestInit = {}): Promise<Response> =>
    askServer(url, { ...init, headers: { ...init.headers, ...headers() } }, signal);
  return {
    host,
    label: given.searchParams.get('label'),
    headers,
    at(below, params = {}) {
      const url = new URL(`${base}${below}`);
      for (const [key, value] of Object.entries({ namespaceId, ...params })) url.searchParams.set(key, value);
      return url;
    },
    async call(url, step, init = {}) {
      const response = await send(url, init);
      const text = await response.text();
      const { data } = resultSchema.safeParse(parsed(text));
      if (response.ok && data?.code === 0) return data.data;
      throw refusedStep(host, step, response.status, data?.message ?? text.slice(0, 200));
    },
    async signIn() {
      if (given.username === '' || password === undefined || token !== undefined) return;
      const body = new URLSearchParams({ username: decodeURIComponent(given.username), password });
      const response = await send(new URL(`${base}/v3/auth/user/login`), { method: 'POST', body });
      const answer = parsed(await response.text());
      const { data } = loginSchema.safeParse(resultSchema.safeParse(answer).data?.data ?? answer);
      if (!response.ok || data === undefined)
        throw refusedFor('sign-in', 'server-refused-sign-in', { host, status: response.status });
      token = data.accessToken;
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
