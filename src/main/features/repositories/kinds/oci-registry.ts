/** A repository in an OCI registry, signed in to where it asks: its tags, manifests and blobs. */
import { z } from 'zod';
import type { Figures } from '../../../../shared/messages/format.ts';
import { sha256 } from '../../../lib/sha256.ts';
import { isSafeAddress } from '../../../skill-import/git-http.ts';
import { refused, refusedFor } from '../../../skill-import/refused.ts';
import { askServer, refusedStep, type Step } from './ask-server.ts';

export const ARTIFACT = 'application/vnd.agentskills.skill.v1';
export const LAYER = 'application/zip';
export const MANIFEST = 'application/vnd.oci.image.manifest.v1+json';

const manifestSchema = z.object({
  artifactType: z.string().optional(),
  config: z.object({ mediaType: z.string() }),
  layers: z
    .array(z.object({ mediaType: z.literal(LAYER), digest: z.string().regex(/^sha256:[0-9a-f]{64}$/), size: z.int() }))
    .length(1),
  annotations: z.record(z.string(), z.string()).optional(),
});
export type Manifest = z.infer<typeof manifestSchema>;
const tagsSchema = z.object({ tags: z.array(z.string()).nullish() });

interface Place {
  readonly user: string;
  readonly host: string;
  readonly name: string;
  readonly password: string | undefined;
}

export function openRegistry({ user, host, name, password }: Place, signal: AbortSignal) {
  const isLocal = isSafeAddress(new URL(`http://${host}`));
  const base = `${isLocal ? 'http' : 'https'}://${host}/v2/${name}/`;
  const basic = `Basic ${Buffer.from(`${decodeURIComponent(user)}:${password ?? ''}`).toString('base64')}`;
  let authorization: string | undefined;
  /** The registry's last challenge: writing is another scope than reading. */
  let answered: string | undefined;

  const send = (url: string, init: RequestInit): Promise<Response> => {
    const headers = { ...init.headers, ...(authorization === undefined ? {} : { authorization }) };
    return askServer(url, { ...init, headers }, signal);
  };
  /** Signs in where the registry asks for it, once for each scope. */
  const call = async (below: string, init: RequestInit = {}): Promise<Response> => {
    const url = below.startsWith('http') ? below : base + below;
    if (new URL(url).origin !== new URL(base).origin) throw refused('server-host', { host });
    const first = await send(url, init);
    const asked = first.headers.get('www-authenticate') ?? '';
    if (first.status !== 401 || asked === answered) return first;
    await first.body?.cancel();
    authorization = undefined;
    authorization = await signIn(asked);
    answered = asked;
    return send(url, init);
  };
  const signIn = async (asked: string): Promise<string> => {
    if (/^basic\b/i.test(asked)) {
      if (password === undefined) throw refusedFor('sign-in', 'server-password', { server: host });
      return basic;
    }
    const field = (key: string) => new RegExp(`${key}="([^"]*)"`, 'i').exec(asked)?.[1];
    const realm = field('realm');
    if (!/^bearer\b/i.test(asked) || realm === undefined || !URL.canParse(realm) || !isSafeAddress(new URL(realm)))
      throw refusedFor('sign-in', 'server-sign-in', { host });
    const url = new URL(realm);
    for (const key of ['service', 'scope']) {
      const value = field(key);
      if (value !== undefined) url.searchParams.set(key, value);
    }
    const answer = await send(url.href, password === undefined ? {} : { headers: { authorization: basic } });
    const read = z.object({ token: z.string().optional(), access_token: z.string().optional() });
    const { token, access_token } = read.safeParse(await answer.json().catch(() => undefined)).data ?? {};
    const given = token ?? access_token;
    if (!answer.ok || given === undefined)
      throw refusedFor('sign-in', 'server-no-token', { host: url.host, status: answer.status });
    return `Bearer ${given}`;
  };
  const refuse = async (response: Response, code: Step['code'], figures: Figures = {}): Promise<never> => {
    const said = (await response.text().catch(() => '')).slice(0, 300);
    throw refusedStep(`${host}/${name}`, { code, figures }, response.status, said);
  };
  /** Newest first. */
  const tags = async (): Promise<readonly string[]> => {
    const response = await call('tags/list?n=1000');
    if (!response.ok) return refuse(response, 'step-versions');
    const all = tagsSchema.safeParse(await response.json().catch(() => undefined)).data?.tags ?? [];
    return all.filter((one) => one !== 'latest' || all.length === 1).sort(newestFirst);
  };
  const manifestOf = async (reference: string): Promise<Manifest | undefined> => {
    const response = await call(`manifests/${reference}`, { headers: { accept: MANIFEST } });
    if (!response.ok) return refuse(response, 'step-missing', { version: reference });
    const text = await response.text();
    if (reference.startsWith('sha256:') && `sha256:${sha256(text)}` !== reference)
      throw refusedFor('damaged', 'server-manifest', { host, name });
    const { data } = manifestSchema.safeParse(parsed(text));
    return data !== undefined && [data.artifactType, data.config.mediaType].includes(ARTIFACT) ? data : undefined;
  };
  const upload = async (bytes: Buffer): Promise<{ digest: string; size: number }> => {
    const blob = { digest: `sha256:${sha256(bytes)}`, size: bytes.length };
    const there = await call(`blobs/${blob.digest}`, { method: 'HEAD' });
    if (there.ok) return blob;
    const begun = await call('blobs/uploads/', { method: 'POST' });
    const location = begun.headers.get('location');
    if (begun.status !== 202 || location === null) return refuse(begun, 'step-upload');
    const url = new URL(location, base);
    url.searchParams.set('digest', blob.digest);
    const headers = { 'content-type': 'application/octet-stream' };
    const done = await call(url.href, { method: 'PUT', headers, body: new Uint8Array(bytes) });
    return done.status === 201 ? blob : refuse(done, 'step-upload');
  };
  return { base, call, refuse, tags, manifestOf, upload, authorization: () => authorization };
}

/** `1.10.0` before `1.9.0` before `1.9.0-rc1`. */
function newestFirst(a: string, b: string): number {
  const split = (version: string): readonly [string, string] => {
    const at = version.search(/[-+]/);
    return at < 0 ? [version, ''] : [version.slice(0, at), version.slice(at)];
  };
  const [[one, early], [other, late]] = [split(a), split(b)];
  const compared = other.localeCompare(one, 'en', { numeric: true });
  if (compared !== 0) return compared;
  if (early === '' || late === '') return early.length - late.length;
  return late.localeCompare(early, 'en', { numeric: true });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
