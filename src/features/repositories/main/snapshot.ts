/** Git repositories, folders, archives and marketplaces: fetched whole, then read on this disk. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { readSmallFile } from '../../../main/lib/files.ts';
import { looksLikeWeb, readShorthand } from '../../../main/skills/import/git.ts';
import {
  escaped,
  hashOfTree,
  ImportRefusal,
  listTree,
  reasonIn,
  refused,
  refusedFor,
  type SourceEntry,
} from '../../../main/skills/import/names.ts';
import { download, type OpenedSource, openSource } from '../../../main/skills/import/open-source.ts';
import { MARKETPLACE, missingPlugins, readSource } from '../../../main/skills/import/plugins.ts';
import { readFolder } from '../../../main/skills/import/read-folder.ts';
import { readStage, STAGE_TOP, stageEntries } from '../../../main/skills/import/stage.ts';
import { defined } from '../../../shared/defined.ts';
import { isSkilldeckError } from '../../../shared/errors.ts';
import { ofFinding, reasoned } from '../../../shared/messages/failure.ts';
import type { BrokenPlace, ListedSkill } from '../../../shared/skills/repositories.ts';
import { kindOf } from './address.ts';
import { gitVersions, type Marketplace, pluginOf, type RemotePlugin, readMarketplace } from './marketplace.ts';
import type { Connect, Listing, SkillRepository } from './repository.ts';

/** Plugins of a marketplace that are fetched from other repositories. */
const MAX_REMOTE = 100;
/** Bytes of a marketplace's file. */
const MAX_MANIFEST = 4 * 1024 * 1024;

interface SnapshotSource {
  readonly address: string;
  readonly ref?: string | undefined;
  readonly path?: string | undefined;
}

interface Snapshot extends Awaited<ReturnType<typeof readStage>> {
  readonly opened: OpenedSource;
  readonly marketplace: Marketplace;
  readonly missing: ReturnType<typeof missingPlugins>;
  /** Entries that cannot be taken, by their path in the source: the skill that holds it is broken, the others are not. */
  readonly left: ReadonlyMap<string, ImportRefusal>;
  /** Folder that an archive wraps around everything, with `/` at its end. */
  readonly wrapper: string;
  readonly plugin?: RemotePlugin;
}

/** A folder of skills in a snapshot. */
interface SnapshotFolder {
  readonly dir: string;
  readonly path: string;
}

export async function openSnapshot(connect: Connect): Promise<SkillRepository> {
  const { definition, signal, tokensOf } = connect;
  const { address, ref, path: below, plugins } = definition;
  const isFile = looksLikeWeb(address) && new URL(address).pathname.endsWith('/marketplace.json');
  const main = isFile
    ? undefined
    : await snapshotOf(connect, { address: readShorthand(address)?.url ?? address, ref, path: below }, 'main');
  const marketplace = main?.marketplace ?? (await downloadedMarketplace(connect));
  const wanted = (name: string) => plugins === undefined || plugins.includes(name);
  const all: Snapshot[] = main === undefined ? [] : [main];
  const broken: BrokenPlace[] = [...marketplace.broken];
  for (const { name, dir: _, ...why } of main?.missing ?? []) if (wanted(name)) broken.push({ where: name, ...why });
  for (const [number, plugin] of marketplace.remote
    .filter(({ name }) => wanted(name))
    .slice(0, MAX_REMOTE)
    .entries()) {
    try {
      assertReachable(plugin, address);
      all.push({ ...(await snapshotOf(connect, plugin, `plugin${number}`)), plugin });
    } catch (error) {
      if (signal.aborted || !isSkilldeckError(error)) throw error;
      broken.push({ where: plugin.name, ...reasonIn(error) });
    }
  }
  if (main === undefined)
    for (const { name } of marketplace.local) broken.push({ where: name, ...reasoned('plugin-beside') });
  const listed = new Map<string, SnapshotFolder>();

  async function* skillsOf(one: Snapshot): AsyncGenerator<ListedSkill> {
    const { catalog, library, inSource, opened, wrapper, left } = one;
    for (const { dir, reason } of catalog.broken)
      broken.push({ where: inSource(dir), ...reasoned('listed-finding', ofFinding(reason)) });
    for (const [file, why] of left)
      if (/(?:^|\/)skill\.md$/i.test(file)) broken.push({ where: escaped(path.posix.dirname(file)), ...reasonIn(why) });
    for (const { id, dir, description, metadata } of catalog.skills) {
      signal.throwIfAborted();
      const where = inSource(dir);
      const staged = withoutPrefix(where, opened.path);
      const inside = withoutPrefix(staged, wrapper.slice(0, -1));
      const { name: plugin, version: ofPlugin } = one.plugin ?? pluginOf(marketplace.local, inside) ?? {};
      if (plugins !== undefined && (plugin === undefined || !plugins.includes(plugin))) continue;
      try {
        const why = [...left].find(([file]) => staged === '' || file.startsWith(`${staged}/`))?.[1];
        if (why !== undefined) throw why;
        if (listed.has(id)) throw refused('listed-twice');
        const files = await listTree(dir);
        if (files === undefined) throw refused('listed-files');
        const tokens = await tokensOf(await library.read(id));
        const at = one.plugin === undefined ? where : id;
        listed.set(id, { dir, path: at });
        yield {
          id,
          description,
          path: at,
          fingerprint: hashOfTree(files),
          bytes: files.reduce((sum, file) => sum + file.bytes, 0),
          tokens,
          ...defined({ version: metadata.version ?? ofPlugin, plugin }),
        };
      } catch (error) {
        if (signal.aborted) throw error;
        broken.push({ where, ...reasonIn(error) });
      }
    }
  }

  return {
    async list(): Promise<Listing> {
      const skills: ListedSkill[] = [];
      for (const one of all) for await (const skill of skillsOf(one)) skills.push(skill);
      return { skills, broken, revision: main?.opened.origin.commit };
    },
    async open(given) {
      const entries = async function* (): AsyncGenerator<SourceEntry> {
        for (const { id } of given) {
          const skill = listed.get(id);
          if (skill === undefined) throw new Error(`${id} was not listed`);
          const prefix = withoutPrefix(skill.path, main?.opened.path ?? '');
          for await (const entry of readFolder(skill.dir, ['']))
            yield { ...entry, path: prefix === '' ? entry.path : `${prefix}/${entry.path}` };
        }
      };
      const { packedBytes: _packed, ...source } = main?.opened ?? {
        origin: { kind: 'repository' as const, address },
        path: '',
        topName: 'skills',
        isNamed: true,
      };
      return { ...source, submodules: [], entries: entries() };
    },
    versions: async () => [],
    ...(main !== undefined && main.opened.origin.kind === 'git' && kindOf(address) === 'git'
      ? gitVersions(connect, urlOf(address, main.opened.origin.address), folderIn(main, below))
      : {}),
    close: async () => {},
  };
}

