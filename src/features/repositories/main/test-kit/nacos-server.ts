/**
 * A strict stand-in for Nacos 3.2's Skill Registry: it answers what the published server does, and refuses what that refuses.
 *
 * - Paths, parameters and wrapper (`code`, `message`, `data`): `ai/…/controller/SkillAdminController.java`,
 *   `SkillClientController.java` of alibaba/nacos.
 * - Signing in, the bearer token, `SKILL.md` at the top of an upload, `NAME/SKILL.md` in a download, headers
 *   `X-Nacos-Skill-Md5` and `X-Nacos-Skill-Resolved-Version`, names of fields: `internal/client/nacos_client.go` and
 *   `internal/skill/skill_service.go` of nacos-group/nacos-cli.
 * - States `draft → reviewing → reviewed → online`, one draft or review at a time, published versions that never change:
 *   nacos.io/docs/latest/manual/user/ai/skill-registry.
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { readZip, writeZip } from '../../../../main/skills/import/read-zip.ts';
import type { Engine, EngineKind, Skills } from './engines.ts';
import { vanishingServer } from './vanishing-server.ts';

interface Version {
  status: 'draft' | 'reviewing' | 'reviewed' | 'online' | 'offline';
  readonly files: Readonly<Record<string, Buffer>>;
  readonly commitMsg: string;
  readonly createTime: number;
  /** Questions after which its review has ended. */
  asked: number;
}
interface Skill {
  readonly versions: Map<string, Version>;
  readonly labels: Record<string, string>;
}

class Refusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export interface NacosServer extends Engine {
  /** Keyed by namespace, then name. */
  readonly skills: Map<string, Map<string, Skill>>;
  /** Verdict of its review on the next version. */
  rejects: boolean;
  /** Requests, as `METHOD /path`. */
  readonly asked: string[];
  as(user: string, password: string, namespace?: string): string;
}

const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.nacos';
const USER = { name: 'nacos', password: 'super-secret' };
let clock = Date.parse('2026-03-01T00:00:00Z');

interface NacosKind extends EngineKind {
  start(dir: string): Promise<NacosServer>;
}

