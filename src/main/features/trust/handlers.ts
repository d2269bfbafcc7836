/** Trust in the skills of the current folder (CONTRACT §12, §13 "Trust"). */

import { statSync } from 'node:fs';
import path from 'node:path';
import type { TrustView } from '../../../shared/contract/trust.ts';
import { trustContract } from '../../../shared/contract/trust.ts';
import { defined } from '../../../shared/defined.ts';
import { detailed } from '../../../shared/messages/detail.ts';
import { implementContract } from '../../api/implement-contract.ts';
import { realFolder } from '../../config/trusted-folders.ts';
import type { Core } from '../../core/core.ts';

export function trustHandlers({ folders, project, library, watch, reportBug }: Core) {
  const os = implementContract(trustContract, reportBug);
  const view = async (): Promise<TrustView> => {
    const { skills } = await library.refresh();
    const used = new Map(skills.map(({ id, source }) => [id, source]));
    const heldBack = project.heldBack();
    return {
      folder: realFolder(project.dir),
      trusted: project.trusted(),
      decided: folders.decisionOn(project.dir) !== undefined,
      skills: project.seen().map(({ skill, digest }) => {
        const reason = heldBack(skill);
        const inUse = used.get(skill.id);
        const replaces = reason !== undefined && inUse !== 'project' && inUse !== 'option';
        return {
          id: skill.id,
          description: skill.description,
          path: skill.dir,
          digest: digest === 'too-large' ? null : digest,
          ...defined({ heldBack: reason, replaces: replaces ? (true as const) : undefined }),
        };
      }),
      folders: folders.list().map(({ dir, trusted, at }) => ({ dir, trusted, at })),
    };
  };
  return {
    get: os.get.handler(view),
    set: os.set.handler(async ({ input: { dir = project.dir, trusted, shown } }) => {
      const folder = path.resolve(dir);
      if (trusted === true && statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
        throw detailed('bad-input', 'folder-missing', { folder });
      if (trusted === true) await project.trust(folder, shown);
      else folders.decide(folder, trusted ?? undefined);
      watch.notify();
      return view();
    }),
  };
}
