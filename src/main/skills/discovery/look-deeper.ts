/** Skills below the depth that discovery goes to: not taken, but not passed over in silence either. */
import { type Dirent, readdirSync } from 'node:fs';
import path from 'node:path';
import type { TimeSlice } from './time-slice.ts';

/** Folders that are looked into, over all of a root: what lies this deep is mostly no skills. */
const MAX_FOLDERS = 2_000;
const MAX_FOUND = 20;

/**
 * Skill files in and below `folders`, the nearest first. Links are not followed.
 * @param isSkillFile by the name alone. @param isPassedOver folders that discovery does not look into either.
 */
export async function lookDeeper(
  folders: readonly string[],
  isSkillFile: (name: string) => boolean,
  isPassedOver: (name: string) => boolean,
  slice: TimeSlice,
): Promise<readonly string[]> {
  const pending = [...folders];
  const found: string[] = [];
  for (let at = 0; at < pending.length && at < MAX_FOLDERS && found.length < MAX_FOUND; at += 1) {
    const dir = pending[at] ?? '';
    const entries = entriesOf(dir);
    const file = entries.find((entry) => entry.isFile() && isSkillFile(entry.name));
    if (file !== undefined) found.push(path.join(dir, file.name));
    else {
      const below = entries.filter((entry) => entry.isDirectory() && !isPassedOver(entry.name));
      pending.push(...below.map(({ name }) => path.join(dir, name)));
    }
    if (slice.due()) await slice.pause();
  }
  return found;
}

function entriesOf(dir: string): Dirent[] {
  try {
    return readdirSync(dir, { withFileTypes: true });
  } catch {
    // What cannot be read this deep is nobody's skill.
    return [];
  }
}
