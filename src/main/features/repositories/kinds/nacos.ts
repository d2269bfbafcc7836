/**
 * Skills in Nacos's Skill Registry (3.2): the administrator's API for lists, versions and publishing, the client's for
 * downloads, as `SkillAdminController` and `SkillClientController` of alibaba/nacos define them and nacos-group/nacos-cli
 * (`@nacos-group/cli`) calls them. `nacos://USER@HOST:PORT/NAMESPACE?label=stable`.
 */
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { messageOf } from '../../../../shared/errors.ts';
import type { ListedSkill } from '../../../../shared/repositories.ts';
import { download } from '../../../skill-import/download.ts';
import type { SourceEntry } from '../../../skill-import/entry.ts';
import { isSafeAddress } from '../../../skill-import/git-http.ts';
import { MAX_ARCHIVE_BYTES } from '../../../skill-import/limits.ts';
import { openSource } from '../../../skill-import/open-source.ts';
import { refusedAs } from '../../../skill-import/refused.ts';
import { writeZip } from '../../../skill-import/write-zip.ts';
import type { Connect, Publication, SkillRepository, SkillVersion } from '../repository.ts';
import { publishedFiles } from './published-files.ts';

/** Milliseconds for an answer, and for the server's own review of a version. */
const ANSWER_MS = 30_000;
const REVIEW_MS = 60_000;
const ASK_AGAIN_MS = 250;
const PAGE = 100;
const MAX_SKILLS = 10_000;
/** The label that a download without a version follows. */
const LATEST = 'latest';

const resultSchema = z.object({ code: z.int(), message: z.string().nullish(), data: z.unknown() });
const loginSchema = z.object({ accessToken: z.string().min(1) });
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

interface Found extends ListedSkill {
  readonly version: string;
}

