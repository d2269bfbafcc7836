/** One skill as a `.skill` archive: its folder, at the top, with everything in it. */
import { readFileSync } from 'node:fs';
import { detailed } from '../../shared/messages/detail.ts';
import type { SkillExport } from '../../shared/skill-import.ts';
import { hashOfTree, listTree } from './content-hash.ts';
import { inMib, MAX_EXPORT_BYTES, MAX_TOTAL_BYTES } from './limits.ts';
import { isJunk } from './names.ts';
import { escaped } from './refused.ts';
import { writeZip } from './write-zip.ts';

/**
 * The same files give the same bytes.
 * @param dir absolute and real.
 * @throws SkilldeckError `not-supported` where no archive could hold it.
 */
export async function exportSkill(id: string, dir: string): Promise<SkillExport> {
  const all = await listTree(dir);
  if (all === undefined)
    throw detailed('not-supported', 'skill-export-size', { id: escaped(id), size: inMib(MAX_TOTAL_BYTES) });
  const files = all.filter((file) => !isJunk(file.path));
  const odd = files.find((file) => !file.regular);
  if (odd !== undefined)
    throw detailed('not-supported', 'skill-export-file', { id: escaped(id), file: escaped(odd.path) });
  const entries = files.map((file) => ({
    path: `${id}/${file.path}`,
    executable: file.executable,
    read: () => readFileSync(file.absolute),
  }));
  const bytes = await writeZip(entries, MAX_EXPORT_BYTES);
  if (bytes === undefined)
    throw detailed('not-supported', 'skill-export-packed', { id: escaped(id), size: inMib(MAX_EXPORT_BYTES), dir });
  return {
    name: `${id}.skill`,
    base64: bytes.toString('base64'),
    bytes: bytes.length,
    files: files.length,
    contentHash: hashOfTree(files),
  };
}
