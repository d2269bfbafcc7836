/** Paths that an author may give to files of a skill: such as are written the same on every system. */
import { realpathSync } from 'node:fs';
import path from 'node:path';
import type { SkilldeckError } from '../../../shared/errors.ts';
import { type DetailCode, detailed } from '../../../shared/messages/detail.ts';
import type { Figures } from '../../../shared/messages/format.ts';
import { hasInvisible } from '../../../shared/text/invisible.ts';
import { isInside } from '../discovery/contained-file.ts';
import { isHidden } from '../discovery/skill-files.ts';

/** Same depth as discovery of a skill's files. */
const MAX_PARTS = 9;
const MAX_PART_BYTES = 200;
const FORBIDDEN = /[<>:"|?*\\]/;
/** Windows gives these to devices, and drops dots and blanks at the end. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?$|[. ]$/i;

export const isReservedName = (name: string): boolean => RESERVED.test(name);

/** @throws SkilldeckError `bad-input`. */
export function checkFilePath(given: string): void {
  const no = (code: DetailCode, figures: Figures = {}): never => {
    throw detailed('bad-input', code, { file: escaped(given), ...figures });
  };
  const parts = given.split('/');
  if (path.isAbsolute(given) || parts.includes('..')) no('file-outside');
  if (parts.some((part) => part === '' || part === '.')) no('file-spelling');
  if (FORBIDDEN.test(given) || hasInvisible(given)) no('file-characters');
  if (parts.some(isReservedName)) no('file-device');
  if (parts.some(isHidden)) no('file-hidden');
  if (parts.length > MAX_PARTS) no('file-depth', { most: MAX_PARTS - 1 });
  if (parts.some((part) => Buffer.byteLength(part) > MAX_PART_BYTES)) no('file-length');
}

/**
 * Path to open a file at: the real path of its folder, which must be inside the skill's, plus the last step. Undefined
 * if the folder does not exist. @throws SkilldeckError `bad-input` if a link leads outside.
 */
export function placeInside(dir: string, file: string): string | undefined {
  const parent = realOf(path.join(dir, path.dirname(file)));
  if (parent === undefined) return undefined;
  if (isInside(dir, parent)) return path.join(parent, path.basename(file));
  throw leadsOut(file);
}

/** Checks the real path of the nearest existing folder. @throws SkilldeckError `bad-input` if it is outside. */
export function assertParentInside(dir: string, file: string): void {
  for (let at = path.dirname(path.join(dir, file)); ; at = path.dirname(at)) {
    const real = realOf(at);
    if (real === undefined && at !== path.dirname(at)) continue;
    if (real !== undefined && isInside(dir, real)) return;
    throw leadsOut(file);
  }
}

export const leadsOut = (file: string): SkilldeckError => detailed('bad-input', 'file-link', { file: escaped(file) });

/** The figure of words that have the quotation marks. */
const escaped = (file: string): string => JSON.stringify(file).slice(1, -1);

function realOf(folder: string): string | undefined {
  try {
    return realpathSync.native(folder);
  } catch {
    return undefined;
  }
}