export const NACOS: NacosKind = {
  name: 'Nacos (stand-in)',
  async start() {
    const skills = new Map<string, Map<string, Skill>>();
    const asked: string[] = [];
    const inNamespace = (name: string): Map<string, Skill> => {
      const known = skills.get(name) ?? new Map<string, Skill>();
      skills.set(name, known);
      return known;
    };
    const state = { rejects: false };
    const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const url = new URL(request.url ?? '', 'http://127.0.0.1');
      asked.push(`${request.method} ${url.pathname}`);
      const body = await bodyOf(request);
      const route = `${request.method} ${url.pathname.replace(/^\/nacos\/v3/, '')}`;
      if (!url.pathname.startsWith('/nacos/v3/')) throw new Refusal(404, 'No such path');
      if (route === 'POST /auth/user/login') {
        if (request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') !== true)
          throw new Refusal(400, 'A form is expected');
        const form = new URLSearchParams(body.toString());
        if (form.get('username') !== USER.name || form.get('password') !== USER.password)
          throw new Refusal(403, 'unknown user!');
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ accessToken: TOKEN, tokenTtl: 18_000, globalAdmin: true, username: USER.name }));
        return;
      }
      const needsToken = request.method !== 'GET' || url.pathname === '/nacos/v3/admin/ai/skills';
      if (needsToken && request.headers.authorization !== `Bearer ${TOKEN}`)
        throw new Refusal(403, 'Code: 403, Message: authorization failed!');
      const namespace = inNamespace(url.searchParams.get('namespaceId') || 'public');
      const need = (name: string): string => {
        const value = url.searchParams.get(name) ?? '';
        if (value === '') throw new Refusal(400, `Required parameter '${name}' is not present`);
        return value;
      };
      const skillOf = (parameter: string): Skill => {
        const skill = namespace.get(need(parameter));
        if (skill === undefined) throw new Refusal(404, 'skill not found');
        return skill;
      };
      const versionOf = (skill: Skill, version: string): Version => {
        const one = skill.versions.get(version);
        if (one === undefined) throw new Refusal(404, 'version not found');
        return one;
      };
      switch (route) {
        case 'GET /admin/ai/skills/list': {
          const [page, size] = [Number(need('pageNo')), Number(need('pageSize'))];
          if (!(page >= 1) || !(size >= 1 && size <= 100)) throw new Refusal(400, 'pageNo or pageSize is out of range');
          const all = [...namespace].map(([name, skill]) => itemOf(name, skill));
          const pageItems = all.slice((page - 1) * size, page * size);
          const pagesAvailable = Math.ceil(all.length / size);
          return send(response, { totalCount: all.length, pageNumber: page, pagesAvailable, pageItems });
        }
        case 'GET /admin/ai/skills': {
          const skill = skillOf('skillName');
          for (const one of skill.versions.values()) settle(one, state);
          const versions = [...skill.versions].map(([version, { status, commitMsg, createTime }]) => {
            return { version, status, commitMsg, createTime, author: USER.name };
          });
          return send(response, { ...itemOf(need('skillName'), skill), versions });
        }
        case 'GET /client/ai/skills': {
          const skill = skillOf('name');
          const label = url.searchParams.get('label');
          const version =
            (label === null ? url.searchParams.get('version') : skill.labels[label]) ?? skill.labels.latest ?? '';
          const one = versionOf(skill, version);
          if (one.status !== 'online') throw new Refusal(404, 'skill not found');
          const zip = await zipOf(one.files, `${need('name')}/`);
          response.setHeader('content-type', 'application/zip');
          response.setHeader('X-Nacos-Skill-Md5', createHash('md5').update(zip).digest('hex'));
          response.setHeader('X-Nacos-Skill-Resolved-Version', version);
          response.end(zip);
          return;
        }
        case 'POST /admin/ai/skills/upload': {
          const files = await uploaded(body, request.headers['content-type'] ?? '');
          const name = /^name: *(.+)$/m.exec(files['SKILL.md']?.toString() ?? '')?.[1];
          if (name === undefined) throw new Refusal(400, 'SKILL.md is missing, or has no name');
          const skill = namespace.get(name) ?? { versions: new Map<string, Version>(), labels: {} };
          const version = url.searchParams.get('targetVersion') || `0.0.${skill.versions.size + 1}`;
          const there = skill.versions.get(version);
          const busy = [...skill.versions.values()].find(({ status }) => status === 'draft' || status === 'reviewing');
          if (there !== undefined && there.status !== 'draft') throw new Refusal(400, 'the version is published');
          if (busy !== undefined && url.searchParams.get('overwrite') !== 'true')
            throw new Refusal(409, 'a draft or a reviewing version exists');
          clock += 1_000;
          const commitMsg = url.searchParams.get('commitMsg') ?? '';
          skill.versions.set(version, { status: 'draft', files, commitMsg, createTime: clock, asked: 0 });
          namespace.set(name, skill);
          return send(response, name);
        }
        case 'POST /admin/ai/skills/submit': {
          const one = versionOf(skillOf('skillName'), need('version'));
          if (one.status !== 'draft') throw new Refusal(400, 'only a draft can be submitted');
          one.status = 'reviewing';
          return send(response, need('version'));
        }
        case 'POST /admin/ai/skills/offline': {
          // Without a version it is the whole skill: `changeOnlineStatus` of `SkillOperationServiceImpl.java`.
          if (need('scope') !== 'version') throw new Refusal(400, 'only versions go offline here');
          const skill = skillOf('skillName');
          versionOf(skill, need('version')).status = 'offline';
          const online = [...skill.versions].filter(([, { status }]) => status === 'online');
          const newest = online.toSorted(([, a], [, b]) => b.createTime - a.createTime)[0]?.[0];
          if (newest === undefined) delete skill.labels.latest;
          else if (skill.labels.latest === need('version')) skill.labels.latest = newest;
          return send(response, 'ok');
        }
        case 'POST /admin/ai/skills/publish': {
          const skill = skillOf('skillName');
          const one = versionOf(skill, need('version'));
          if (one.status !== 'reviewed') throw new Refusal(400, 'parameter validate error');
          one.status = 'online';
          if (url.searchParams.get('updateLatestLabel') !== 'false') skill.labels.latest = need('version');
          return send(response, 'ok');
        }
        default:
          throw new Refusal(404, `No such path: ${route}`);
      }
    };
    const server = await vanishingServer((request, response) => {
      answer(request, response).catch((error: unknown) => {
        const status = error instanceof Refusal ? error.status : 500;
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ code: status * 100, message: String((error as Error).message), data: null }));
      });
    });
    const as = (user: string, password: string, namespace = 'team') =>
      `nacos://${user}:${password}@127.0.0.1:${server.port}/${namespace}`;
    let version = 0;
    return {
      skills,
      asked,
      as,
      get rejects() {
        return state.rejects;
      },
      set rejects(value) {
        state.rejects = value;
      },
      address: as(USER.name, USER.password),
      async hold(given: Skills) {
        version += 1;
        const namespace = inNamespace('team');
        for (const name of namespace.keys()) if (given[name] === undefined) namespace.delete(name);
        for (const [name, files] of Object.entries(given)) {
          const bytes = Object.fromEntries(Object.entries(files).map(([file, text]) => [file, Buffer.from(text)]));
          const skill = namespace.get(name) ?? { versions: new Map<string, Version>(), labels: {} };
          const now = skill.versions.get(skill.labels.latest ?? '');
          if (now !== undefined && isSame(now.files, bytes)) continue;
          clock += 1_000;
          skill.versions.set(`1.${version}.0`, {
            status: 'online',
            files: bytes,
            commitMsg: '',
            createTime: clock,
            asked: 0,
          });
          skill.labels.latest = `1.${version}.0`;
          namespace.set(name, skill);
        }
      },
      vanish: server.vanish,
      comeBack: server.comeBack,
      close: server.close,
    };
  },
};

