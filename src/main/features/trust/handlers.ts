/** Trust in the skills of the current folder (CONTRACT §12, §13 "Trust"). */

import { statSync } from 'node:fs';
import path from 'node:path';
import type { TrustView } from '../../../shared/contract/trust.ts';
import { trustContract } from '../../../shared/contract/trust.ts';
import { detailed } from '../../../shared/messages/detail.ts';
import { implementContract } from '../../api/implement-contract.ts';
import { realFolder } from '../../config/trusted-folders.ts';
import type { Core } from '../../core/core.ts';

export function trustHandlers({ folders, project, library, watch, reportBug }: Core) {
  const os = implementContract(trustContract, reportBug);
  const view = async (): Promise<TrustView> => {
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
    get: os.get.handler(view),
    set: os.set.handler(({ input: { dir = project.dir, trusted } }) => {
      const folder = path.resolve(dir);
      if (trusted === true && statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
        throw detailed('bad-input', 'folder-missing', { folder });
      folders.decide(folder, trusted ?? undefined);
      watch.notify();
      return view();
    }),
  };
}
