/** The other files of a skill's folder, with as much of their text as is bounded. */
import { isUtf8 } from 'node:buffer';
import { fstatSync } from 'node:fs';
import path from 'node:path';
import { readInto, withFileInside } from '../discovery/contained-file.ts';
import { listFolder } from '../discovery/read-found.ts';
import { createTimeSlice } from '../discovery/time-slice.ts';
import type { FileContent, SkillFile } from './types.ts';

/** Bytes of one file, and of one skill's files together. */
const MAX_FILE_BYTES = 1024 * 1024;
const MAX_SKILL_TEXT_BYTES = 16 * 1024 * 1024;
/** Windows has no permission to execute. */
const HAS_MODES = process.platform !== 'win32';
/** Number of first bytes checked for binary content. */
const SNIFF_BYTES = 8 * 1024;

/**
 * Regular files only; a link that leads out of the folder is `odd-entries.ts`'s.
 * @param skillFile left out.
 */
export async function readFiles(
  dir: string,
  skillFile: string,
  others: readonly string[],
): Promise<readonly SkillFile[]> {
  let left = MAX_SKILL_TEXT_BYTES;
  const files: SkillFile[] = [];
  const slice = createTimeSlice();
  for (const file of await listFolder(dir)) {
    if (slice.due()) await slice.pause();
    const { absolute } = file;
    if (absolute === skillFile || others.some((other) => absolute.startsWith(other + path.sep))) continue;
    const isTooLarge = file.bytes > Math.min(left, MAX_FILE_BYTES);
    const opened = withFileInside(dir, absolute, (fd, size) => {
      const bytes = Buffer.alloc(Math.min(size, isTooLarge ? SNIFF_BYTES : MAX_FILE_BYTES));
      return { bytes: bytes.subarray(0, readInto(fd, bytes)), mode: HAS_MODES ? fstatSync(fd).mode & 0o777 : 0o777 };
    });
    if (opened.fault !== undefined) {
      files.push({ ...file, mode: 0, content: { kind: 'unreadable' } });
      continue;
    }
    const { bytes, mode } = opened.value;
    left -= bytes.length;
    files.push({ ...file, mode, content: contentOf(bytes, isTooLarge) });
  }
  return files;
}

function contentOf(bytes: Buffer, isTooLarge: boolean): FileContent {
  if (bytes.subarray(0, SNIFF_BYTES).includes(0)) return { kind: 'binary' };
  if (isTooLarge) return { kind: 'large' };
  return isUtf8(bytes) ? { kind: 'text', text: bytes.toString('utf8') } : { kind: 'not-utf8' };
}
