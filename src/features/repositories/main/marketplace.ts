/**
 * Plugins of a marketplace: `.claude-plugin/marketplace.json`, and `.claude-plugin/plugin.json` of one plugin
 * (code.claude.com/docs/en/plugin-marketplaces, plugins-reference). Only what concerns skills is read. Pure.
 */

import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { outgoing } from '../../../main/lib/network.ts';
import { type GitTarget, publishToGit, revertInGit, versionsInGit } from '../../../main/skills/import/git.ts';
import { type ImportRefusal, refusedFor, unreachable } from '../../../main/skills/import/names.ts';
import { MARKETPLACE, marketplaceSchema, pluginPaths, within } from '../../../main/skills/import/plugins.ts';
import { readZip } from '../../../main/skills/import/read-zip.ts';
import { parsedJson } from '../../../shared/defined.ts';
import { type DetailCode, reasoned } from '../../../shared/messages/failure.ts';
import type { Figures } from '../../../shared/messages/format.ts';
import type { BrokenPlace } from '../../../shared/skills/repositories.ts';
import type { Connect, Publication, SkillRepository } from './repository.ts';

// One HTTP request to a server of skills, and its refusals.

const ANSWER_MS = 30_000;

/** Follows no redirect: the account is for this host. @throws `import-refused` with `timeout` or `unreachable`; the signal's reason. */
export async function askServer(url: URL | string, init: RequestInit, signal: AbortSignal): Promise<Response> {
  try {
    return await outgoing(url, {
      ...init,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
    });
  } catch (error) {
    signal.throwIfAborted();
    const { host } = new URL(url);
    const late = error instanceof Error && error.name === 'TimeoutError';
    throw late
      ? refusedFor('timeout', 'server-said', { server: host, why: error.message }, error)
      : unreachable(host, error);
  }
}

export interface ServerStep {
  readonly code: Extract<DetailCode, `step-${string}`>;
  readonly figures?: Figures;
}

/** @param said by the server, as text. */
export function refusedStep(
  server: string,
  { code, figures }: ServerStep,
  status: number,
  said: string,
): ImportRefusal {
  const answer = `HTTP ${status}${said.trim() === '' ? '' : `: ${said.trim()}`}`;
  return refusedFor(reasonOf(status), code, { ...figures, server, answer });
}

const reasonOf = (status: number) =>
  status === 401 || status === 403 ? 'sign-in' : status === 404 ? 'missing' : status < 500 ? 'refused' : 'unreachable';

/** The files of a publication, as they are in its archive. */
interface PublishedFile {
  /** Relative to the skill's folder, with `/`. */
  readonly path: string;
  readonly executable: boolean;
  readonly bytes: Buffer;
}

/** @param work absolute; the caller's to remove. */
export async function publishedFiles(
  { id, archive }: Pick<Publication, 'id' | 'archive'>,
  work: string,
): Promise<readonly PublishedFile[]> {
  const file = path.join(work, 'publish.skill');
  writeFileSync(file, archive, { mode: 0o600 });
  const files: PublishedFile[] = [];
  for await (const entry of readZip(file)) {
    if (entry.kind !== 'file') continue;
    const parts: Uint8Array[] = [];
    for await (const part of entry.content()) parts.push(part);
    files.push({ path: entry.path.slice(id.length + 1), executable: entry.executable, bytes: Buffer.concat(parts) });
  }
  return files;
}

// Publishing into a Git repository: one commit on its branch, tagged `ID@VERSION`; taking it back is another commit.

/** @param folderOf where a skill is in the repository, or will be. */
export function gitVersions(
  { definition: { ref }, work, signal }: Connect,
  url: string,
  folderOf: (id: string) => string,
): Required<Pick<SkillRepository, 'versions' | 'publish' | 'unpublish'>> {
  const target = (): GitTarget => {
    const own = path.join(work, 'versions');
    mkdirSync(own, { recursive: true });
    return { url, branch: ref, work: mkdtempSync(path.join(own, 'one-')), signal };
  };
  const tagOf = (id: string, version: string) => `${id}@${version}`;
  return {
    async versions(id) {
      const found = await versionsInGit(target(), tagOf(id, '*'));
      return found.map(({ tag, notes, by, at }) => ({ version: tag.slice(id.length + 1), notes, by, at }));
    },
    async publish(publication) {
      const { id, version, notes } = publication;
      const message = `Publish ${id} ${version}${notes === '' ? '' : `\n\n${notes}`}`;
      const change = { folder: folderOf(id), tag: tagOf(id, version), message };
      await publishToGit(target(), change, await publishedFiles(publication, work));
    },
    async unpublish(id, version) {
      const message = `Revert "Publish ${id} ${version}"`;
      await revertInGit(target(), { folder: folderOf(id), tag: tagOf(id, version), message });
    },
  };
}

