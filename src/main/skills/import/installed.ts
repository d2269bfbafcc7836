import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, lstatSync, mkdirSync, realpathSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { detailed } from '../../../shared/messages/failure.ts';
import {
  type OriginReport,
  type SkillOrigin,
  skillOriginSchema,
  type TrashedSkill,
} from '../../../shared/skills/skill-import.ts';
import { entriesOf, realOf } from '../../lib/files.ts';
import { sha256 } from '../../lib/text.ts';
import { isInside } from '../discovery/contained-file.ts';
import { hiddenLast, isCache } from '../discovery/read-found.ts';
import type { SkillPlace } from '../files.ts';
import type { Catalog } from '../types.ts';
import { contentHash, escaped, readRecord, refused, TRASH_MS, writeRecord } from './names.ts';

/** A folder or a link to one. Where it has to go to another disk it is copied whole before it is removed. */
export function move(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error;
    const half = `${to}.part`;
    rmSync(half, { recursive: true, force: true });
    cpSync(from, half, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
    renameSync(half, to);
    rmSync(from, { recursive: true });
  }
}

/** There in any form, a link to nothing included. */
export const isThere = (place: string): boolean => lstatSync(place, { throwIfNoEntry: false }) !== undefined;

/**
 * Records where installed skills came from: `ROOT/.origins/ID.json`, outside the skills' folders, so that no skill can
 * forge its own origin. Discovery skips dot folders.
 */
const ORIGINS_FOLDER = '.origins';

const fileOf = (root: string, id: string): string => path.join(root, ORIGINS_FOLDER, `${id}.json`);

export const readOrigin = (root: string, id: string): SkillOrigin | undefined =>
  readRecord(fileOf(root, id), skillOriginSchema);
export const writeOrigin = (root: string, id: string, origin: SkillOrigin): void =>
  writeRecord(fileOf(root, id), origin);
export const removeOrigin = (root: string, id: string): void => rmSync(fileOf(root, id), { force: true });

/** Name of the data folder of a skill from elsewhere: one of the same id in another place, or from another source, has another. */
export function keptAs({ id, dir, root }: Installed, home: string): string {
  const place = isInside(home, dir) ? path.relative(home, dir).split(path.sep).join('/') : dir;
  const { kind, address, repository, path: inside } = readOrigin(root, id) ?? {};
  const from = sha256(JSON.stringify([place, kind, address, repository, inside]));
  return `${id.slice(0, 48)}-${from.slice(0, 16)}`;
}

/** Compares what is there with what was imported. */
export async function originReport(root: string, id: string, dir: string): Promise<OriginReport> {
  const now = (await contentHash(realpathSync(dir))) ?? '';
  const origin = readOrigin(root, id);
  if (origin === undefined) return { status: 'unknown', contentHash: now };
  return { status: origin.contentHash === now ? 'unchanged' : 'changed-outside', contentHash: now, origin };
}

type Installed = Pick<SkillPlace, 'id' | 'dir' | 'root'>;

/** Path in `root` of the skill with this id, present or future: possibly in a group's folder. Absolute. */
export function placeFor(root: string, id: string, { skills, broken }: Catalog): string {
  const plain = path.join(root, id);
  if (isThere(plain) || !existsSync(root)) return plain;
  const real = realpathSync(root);
  return [...skills, ...broken].find((one) => one.id === id && isInside(real, one.dir))?.dir ?? plain;
}

/** The roots that are the app's own: the person's skills, and each environment's. Real; those that are there. */
export function managedRoots(home: string): readonly string[] {
  const environments = path.join(home, 'environments');
  const names = entriesOf(environments).map(({ name }) => path.join(environments, name, 'skills'));
  return [path.join(home, 'skills'), ...names].flatMap((root) => realOf(root) ?? []);
}

/** The root that contains a folder; undefined if the folder is not the app's. */
export const managedRoot = (home: string, dir: string): string | undefined =>
  managedRoots(home).find((root) => root !== dir && isInside(root, dir));

/** Finds the skills of a source from its file paths alone. */

const SKILL_FILE = /(?:^|\/)skill\.md$/i;
/** Files of a marketplace and of its plugins: they say which skills belong together. */
export const PLUGIN_FOLDER = '.claude-plugin';
export const isPluginManifest = (file: string): boolean =>
  /(?:^|\/)\.claude-plugin\/(?:marketplace|plugin)\.json$/.test(file);

/**
 * The folders with a `SKILL.md`, visible ones first; of two in one another the outer. As discovery does it: folders of
 * version control and caches are passed over.
 * @throws `import-refused` where nothing else has one.
 */
