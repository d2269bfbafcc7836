/** Finds skills below discovery's depth: not loaded, but reported. */
import { type Dirent, readdirSync } from 'node:fs';
import path from 'node:path';
import type { TimeSlice } from './time-slice.ts';

/** Limit for a whole root: folders this deep rarely hold skills. */
const MAX_FOLDERS = 2_000;
const MAX_FOUND = 20;

/**
 * Finds skill files in and below `folders`, nearest first. Does not follow links.
 * @param isSkillFile decides by the name alone. @param isPassedOver true for folders that discovery also skips.
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
    // An unreadable folder this deep is not worth reporting.
    return [];
  }
}
