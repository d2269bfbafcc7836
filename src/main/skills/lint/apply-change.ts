/** One change to one file: whole or not at all, inside the skill's folder only, and never over what changed in the meantime. */
import { existsSync, fchmodSync, fstatSync, realpathSync, renameSync, statSync } from 'node:fs';
import { messageOf } from '../../../shared/errors.ts';
import type { FindingCode, FindingFacts } from '../../../shared/messages/finding.ts';
import { replaceFile } from '../../lib/replace-file.ts';
import { type FileFault, isInside, readInto, withFileInside } from '../discovery/contained-file.ts';
import type { Change } from './types.ts';

const UNFIXED = {
  absent: 'unfixed-gone',
  outside: 'unfixed-outside',
  'not-a-file': 'unfixed-not-regular',
  unreadable: 'unfixed-unreadable',
} as const satisfies Record<FileFault, FindingCode>;

/** Undefined where it was done, else why it was not. @param dir absolute and real. */
export function applyChange(dir: string, change: Change): FindingFacts | undefined {
  try {
    switch (change.kind) {
      case 'write':
        return write(dir, change.file, change.before, change.after);
      case 'rename':
        return rename(change.file, change.to);
      case 'executable': {
        const done = withFileInside(dir, change.file, (fd) => fchmodSync(fd, change.mode));
        return done.fault === undefined ? undefined : { code: UNFIXED[done.fault] };
      }
    }
  } catch (error) {
    return { code: 'unfixed-detail', figures: { detail: messageOf(error) } };
  }
}

function write(dir: string, file: string, before: string, after: string): FindingFacts | undefined {
  const now = withFileInside(dir, file, (fd, size) => {
    const bytes = Buffer.alloc(size);
    return { bytes: bytes.subarray(0, readInto(fd, bytes)), mode: fstatSync(fd).mode & 0o777 };
  });
  if (now.fault !== undefined) return { code: UNFIXED[now.fault] };
  if (!now.value.bytes.equals(Buffer.from(before))) return { code: 'unfixed-changed' };
  // A link stays a link: what it leads to is replaced.
  const target = realpathSync.native(file);
  if (!isInside(dir, target)) return { code: 'unfixed-outside' };
  replaceFile(target, after, now.value.mode);
  return undefined;
}

/** On a case-insensitive disk the new name already exists, as the same file. */
function rename(file: string, to: string): FindingFacts | undefined {
  if (existsSync(to) && statSync(to).ino !== statSync(file).ino) return { code: 'unfixed-taken' };
  renameSync(file, to);
  return undefined;
}