const PLUGIN = '.claude-plugin/plugin.json';

const remoteSchema = z.union([
  z.object({ source: z.literal('github'), repo: z.string().regex(/^[\w.-]+\/[\w.-]+$/) }),
  z.object({ source: z.literal('url'), url: z.string() }),
  z.object({ source: z.literal('git-subdir'), url: z.string(), path: z.string() }),
]);
const pinned = z.object({ ref: z.string().optional(), sha: z.string().optional() });
const entrySchema = z.object({
  name: z.string().min(1).max(200),
  version: z.string().max(100).optional(),
  source: z.unknown(),
  skills: pluginPaths.optional(),
});
const pluginSchema = z.object({
  name: z.string().min(1).max(200),
  version: z.string().max(100).optional(),
  skills: pluginPaths.optional(),
});

/** A plugin whose skills are in the same source. */
export interface LocalPlugin {
  readonly name: string;
  readonly version: string | undefined;
  /** Folders of skills, or above skills, inside the source. */
  readonly places: readonly string[];
}

export interface RemotePlugin {
  readonly name: string;
  readonly version: string | undefined;
  readonly address: string;
  readonly ref: string | undefined;
  readonly path: string | undefined;
  readonly skills: readonly string[] | undefined;
}

export interface Marketplace {
  readonly local: readonly LocalPlugin[];
  readonly remote: readonly RemotePlugin[];
  readonly broken: readonly BrokenPlace[];
}

/** @param read the text of a file of the source; undefined where it has none. */
export function readMarketplace(read: (file: string) => string | undefined): Marketplace {
  const text = read(MARKETPLACE);
  if (text === undefined) {
    const own = pluginIn('', read);
    return { local: own === undefined ? [] : [own], remote: [], broken: [] };
  }
  const manifest = marketplaceSchema.safeParse(parsedJson(text)).data;
  if (manifest === undefined)
    return { local: [], remote: [], broken: [{ where: MARKETPLACE, ...reasoned('plugin-list') }] };
  const local: LocalPlugin[] = [];
  const remote: RemotePlugin[] = [];
  const broken: BrokenPlace[] = [];
  for (const [at, given] of manifest.plugins.entries()) {
    const entry = entrySchema.safeParse(given).data;
    if (entry === undefined) {
      broken.push({ where: `plugins[${at}]`, ...reasoned('plugin-entry') });
      continue;
    }
    const { name, version, skills } = entry;
    if (typeof entry.source === 'string') {
      const dir = within(manifest.metadata?.pluginRoot ?? '', entry.source);
      if (dir === undefined) {
        broken.push({ where: name, ...reasoned('plugin-outside') });
        continue;
      }
      const own = pluginIn(dir, read);
      const places = skills === undefined && own !== undefined ? own.places : placesOf(dir, skills);
      local.push({ name, version: version ?? own?.version, places });
      continue;
    }
    const source = remoteSchema.safeParse(entry.source).data;
    if (source === undefined) {
      broken.push({ where: name, ...reasoned('plugin-source') });
      continue;
    }
    const { ref, sha } = pinned.safeParse(entry.source).data ?? {};
    const address = source.source === 'github' ? `https://github.com/${source.repo}` : source.url;
    const below = source.source === 'git-subdir' ? source.path : undefined;
    remote.push({ name, version, address, ref: sha ?? ref, path: below, skills });
  }
  return { local, remote, broken };
}

/** The plugin to which a skill's folder belongs. */
export const pluginOf = (local: readonly LocalPlugin[], dir: string): LocalPlugin | undefined =>
  local.find(({ places }) => places.some((place) => place === dir || (place !== '' && dir.startsWith(`${place}/`))));

function pluginIn(dir: string, read: (file: string) => string | undefined): LocalPlugin | undefined {
  const text = read(path.posix.join(dir, PLUGIN));
  const plugin = text === undefined ? undefined : pluginSchema.safeParse(parsedJson(text)).data;
  if (plugin === undefined) return undefined;
  // Skills that a plugin names come besides its folder `skills`.
  const places = [...placesOf(dir, undefined), ...placesOf(dir, plugin.skills ?? [])];
  return { name: plugin.name, version: plugin.version, places };
}

/** Undefined: by convention, the folder `skills` and the plugin's own. */
function placesOf(dir: string, skills: readonly string[] | undefined): string[] {
  if (skills === undefined) return [path.posix.join(dir, 'skills'), dir];
  return skills.flatMap((one) => within(dir, one) ?? []);
}
