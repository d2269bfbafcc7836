/** `skills-lock.json` of an environment: what is installed, over what the file says already. */
import path from 'node:path';
import type { Core } from '../../core/core.ts';
import { readOrigin } from '../../skill-import/origins.ts';
import { EMPTY_LOCK, entryOf, folderHash, type LockEntry, lockText, readLock } from './skills-lock.ts';

/** @param before text of the file as it is; undefined where there is none. @throws SkilldeckError `bad-input`. */
export async function writtenLock({ settings, library }: Core, environment: string, before: string | undefined) {
  const root = path.join(settings.of(environment).folder, 'skills');
  const lock = before === undefined ? EMPTY_LOCK : readLock(before);
  await library.refresh();
  const skills: Record<string, LockEntry> = { ...lock.skills };
  const left: string[] = [];
  const changed: string[] = [];
  for (const { id, dir } of library.catalog().skills.filter((one) => one.dir.startsWith(root))) {
    const origin = readOrigin(root, id);
    const known = lock.skills[id]?.computedHash;
    if (known !== undefined && known !== (await folderHash(dir))) changed.push(id);
    const entry = origin === undefined ? undefined : await entryOf(origin, dir);
    if (entry === undefined) left.push(id);
    else skills[id] = { ...lock.skills[id], ...entry };
  }
  return { text: lockText({ ...lock, skills }), left, changed };
}
