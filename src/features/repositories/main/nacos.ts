/**
 * Skills in Nacos's Skill Registry (3.2): the administrator's API for lists, versions and publishing, the client's for
 * downloads, as `SkillAdminController` and `SkillClientController` of alibaba/nacos define them and nacos-group/nacos-cli
 * (`@nacos-group/cli`) calls them. `nacos://USER@HOST:PORT/NAMESPACE?label=stable`.
 */

import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { isSafeAddress } from '../../../main/skills/import/git-http.ts';
import { MAX_ARCHIVE_BYTES, refused, refusedFor } from '../../../main/skills/import/names.ts';
import { writeZip } from '../../../main/skills/import/read-zip.ts';
import { parsedJson } from '../../../shared/defined.ts';
import { type DetailCode, reasoned } from '../../../shared/messages/failure.ts';
import type { BrokenPlace, ListedSkill } from '../../../shared/skills/repositories.ts';
import { askServer, publishedFiles, refusedStep, type ServerStep } from './marketplace.ts';
import {
  archivedItem,
  type Connect,
  itemDownloads,
  type Listing,
  openedItems,
  type Publication,
  type SkillRepository,
  type SkillVersion,
} from './repository.ts';

/** Calls of a Nacos server: its address, its own login, its wrapper around answers. */
const resultSchema = z.object({ code: z.int(), message: z.string().nullish(), data: z.unknown() });
const loginSchema = z.object({ accessToken: z.string().min(1) });

export type NacosCalls = ReturnType<typeof nacosCalls>;

/** @throws `import-refused`. */
export function nacosCalls({ definition, password, signal }: Connect) {
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
    /** Label in the address's query. */
    label: given.searchParams.get('label'),
    headers,
    /** In the address's namespace. */
    at(below: string, params: Readonly<Record<string, string>> = {}) {
      const url = new URL(`${base}${below}`);
      for (const [key, value] of Object.entries({ namespaceId, ...params })) url.searchParams.set(key, value);
      return url;
    },
    /** The server's answer without its wrapper. @throws `import-refused`, which names the step. */
    async call(url: URL, step: ServerStep, init: RequestInit = {}): Promise<unknown> {
      const response = await send(url, init);
      const text = await response.text();
      const { data } = resultSchema.safeParse(parsedJson(text));
      if (response.ok && data?.code === 0) return data.data;
      throw refusedStep(host, step, response.status, data?.message ?? text.slice(0, 200));
    },
    /** Once; where the address has no user, nothing is sent. */
    async signIn() {
      if (given.username === '' || password === undefined || token !== undefined) return;
      const body = new URLSearchParams({ username: decodeURIComponent(given.username), password });
      const response = await send(new URL(`${base}/v3/auth/user/login`), { method: 'POST', body });
      const answer = parsedJson(await response.text());
      const { data } = loginSchema.safeParse(resultSchema.safeParse(answer).data?.data ?? answer);
      if (!response.ok || data === undefined)
        throw refusedFor('sign-in', 'server-refused-sign-in', { host, status: response.status });
      token = data.accessToken;
    },
  };
}

/** Milliseconds for the server's own review of a version. */
const REVIEW_MS = 60_000;
const ASK_AGAIN_MS = 250;
const PAGE = 100;
const MAX_SKILLS = 10_000;
/** The label that a download without a version follows. */
const LATEST = 'latest';

const itemSchema = z.object({
  name: z.string().min(1),
  description: z.string().nullish(),
  enable: z.boolean().nullish(),
  labels: z.record(z.string(), z.string()).nullish(),
  updateTime: z.number().nullish(),
});
const pageSchema = z.object({ totalCount: z.int(), pageItems: z.array(z.unknown()) });
const versionSchema = z.object({
  version: z.string(),
  status: z.string(),
  author: z.string().nullish(),
  commitMsg: z.string().nullish(),
  createTime: z.number().nullish(),
  publishPipelineInfo: z.string().nullish(),
});
const detailSchema = z.object({ versions: z.array(versionSchema).nullish() });
type NacosVersion = z.infer<typeof versionSchema>;

/** Versions that a client may download. */
const isOnline = ({ status }: NacosVersion): boolean => status === 'online';

interface NacosSkill extends ListedSkill {
  readonly version: string;
}

export async function openNacos(connect: Connect): Promise<SkillRepository> {
  const server = nacosCalls(connect);
  const found = new Map<string, NacosSkill>();
  const fetchItem = itemDownloads(server.at('').href, connect);
  let downloads = 0;
  return {
    async list() {
      await server.signIn();
      return listed(server, connect, found);
    },
    open: async (wanted) =>
      openedItems(connect.definition, found, wanted, async function* ({ id, version }) {
        downloads += 1;
        const file = path.join(connect.work, `${downloads}.zip`);
        const url = server.at('/v3/client/ai/skills', { name: id, version });
        await fetchItem(url.href, file, { headers: server.headers() });
        yield* archivedItem(file, id, connect);
      }),
    async versions(id) {
      await server.signIn();
      return (await versionsOf(server, id))
        .filter(isOnline)
        .sort((a, b) => (b.createTime ?? 0) - (a.createTime ?? 0))
        .map(
          ({ version, commitMsg, author, createTime }): SkillVersion => ({
            version,
            notes: commitMsg ?? '',
            by: author ?? '',
            at: new Date(createTime ?? 0).toISOString(),
          }),
        );
    },
    async publish(publication) {
      await server.signIn();
      await publish(server, connect, publication);
    },
    async unpublish(id, version) {
      await server.signIn();
      const known = (await versionsOf(server, id)).find((one) => one.version === version);
      if (known === undefined || !isOnline(known)) throw refusedFor('missing', 'version-missing', { id, version });
      // The server moves the label `latest` to another version that is online.
      const one = server.at('/v3/admin/ai/skills/offline', { skillName: id, scope: 'version', version });
      await server.call(one, { code: 'step-unpublish', figures: { id, version } }, { method: 'POST' });
    },
    close: async () => {},
  };
}

