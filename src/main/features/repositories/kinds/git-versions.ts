/** Publishing into a Git repository: one commit on its branch, tagged `ID@VERSION`; taking it back is another commit. */
import { mkdirSync, mkdtempSync } from 'node:fs';
import path from 'node:path';
import { type GitTarget, publishToGit, revertInGit, versionsInGit } from '../../../skill-import/git-publish.ts';
import type { Connect, SkillRepository } from '../repository.ts';
import { publishedFiles } from './published-files.ts';

/** @param folderOf where a skill is in the repository, or will be. */
export function gitVersions(
  { definition: { ref }, work, signal }: Connect,
  url: string,
  folderOf: (id: string) => string,
): Required<Pick<SkillRepository, 'versions' | 'publish' | 'unpublish'>> {
  const target = (): GitTarget => {
    const own = path.join(work, 'versions');
    mkdirSync(own, { recursive: true });
    return { url, branch: ref, work: mkdtempSync(path.join(own, 'one-')), signal };
  };
  const tagOf = (id: string, version: string) => `${id}@${version}`;
  return {
    async versions(id) {
      const found = await versionsInGit(target(), tagOf(id, '*'));
      return found.map(({ tag, notes, by, at }) => ({ version: tag.slice(id.length + 1), notes, by, at }));
    },
    async publish(publication) {
      const { id, version, notes } = publication;
      const message = `Publish ${id} ${version}${notes === '' ? '' : `\n\n${notes}`}`;
      const change = { folder: folderOf(id), tag: tagOf(id, version), message };
      await publishToGit(target(), change, await publishedFiles(publication, work));
    },
    async unpublish(id, version) {
      const message = `Revert "Publish ${id} ${version}"`;
      await revertInGit(target(), { folder: folderOf(id), tag: tagOf(id, version), message });
    },
  };
}