/** The review ends after it was asked about twice. */
function settle(one: Version, { rejects }: { readonly rejects: boolean }): void {
  if (one.status !== 'reviewing') return;
  one.asked += 1;
  if (one.asked > 2) one.status = rejects ? 'draft' : 'reviewed';
}

const isSame = (a: Readonly<Record<string, Buffer>>, b: Readonly<Record<string, Buffer>>): boolean =>
  Object.keys(a).sort().join() === Object.keys(b).sort().join() &&
  Object.entries(a).every(([file, bytes]) => bytes.equals(b[file] ?? Buffer.alloc(0)));

function itemOf(name: string, { versions, labels }: Skill) {
  const online = [...versions.values()].filter(({ status }) => status === 'online');
  const text = versions.get(labels.latest ?? '')?.files['SKILL.md']?.toString() ?? '';
  const updateTime = Math.max(0, ...online.map(({ createTime }) => createTime));
  const description = /^description: (.*)$/m.exec(text)?.[1] ?? '';
  return {
    name,
    description,
    enable: true,
    scope: 'PUBLIC',
    labels: { ...labels },
    onlineCnt: online.length,
    updateTime,
  };
}

function send(response: ServerResponse, data: unknown): void {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ code: 0, message: 'success', data }));
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

async function uploaded(body: Buffer, type: string): Promise<Record<string, Buffer>> {
  if (!type.startsWith('multipart/form-data')) throw new Refusal(415, 'multipart/form-data is expected');
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  const file = form.get('file');
  if (!(file instanceof File) || !file.name.endsWith('.zip')) throw new Refusal(400, 'file must be a zip');
  const dir = mkdtempSync(path.join(os.tmpdir(), 'skilldeck-nacos-'));
  try {
    writeFileSync(path.join(dir, 'x.zip'), Buffer.from(await file.arrayBuffer()));
    const files: Record<string, Buffer> = {};
    for await (const entry of readZip(path.join(dir, 'x.zip'))) {
      if (entry.kind !== 'file') continue;
      const parts: Uint8Array[] = [];
      for await (const part of entry.content()) parts.push(part);
      files[entry.path] = Buffer.concat(parts);
    }
    if (files['SKILL.md'] === undefined) throw new Refusal(400, 'SKILL.md must be at the top of the archive');
    return files;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

async function zipOf(files: Readonly<Record<string, Buffer>>, prefix: string): Promise<Buffer> {
  const entries = Object.entries(files).map(([file, bytes]) => ({
    path: `${prefix}${file}`,
    executable: false,
    read: () => bytes,
  }));
  return (await writeZip(entries, 64_000_000)) ?? Buffer.alloc(0);
}