/** A folder's own path is no address that git pushes to. */
const urlOf = (address: string, opened: string): string => (/^file:\/\//i.test(address) ? address : opened);

/** Folder of a skill; a new one is beside the others. */
function folderIn({ catalog, inSource }: Snapshot, below: string | undefined): (id: string) => string {
  return (id) => {
    const there = catalog.skills.find((one) => one.id === id);
    if (there !== undefined) return inSource(there.dir);
    const beside = catalog.skills[0];
    const parent = beside === undefined ? (below ?? 'skills') : path.posix.dirname(inSource(beside.dir));
    return parent === '.' ? id : `${parent}/${id}`;
  };
}

const withoutPrefix = (where: string, prefix: string): string =>
  `${where}/`.startsWith(`${prefix}/`) ? where.slice(prefix.length + 1) : where;

async function snapshotOf({ work, signal }: Connect, place: SnapshotSource, name: string): Promise<Snapshot> {
  const fetched = path.join(work, `${name}-fetched`);
  const stage = path.join(work, name);
  const top = path.join(stage, STAGE_TOP);
  mkdirSync(fetched);
  mkdirSync(top, { recursive: true });
  const { address, ref, path: below } = place;
  const opened = await openSource({ kind: 'address', address, ref, path: below }, fetched, signal).catch((error) => {
    if (!(error instanceof ImportRefusal) || error.detail?.code !== 'git-no-commit') throw error;
    return withoutCommit(address);
  });
  const left = new Map<string, ImportRefusal>();
  await stageEntries(opened.entries, top, {
    packedBytes: opened.packedBytes,
    signal,
    leaveOut: (file, why) => left.set(file, why),
  });
  // Only the skills of a folder are copied.
  const { read, wrapper } = readSource(opened, top);
  const marketplace = readMarketplace(read);
  const missing = missingPlugins(opened, top);
  return { ...(await readStage(stage, opened)), opened, marketplace, missing, wrapper, left };
}

/** A repository to which nothing was published yet. */
const withoutCommit = (address: string): OpenedSource => ({
  origin: { kind: 'git', address },
  path: '',
  topName: 'skills',
  isNamed: false,
  entries: readFolder('', []),
  submodules: [],
});

async function downloadedMarketplace({ definition, work, signal }: Connect): Promise<Marketplace> {
  const file = path.join(work, 'marketplace.json');
  await download(definition.address, file, { maxBytes: MAX_MANIFEST, signal });
  const text = readSmallFile(file, MAX_MANIFEST);
  const marketplace = readMarketplace((name) => (name === MARKETPLACE ? text : undefined));
  const [fault] = marketplace.broken;
  if (fault?.where === MARKETPLACE) throw refusedFor('damaged', 'marketplace-form', { address: definition.address });
  return marketplace;
}

/** A marketplace from the web names no place inside this network, and no program’s own way of signing in. */
function assertReachable({ name, address }: RemotePlugin, marketplace: string): void {
  const isWeb = URL.canParse(address) && new URL(address).protocol === 'https:';
  const isLocal = !looksLikeWeb(marketplace) || new URL(marketplace).protocol === 'http:';
  if (!isWeb && !(isLocal && looksLikeWeb(address)))
    throw refusedFor('address', 'marketplace-plugin', { name: escaped(name), address: escaped(address) });
}
