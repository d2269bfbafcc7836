import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { messageOf, SkilldeckError } from '../../../shared/errors.ts';
import type { CommandContext } from './context.ts';

/** A reader of the file sees the old one or the new one; for its owner alone, as the data folder is. */
export function writeWhole(file: string, content: string | Uint8Array, { words }: CommandContext): void {
  const fresh = `${file}.${process.pid}.part`;
  try {
    writeFileSync(fresh, content, { mode: 0o600, flag: 'wx' });
    renameSync(fresh, file);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw new SkilldeckError('home-unusable', words.export.cannotWrite(file, messageOf(error)), { cause: error });
  }
}
