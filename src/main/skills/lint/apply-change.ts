/** One change to one file: whole or not at all, inside the skill's folder only, and never over what changed meanwhile. */
import { existsSync, fchmodSync, fstatSync, realpathSync, renameSync, statSync } from 'node:fs';
import { messageOf } from '../../../shared/errors.ts';
import { replaceFile } from '../../lib/replace-file.ts';
import { isInside, readInto, withFileInside } from '../discovery/contained-file.ts';
import type { Change } from './types.ts';

/** Undefined where it was done, else why it was not. @param dir absolute and real. */
export function applyChange(dir: string, change: Change): string | undefined {
  try {
    switch (change.kind) {
      case 'write':
        return write(dir, change.file, change.before, change.after);
      case 'rename':
        return rename(change.file, change.to);
      case 'executable': {
        const done = withFileInside(dir, change.file, (fd) => fchmodSync(fd, change.mode));
        return done.fault === undefined ? undefined : `the file is ${done.fault}`;
      }
    }
  } catch (error) {
    return messageOf(error);
  }
}

function write(dir: string, file: string, before: string, after: string): string | undefined {
  const now = withFileInside(dir, file, (fd, size) => {
    const bytes = Buffer.alloc(size);
    return { bytes: bytes.subarray(0, readInto(fd, bytes)), mode: fstatSync(fd).mode & 0o777 };
  });
  if (now.fault !== undefined) return `the file is ${now.fault}`;
  if (!now.value.bytes.equals(Buffer.from(before))) return 'the file was changed meanwhile';
  // A link stays a link: what it leads to is replaced.
  const target = realpathSync.native(file);
  if (!isInside(dir, target)) return 'the file lies outside the skill';
  replaceFile(target, after, now.value.mode);
  return undefined;
}

/** On a case-insensitive disk the new name already exists, as the same file. */
function rename(file: string, to: string): string | undefined {
  if (existsSync(to) && statSync(to).ino !== statSync(file).ino) return 'there is a file of that name already';
  renameSync(file, to);
  return undefined;
}
