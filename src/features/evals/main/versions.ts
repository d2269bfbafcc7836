/**
 * Skills as they were when they were tried: `HOME/evals/SKILL/versions/HASH/SKILL`, without their cases. Runs of a draft use
 * such a copy, and any can be compared with later.
 */

import { randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from '../../../main/lib/files.ts';
import { discoverRoot, isEvalFile } from '../../../main/skills/discovery/read-found.ts';
import { checkFilePath } from '../../../main/skills/files.ts';
import { trashedFolder } from '../../../main/skills/import/installed.ts';
import { isTried, listTree, TRIED_HASH_LENGTH, triedHash } from '../../../main/skills/import/names.ts';
import { stageEntries } from '../../../main/skills/import/stage.ts';
import { detailed } from '../../../shared/messages/failure.ts';
import type { Unsaved } from '../../../shared/skills/author.ts';
import type { TrashedSkill } from '../../../shared/skills/skill-import.ts';

interface SkillFolder {
  readonly id: string;
  /** Absolute and real. */
  readonly dir: string;
}

interface Version {
  /** Beginning of the SHA-256 of its files. */
  readonly hash: string;
  /** Absolute and real. */
  readonly dir: string;
}

/** Max versions of one skill; the oldest are removed. */
const MAX_VERSIONS = 40;

export const evalsFolder = (home: string, skill: string): string => path.join(home, 'evals', skill);
const folderOf = (home: string, skill: string): string => path.join(evalsFolder(home, skill), 'versions');

/**
 * Keeps a copy of a skill's files, with unsaved texts in place of the saved ones. Undefined for a folder with
 * more than an import accepts.
 */
export async function keepVersion(
  home: string,
  { id, dir }: SkillFolder,
  unsaved: readonly Unsaved[],
): Promise<Version | undefined> {
  const files = await listTree(dir);
  if (files === undefined) return undefined;
  const folder = folderOf(home, id);
  const half = path.join(folder, `.${randomUUID()}`);
  const copy = path.join(half, id);
  makeFolder(folder);
  try {
    mkdirSync(copy, { recursive: true });
    for (const { path: file, absolute } of files.filter(isTried)) {
      const target = path.join(copy, file);
      mkdirSync(path.dirname(target), { recursive: true });
      copyFileSync(absolute, target);
    }
    for (const { path: file, text } of unsaved) {
      checkFilePath(file);
      if (!isEvalFile(file)) await writeFile(path.join(copy, file), text);
    }
    const hash = await triedHash(realpathSync(copy));
    if (hash === undefined) return undefined;
    const place = path.join(folder, hash);
    if (!existsSync(place)) renameSync(half, place);
    removeOldest(folder, hash);
    return { hash, dir: realpathSync(path.join(place, id)) };
  } finally {
    rmSync(half, { recursive: true, force: true });
  }
}

/**
 * Unpacks an archive of a skill among its versions.
 * @throws SkilldeckError `import-refused`; `bad-input` where it does not hold one skill.
 */
export async function unpackVersion(home: string, skill: string, archive: string): Promise<SkillFolder> {
  const folder = folderOf(home, skill);
  const half = path.join(folder, `.${randomUUID()}`);
  makeFolder(half);
  try {
    // The readers of archives are large, and most starts of the app need none of them.
    const { openSource } = await import('../../../main/skills/import/open-source.ts');
    const { signal } = new AbortController();
    const { entries, packedBytes } = await openSource({ kind: 'address', address: archive }, half, signal);
    const top = path.join(half, 'top', skill);
    makeFolder(top);
    await stageEntries(entries, top, { packedBytes, signal });
    const found = (await discoverRoot({ dir: realpathSync(top), source: 'option' }))?.found;
    const [one, ...others] = found ?? [];
    if (one === undefined || others.length > 0) {
      const code = one === undefined ? 'eval-archive-none' : 'eval-archive-many';
      throw detailed('bad-input', code, { archive, skills: others.length + 1 });
    }
    const version = await keepVersion(home, { id: one.id, dir: one.dir }, []);
    if (version === undefined) throw detailed('bad-input', 'eval-size', { place: archive });
    return { id: one.id, dir: version.dir };
  } finally {
    rmSync(half, { recursive: true, force: true });
  }
}

/** A replaced or removed skill as a version. @throws SkilldeckError `bad-input`. */
export async function keepTrashed(home: string, skill: string, { entry, id }: TrashedSkill): Promise<SkillFolder> {
  if (id !== skill) throw detailed('bad-input', 'eval-trash-other', { entry, id, skill });
  const version = await keepVersion(home, { id, dir: realpathSync(trashedFolder(home, entry)) }, []);
  if (version === undefined) throw detailed('bad-input', 'eval-trash-size', { entry });
  return { id, dir: version.dir };
}

/** By the beginning of its hash. */
export function findVersion(home: string, skill: string, given: string): Version | undefined {
  if (!/^[0-9a-f]{4,}$/.test(given)) return undefined;
  const hash = hashesIn(folderOf(home, skill)).find((one) => one.startsWith(given.slice(0, TRIED_HASH_LENGTH)));
  return hash === undefined ? undefined : { hash, dir: realpathSync(path.join(folderOf(home, skill), hash, skill)) };
}

/** The latest first. */
function hashesIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  const madeAt = (name: string) => statSync(path.join(folder, name)).mtimeMs;
  return readdirSync(folder)
    .filter((name) => !name.startsWith('.'))
    .sort((a, b) => madeAt(b) - madeAt(a));
}

function removeOldest(folder: string, kept: string): void {
  for (const name of hashesIn(folder).slice(MAX_VERSIONS)) {
    if (name !== kept) rmSync(path.join(folder, name), { recursive: true, force: true });
  }
}
