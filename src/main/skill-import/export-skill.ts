/** One skill as a `.skill` archive: its folder, at the top, with everything in it. */
import { readFileSync } from 'node:fs';
import { SkilldeckError } from '../../shared/errors.ts';
import type { SkillExport } from '../../shared/skill-import.ts';
import { hashOfTree, listTree } from './content-hash.ts';
import { inMib, MAX_EXPORT_BYTES, MAX_TOTAL_BYTES } from './limits.ts';
import { isJunk } from './names.ts';
import { quoted } from './refused.ts';
import { writeZip } from './write-zip.ts';

/**
 * The same files give the same bytes.
 * @param dir absolute and real.
 * @throws SkilldeckError `not-supported` where no archive could hold it.
 */
export async function exportSkill(id: string, dir: string): Promise<SkillExport> {
  const all = await listTree(dir);
  if (all === undefined) {
    const why = `holds more than ${inMib(MAX_TOTAL_BYTES)}, or a file that cannot be read`;
    throw new SkilldeckError('not-supported', `The skill ${quoted(id)} ${why}; it cannot be exported.`);
  }
  const files = all.filter((file) => !isJunk(file.path));
  const odd = files.find((file) => !file.regular);
  if (odd !== undefined) {
    const what = `${quoted(odd.path)} is no regular file`;
    throw new SkilldeckError('not-supported', `${what}; put a copy in its place to export the skill ${quoted(id)}.`);
  }
  const entries = files.map((file) => ({
    path: `${id}/${file.path}`,
    executable: file.executable,
    read: () => readFileSync(file.absolute),
  }));
  const bytes = await writeZip(entries, MAX_EXPORT_BYTES);
  if (bytes === undefined) {
    const what = `The skill ${quoted(id)} packs to over ${inMib(MAX_EXPORT_BYTES)}`;
    throw new SkilldeckError('not-supported', `${what}; copy its folder ${dir} instead.`);
  }
  return {
    name: `${id}.skill`,
    base64: bytes.toString('base64'),
    bytes: bytes.length,
    files: files.length,
    contentHash: hashOfTree(files),
  };
}