export function skillFolders(files: readonly string[]): readonly string[] {
  const all = files
    .filter((file) => SKILL_FILE.test(file))
    .map((file) => file.split('/').slice(0, -1).join('/'))
    .sort((a, b) => (hiddenLast(a) < hiddenLast(b) ? -1 : 1));
  const taken = outermost(all.filter((folder) => !folder.split('/').some(isCache)));
  if (taken.length === 0) assertNoneLeft(all);
  return taken;
}

/** "No skill" is said only where there is no `SKILL.md` at all. @throws `import-refused`. */
export function assertNoneLeft(passedOver: readonly string[]): void {
  const [first] = passedOver;
  if (first !== undefined) throw refused('import-passed-over', { count: passedOver.length, folder: escaped(first) });
}

function outermost(folders: readonly string[]): readonly string[] {
  const kept: string[] = [];
  for (const folder of [...new Set(folders)]) {
    if (!kept.some((outer) => outer === '' || folder.startsWith(`${outer}/`))) kept.push(folder);
  }
  return kept;
}

/** `HOME/trash/ENTRY/{entry.json, skill}`: what was uninstalled or made way, with its origin, for 30 days. */
const recordSchema = z.object({
  id: z.string(),
  root: z.string(),
  path: z.string(),
  at: z.string(),
  origin: skillOriginSchema.optional(),
});

/** Absolute, real or not. */
export const trashedFolder = (home: string, entry: string): string => path.join(home, 'trash', entry, 'skill');

export type Trash = ReturnType<typeof createTrash>;

export function createTrash(home: string, now: () => Date) {
  const folder = path.join(home, 'trash');
  const skillIn = (entry: string) => trashedFolder(home, entry);
  const recordOf = (entry: string) => readRecord(path.join(folder, entry, 'entry.json'), recordSchema);
  const entries = () =>
    entriesOf(folder).flatMap(({ name: entry }) => {
      const record = recordOf(entry);
      return record === undefined ? [] : [{ entry, record }];
    });
  /** The latest first. */
  const list = (): readonly TrashedSkill[] =>
    entries()
      .filter(({ entry }) => isThere(skillIn(entry)))
      .map(({ entry, record: { id, path: place, at } }) => ({ entry, id, path: place, at }))
      .sort((a, b) => (a.at === b.at ? 0 : a.at < b.at ? 1 : -1));

  return {
    /** Moves a skill out of the catalog, with its origin. @returns the entry, for `restore`. */
    put({ id, root, dir, from = dir }: Installed & { readonly from?: string }): string {
      const at = now().toISOString();
      const entry = `${at.replaceAll(/[:.]/g, '-')}-${randomBytes(4).toString('hex')}`;
      mkdirSync(path.join(folder, entry), { recursive: true, mode: 0o700 });
      const origin = readOrigin(root, id);
      // Write the record first: a crash in between leaves only a record without a skill, which is harmless.
      writeRecord(path.join(folder, entry, 'entry.json'), { id, root, path: from, at, origin });
      move(dir, skillIn(entry));
      removeOrigin(root, id);
      return entry;
    },
    list,
    /**
     * Puts back where it was.
     * @param what an entry, or the id of a skill, which means its latest.
     * @throws SkilldeckError `skill-not-found`; `bad-input` where something else is in its place now.
     */
    restore(what: string): TrashedSkill {
      const all = list();
      const found = all.find((one) => one.entry === what) ?? all.find((one) => one.id === what);
      const record = found === undefined ? undefined : recordOf(found.entry);
      if (found === undefined || record === undefined) {
        const ids = [...new Set(all.map((one) => one.id))].join(', ');
        const code = ids === '' ? 'skill-trash-empty' : 'skill-not-removed';
        throw detailed('skill-not-found', code, { id: escaped(what), ids });
      }
      if (isThere(record.path)) throw detailed('bad-input', 'restore-taken', { place: record.path });
      mkdirSync(path.dirname(record.path), { recursive: true });
      move(skillIn(found.entry), record.path);
      if (record.origin !== undefined) writeOrigin(record.root, record.id, record.origin);
      rmSync(path.join(folder, found.entry), { recursive: true, force: true });
      return found;
    },
    /** Removes what is older than 30 days. */
    sweep(): void {
      const oldest = now().getTime() - TRASH_MS;
      for (const { entry, record } of entries()) {
        if (Date.parse(record.at) < oldest) rmSync(path.join(folder, entry), { recursive: true, force: true });
      }
    },
  };
}
