/**
 * A skill as an artifact in an OCI registry: one layer, the `.skill` file, and a tag for each version
 * (opencontainers/distribution-spec 1.1, opencontainers/image-spec 1.1 "Guidelines for Artifact Usage").
 */

import path from 'node:path';
import { z } from 'zod';
import { sha256 } from '../../../main/lib/text.ts';
import { isSafeAddress } from '../../../main/skills/import/git-http.ts';
import { refused, refusedFor } from '../../../main/skills/import/names.ts';
import { download, openSource } from '../../../main/skills/import/open-source.ts';
import { parsedJson } from '../../../shared/defined.ts';
import { reasoned } from '../../../shared/messages/failure.ts';
import type { Figures } from '../../../shared/messages/format.ts';
import type { ListedSkill } from '../../../shared/skills/repositories.ts';
import { askServer, refusedStep, type ServerStep } from './marketplace.ts';
import type { Connect, Publication, SkillRepository } from './repository.ts';

/** A repository in an OCI registry, signed in to where it asks: its tags, manifests and blobs. */
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

interface RegistryAddress {
  readonly user: string;
  readonly host: string;
  readonly name: string;
  readonly password: string | undefined;
}

export function openRegistry({ user, host, name, password }: RegistryAddress, signal: AbortSignal) {
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
  const refuse = async (response: Response, code: ServerStep['code'], figures: Figures = {}): Promise<never> => {
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
    const { data } = manifestSchema.safeParse(parsedJson(text));
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

const EMPTY_TYPE = 'application/vnd.oci.empty.v1+json';
const EMPTY = Buffer.from('{}');
const TITLE = 'org.opencontainers.image.title';
const VERSION = 'org.opencontainers.image.version';
const DESCRIPTION = 'org.opencontainers.image.description';
const CREATED = 'org.opencontainers.image.created';
const AUTHORS = 'org.opencontainers.image.authors';
const NOTES = 'io.agentskills.notes';
const MAX_VERSIONS = 20;

/** `oci://USER@HOST:PORT/NAME`, then nothing, `:TAG` or `@sha256:DIGEST`. */
const ADDRESS =
  /^oci:\/\/(?:(?<user>[^@/]*)@)?(?<host>[^/@]+)\/(?<name>[a-z0-9][a-z0-9._/-]*)(?::(?<tag>[\w][\w.-]{0,127})|@(?<digest>sha256:[0-9a-f]{64}))?$/;

export async function openOci({
  definition,
  password,
  work,
  signal,
  catalogTokens,
}: Connect): Promise<SkillRepository> {
  const parts = ADDRESS.exec(definition.address)?.groups;
  if (parts === undefined) throw refusedFor('address', 'oci-address', { address: definition.address });
  const { user = '', host = '', name = '', tag, digest } = parts;
  const registry = openRegistry({ user, host, name, password }, signal);
  const { base, call, refuse, tags, manifestOf, upload } = registry;
  let layer: string | undefined;

  return {
    async list() {
      const reference = digest ?? tag ?? (await tags())[0];
      if (reference === undefined) return { skills: [], broken: [] };
      const manifest = await manifestOf(reference);
      const title = manifest?.annotations?.[TITLE] ?? name.split('/').at(-1) ?? '';
      if (manifest === undefined) return { skills: [], broken: [{ where: reference, ...reasoned('listed-no-skill') }] };
      if (!/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,254}$/u.test(title))
        return { skills: [], broken: [{ where: reference, ...reasoned('listed-name') }] };
      const [{ digest: blob, size }] = manifest.layers as [Manifest['layers'][number]];
      const description = manifest.annotations?.[DESCRIPTION] ?? '';
      layer = blob;
      const version = manifest.annotations?.[VERSION] ?? tag;
      const skill: ListedSkill = {
        id: title,
        description,
        path: '',
        fingerprint: blob,
        bytes: size,
        tokens: { catalog: await catalogTokens(title, description), instructions: null },
        ...(version === undefined ? {} : { version }),
      };
      return { skills: [skill], broken: [], revision: reference };
    },
    async open([wanted]) {
      if (layer === undefined || wanted === undefined) throw new Error('nothing was listed');
      const file = path.join(work, 'layer.skill');
      const authorization = registry.authorization();
      const headers = authorization === undefined ? {} : { authorization };
      await download(`${base}blobs/${layer}`, file, { sha256: layer.slice('sha256:'.length), headers, signal });
      const opened = await openSource({ kind: 'address', address: file }, work, signal);
      return { ...opened, topName: wanted.id, origin: { kind: 'repository', address: definition.address } };
    },
    async versions() {
      const some = (await tags()).slice(0, MAX_VERSIONS);
      const found = await Promise.all(some.map(async (one) => ({ one, manifest: await manifestOf(one) })));
      return found.flatMap(({ one, manifest }) => {
        if (manifest === undefined) return [];
        const { [NOTES]: notes = '', [AUTHORS]: by = '', [CREATED]: at = '' } = manifest.annotations ?? {};
        return [{ version: one, notes, by, at }];
      });
    },
    async publish({ id, version, notes, by, description, archive }: Publication) {
      const there = await call('tags/list?n=1000');
      const known = there.ok ? await tags() : [];
      if (known.includes(version)) throw refused('version-exists', { id, version });
      const before = known[0] === undefined ? undefined : (await manifestOf(known[0]))?.annotations?.[TITLE];
      if (before !== undefined && before !== id) throw refused('server-other-skill', { host, name, id: before });
      const [config, blob] = [await upload(EMPTY), await upload(archive)];
      const annotations = {
        [TITLE]: id,
        [VERSION]: version,
        [DESCRIPTION]: description,
        [CREATED]: new Date().toISOString(),
        [AUTHORS]: by,
        [NOTES]: notes,
      };
      const manifest = {
        schemaVersion: 2,
        mediaType: MANIFEST,
        artifactType: ARTIFACT,
        config: { mediaType: EMPTY_TYPE, ...config },
        layers: [{ mediaType: LAYER, ...blob }],
        annotations,
      };
      const body = JSON.stringify(manifest);
      const headers = { 'content-type': MANIFEST };
      const stored = await call(`manifests/${version}`, { method: 'PUT', headers, body });
      if (stored.status !== 201) await refuse(stored, 'step-store', { id, version });
    },
    async unpublish(id, version) {
      const there = await call(`manifests/${version}`, { headers: { accept: MANIFEST } });
      if (!there.ok) return refuse(there, 'step-missing', { version });
      // By its digest: not every registry deletes by a tag. No other tag has it, as it holds the version.
      const gone = await call(`manifests/sha256:${sha256(await there.text())}`, { method: 'DELETE' });
      if (gone.status === 405 || gone.status === 400) await refuse(gone, 'step-no-unpublish');
      if (gone.status !== 202) await refuse(gone, 'step-unpublish', { id, version });
    },
    close: async () => {},
  };
}
