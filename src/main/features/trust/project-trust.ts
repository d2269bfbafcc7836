/** Whether the skills of the current folder are used (CONTRACT §12, §13 "Trust"). */
import { statSync } from 'node:fs';
import path from 'node:path';
import { SkilldeckError } from '../../../shared/errors.ts';
import { realFolder, type TrustedFolders } from '../../config/trusted-folders.ts';
import type { SkillLibrary } from '../../skills/types.ts';
import type { TrustCommands } from './handlers.ts';

/** @param forThisRun `--trust`. */
export const isProjectTrusted = (folders: TrustedFolders, projectDir: string, forThisRun: boolean): boolean =>
  forThisRun || folders.decisionOn(projectDir)?.trusted === true;

export function trustCommands(
  folders: TrustedFolders,
  project: { readonly dir: string; readonly trusted: () => boolean },
  library: Pick<SkillLibrary, 'refresh'>,
  told: () => void,
): TrustCommands {
  const view: TrustCommands['get'] = async () => {
    const { skills } = await library.refresh();
    return {
      folder: realFolder(project.dir),
      trusted: project.trusted(),
      decided: folders.decisionOn(project.dir) !== undefined,
      skills: skills
        .filter(({ source }) => source === 'project')
        .map(({ id, description, dir }) => ({ id, description, path: dir })),
      folders: [...folders.list()],
    };
  };
  return {
    get: view,
    async set({ dir = project.dir, trusted }) {
      const folder = path.resolve(dir);
      if (trusted === true && statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
        throw new SkilldeckError('bad-input', `There is no folder ${folder}.`);
      folders.decide(folder, trusted ?? undefined);
      told();
      return view();
    },
  };
}
