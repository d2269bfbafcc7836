/** The author's view over the skill library. */
import { SkilldeckError } from '../../shared/errors.ts';
import type { Author } from '../api/author.ts';

const missing = async (): Promise<never> => {
  throw new SkilldeckError('not-supported', 'This is not there yet.');
};

export function createAuthor(): Author {
  return {
    tree: missing,
    read: missing,
    write: missing,
    moveFile: missing,
    removeFile: missing,
    check: missing,
    fix: missing,
    create: missing,
    duplicate: missing,
    rename: missing,
    reveal: missing,
    tryIt: missing,
  };
}