export async function openNacos({
  definition,
  password,
  work,
  signal,
  catalogTokens,
}: Connect): Promise<SkillRepository> {
  const given = new URL(definition.address.replace(/^nacos:/i, 'http:'));
  const { host } = given;
  if (host === '') throw refusedAs('address', `${definition.address} is not nacos://HOST:PORT/NAMESPACE`);
  const namespace = decodeURIComponent(given.pathname.replace(/^\/+|\/+$/g, '')) || 'public';
  const label = given.searchParams.get('label') ?? LATEST;
  const base = `${isSafeAddress(new URL(`http://${host}`)) ? 'http' : 'https'}://${host}/nacos`;
  let token: string | undefined;

  const send = async (url: URL, init: RequestInit = {}): Promise<Response> => {
    try {
      return await fetch(url, {
        ...init,
        redirect: 'manual',
        signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
        headers: { ...init.headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
      });
    } catch (error) {
      signal.throwIfAborted();
      const late = error instanceof Error && error.name === 'TimeoutError';
      const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
      throw refusedAs(late ? 'timeout' : 'unreachable', `${host}: ${messageOf(cause)}`, error);
    }
  };
  const at = (below: string, params: Readonly<Record<string, string>> = {}): URL => {
    const url = new URL(`${base}${below}`);
    for (const [key, value] of Object.entries({ namespaceId: namespace, ...params })) url.searchParams.set(key, value);
    return url;
  };
  /** What it answers, without its wrapper. */
  const call = async (url: URL, what: string, init: RequestInit = {}): Promise<unknown> => {
    const response = await send(url, init);
    const text = await response.text();
    const { data } = resultSchema.safeParse(parsed(text));
    if (response.ok && data?.code === 0) return data.data;
    const said = data?.message ?? text.slice(0, 200).trim();
    throw refusedAs(
      reasonOf(response.status),
      `${host}: ${what} (HTTP ${response.status})${said === '' ? '' : `: ${said}`}`,
    );
  };
  const signIn = async (): Promise<void> => {
    if (given.username === '' || password === undefined || token !== undefined) return;
    const body = new URLSearchParams({ username: decodeURIComponent(given.username), password });
    const response = await send(new URL(`${base}/v3/auth/user/login`), { method: 'POST', body });
    const answer = parsed(await response.text());
    const { data } = loginSchema.safeParse(resultSchema.safeParse(answer).data?.data ?? answer);
    if (!response.ok || data === undefined)
      throw refusedAs('sign-in', `${host} refused the name or the password (HTTP ${response.status})`);
    token = data.accessToken;
  };
  const versionsOf = async (id: string): Promise<readonly NacosVersion[]> => {
    const answer = await call(at('/v3/admin/ai/skills', { skillName: id }), `"${id}" cannot be read`);
    const { data } = detailSchema.safeParse(answer);
    if (data === undefined) throw refusedAs('damaged', `${host}: what it says of "${id}" cannot be read`);
    return data.versions ?? [];
  };
  const found = new Map<string, Found>();

  let downloads = 0;

  async function* filesOf({ id, version }: Found): AsyncGenerator<SourceEntry> {
    downloads += 1;
    const file = path.join(work, `${downloads}.zip`);
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    await download(at('/v3/client/ai/skills', { name: id, version }).href, file, { headers, signal });
    const archive = await openSource({ kind: 'address', address: file }, work, signal);
    for await (const one of archive.entries)
      yield { ...one, path: one.path.startsWith(`${id}/`) ? one.path : `${id}/${one.path}` };
  }

  return {
    async list() {
      await signIn();
      const broken: { where: string; reason: string }[] = [];
      let seen = 0;
      for (let page = 1; seen < MAX_SKILLS; page += 1) {
        const params = { pageNo: `${page}`, pageSize: `${PAGE}` };
        const answer = await call(at('/v3/admin/ai/skills/list', params), 'its skills cannot be listed');
        const { data } = pageSchema.safeParse(answer);
        if (data === undefined) throw refusedAs('damaged', `${host}: its list of skills cannot be read`);
        for (const given of data.pageItems) {
          seen += 1;
          const item = itemSchema.safeParse(given).data;
          const fault = item === undefined ? 'its entry cannot be read' : faultOf(item, found, label);
          if (item === undefined || fault !== undefined) {
            broken.push({ where: item?.name ?? `${seen}`, reason: fault ?? '' });
            continue;
          }
          const { name, updateTime } = item;
          const version = item.labels?.[label];
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
    },
    async open(wanted) {
      const entries = async function* (): AsyncGenerator<SourceEntry> {
        for (const { id } of wanted) {
          const skill = found.get(id);
          if (skill === undefined) throw new Error(`${id} was not listed`);
          yield* filesOf(skill);
        }
      };
      return {
        origin: { kind: 'repository', address: definition.address },
        path: '',
        topName: 'skills',
        isNamed: true,
        entries: entries(),
        submodules: [],
      };
    },
    async versions(id) {
      await signIn();
      return (await versionsOf(id))
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
    async publish(publication: Publication) {
      await signIn();
      const { id, version, notes } = publication;
      const before = await versionsOf(id).catch((error: unknown) => noneIfMissing(error));
      const same = before.find((one) => one.version === version);
      if (same !== undefined && same.status !== 'draft')
        throw refusedAs('refused', `${JSON.stringify(id)} has a version ${version} already. Choose another`);
      const file = new File([new Uint8Array(await atRoot(publication, work))], `${id}.zip`, {
        type: 'application/zip',
      });
      const body = new FormData();
      body.set('file', file);
      // A draft of this version was left by a publication that was cut off.
      const params = { overwrite: String(same !== undefined), targetVersion: version, commitMsg: notes };
      await call(at('/v3/admin/ai/skills/upload', params), `"${id}" cannot be stored`, { method: 'POST', body });
      const one = { skillName: id, version };
      await call(at('/v3/admin/ai/skills/submit', one), `"${id}" ${version} cannot be submitted`, { method: 'POST' });
      if ((await reviewed(id, version)) === 'online') return;
      const publish = at('/v3/admin/ai/skills/publish', { ...one, updateLatestLabel: 'true' });
      await call(publish, `"${id}" ${version} cannot be published`, { method: 'POST' });
    },
    close: async () => {},
  };

  /** The server's own review is not done at once. */
  async function reviewed(id: string, version: string): Promise<'online' | 'reviewed'> {
    const until = Date.now() + REVIEW_MS;
    for (;;) {
      const state = (await versionsOf(id)).find((one) => one.version === version);
      if (state?.status === 'online' || state?.status === 'reviewed') return state.status;
      if (state?.status === 'draft' || state === undefined)
        throw refusedAs(
          'refused',
          `${host}: its review rejected ${JSON.stringify(id)} ${version}${state?.publishPipelineInfo ? `: ${state.publishPipelineInfo.slice(0, 500)}` : ''}`,
        );
      if (Date.now() > until)
        throw refusedAs(
          'timeout',
          `${host}: ${JSON.stringify(id)} ${version} still waits for the server’s review. Publish it there`,
        );
      await pause(ASK_AGAIN_MS, undefined, { signal });
    }
  }
}

const reasonOf = (status: number) =>
  status === 401 || status === 403 ? 'sign-in' : status === 404 ? 'missing' : status < 500 ? 'refused' : 'unreachable';

function noneIfMissing(error: unknown): readonly NacosVersion[] {
  if (error instanceof Error && 'reason' in error && error.reason === 'missing') return [];
  throw error;
}

function faultOf(
  { name, description, labels }: z.infer<typeof itemSchema>,
  others: ReadonlyMap<string, unknown>,
  label: string,
): string | undefined {
  if (!/^[A-Za-z0-9][\w.-]{0,127}$/.test(name)) return 'its name cannot be a folder’s';
  if ((description ?? '').trim() === '') return 'it has no description';
  if (others.has(name)) return 'another one has its name';
  const version = labels?.[label];
  return version !== undefined && !/^[\w.+-]{1,100}$/.test(version) ? 'its version cannot be one' : undefined;
}

/** The registry wants `SKILL.md` at the top of the archive. */
async function atRoot(publication: Publication, work: string): Promise<Buffer> {
  const files = (await publishedFiles(publication, work)).map(({ bytes, ...file }) => ({ ...file, read: () => bytes }));
  const zip = await writeZip(files, MAX_ARCHIVE_BYTES);
  if (zip === undefined) throw refusedAs('refused', `${JSON.stringify(publication.id)} is too large`);
  return zip;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