async function versionsOf(server: NacosCalls, id: string): Promise<readonly NacosVersion[]> {
  const url = server.at('/v3/admin/ai/skills', { skillName: id });
  const answer = await server.call(url, { code: 'step-read', figures: { id } });
  const { data } = detailSchema.safeParse(answer);
  if (data === undefined) throw refusedFor('damaged', 'server-skill', { host: server.host, id });
  return data.versions ?? [];
}

/** @param found gets what can be used. */
async function listed(
  server: NacosCalls,
  { catalogTokens }: Connect,
  found: Map<string, NacosSkill>,
): Promise<Listing> {
  const { host, label } = server;
  const followed = label ?? LATEST;
  const broken: BrokenPlace[] = [];
  let seen = 0;
  for (let page = 1; seen < MAX_SKILLS; page += 1) {
    const params = { pageNo: `${page}`, pageSize: `${PAGE}` };
    const answer = await server.call(server.at('/v3/admin/ai/skills/list', params), { code: 'step-list' });
    const { data } = pageSchema.safeParse(answer);
    if (data === undefined) throw refusedFor('damaged', 'server-list', { host });
    for (const given of data.pageItems) {
      seen += 1;
      const item = itemSchema.safeParse(given).data;
      const fault = item === undefined ? 'listed-entry' : faultOf(item, found, followed);
      if (item === undefined || fault !== undefined) {
        broken.push({ where: item?.name ?? `${seen}`, ...reasoned(fault ?? 'listed-entry') });
        continue;
      }
      const { name, updateTime } = item;
      const version = item.labels?.[followed];
      // Switched off, or nothing of it is published.
      if (item.enable === false || version === undefined) continue;
      const description = item.description ?? '';
      found.set(name, {
        id: name,
        description,
        path: name,
        version,
        fingerprint: `${version}@${updateTime ?? ''}`,
        tokens: { catalog: await catalogTokens(name, description), instructions: null },
      });
    }
    if (data.pageItems.length === 0 || seen >= data.totalCount) break;
  }
  return { skills: [...found.values()], broken };
}

async function publish(server: NacosCalls, { work, signal }: Connect, publication: Publication): Promise<void> {
  const { id, version, notes } = publication;
  const before = await versionsOf(server, id).catch((error: unknown) => noneIfMissing(error));
  const same = before.find((one) => one.version === version);
  if (same !== undefined && same.status !== 'draft') throw refused('version-exists', { id, version });
  const zip = new Uint8Array(await atRoot(publication, work));
  const body = new FormData();
  body.set('file', new File([zip], `${id}.zip`, { type: 'application/zip' }));
  const ask = (
    below: string,
    code: ServerStep['code'],
    params: Readonly<Record<string, string>>,
    init: RequestInit = {},
  ) => {
    const url = server.at(`/v3/admin/ai/skills/${below}`, params);
    return server.call(url, { code, figures: { id, version } }, { method: 'POST', ...init });
  };
  // A draft of this version was left by a publication that was cut off.
  const upload = { overwrite: String(same !== undefined), targetVersion: version, commitMsg: notes };
  await ask('upload', 'step-store', upload, { body });
  const one = { skillName: id, version };
  await ask('submit', 'step-submit', one);
  if ((await reviewed(server, id, version, signal)) === 'online') return;
  await ask('publish', 'step-publish', { ...one, updateLatestLabel: 'true' });
}

/** The server's own review is not done at once. */
async function reviewed(
  server: NacosCalls,
  id: string,
  version: string,
  signal: AbortSignal,
): Promise<'online' | 'reviewed'> {
  const until = Date.now() + REVIEW_MS;
  const named = `${JSON.stringify(id)} ${version}`;
  for (;;) {
    const state = (await versionsOf(server, id)).find((one) => one.version === version);
    if (state?.status === 'online' || state?.status === 'reviewed') return state.status;
    if (state?.status === 'draft' || state === undefined) {
      const said = state?.publishPipelineInfo?.slice(0, 500) ?? '';
      throw refused(said === '' ? 'server-review' : 'server-review-why', { host: server.host, name: named, why: said });
    }
    if (Date.now() > until) throw refusedFor('timeout', 'server-reviewing', { host: server.host, name: named });
    await pause(ASK_AGAIN_MS, undefined, { signal });
  }
}

function noneIfMissing(error: unknown): readonly NacosVersion[] {
  if (error instanceof Error && 'reason' in error && error.reason === 'missing') return [];
  throw error;
}

function faultOf(
  { name, description, labels }: z.infer<typeof itemSchema>,
  others: ReadonlyMap<string, unknown>,
  label: string,
): DetailCode | undefined {
  if (!/^[A-Za-z0-9][\w.-]{0,127}$/.test(name)) return 'listed-name';
  if ((description ?? '').trim() === '') return 'listed-description';
  if (others.has(name)) return 'listed-twice';
  const version = labels?.[label];
  return version !== undefined && !/^[\w.+-]{1,100}$/.test(version) ? 'listed-version' : undefined;
}

/** The registry wants `SKILL.md` at the top of the archive. */
async function atRoot(publication: Publication, work: string): Promise<Buffer> {
  const files = (await publishedFiles(publication, work)).map(({ bytes, ...file }) => ({ ...file, read: () => bytes }));
  const zip = await writeZip(files, MAX_ARCHIVE_BYTES);
  if (zip === undefined) throw refused('publish-size', { id: publication.id });
  return zip;
}
