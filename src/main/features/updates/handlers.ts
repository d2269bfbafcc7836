import { SkilldeckError } from '../../../shared/errors.ts';
import { done, type Implementer } from '../../api/implement-contract.ts';
import { changes } from '../../api/streams.ts';
import type { Core } from '../../core/core.ts';

export function updateHandlers(os: Implementer, core: Core) {
  const updates = () => {
    if (core.updates === undefined)
      throw new SkilldeckError(
        'not-supported',
        'Only the installed desktop app updates itself. Update Skilldeck the way you installed it.',
      );
    return core.updates;
  };
  return {
    watch: os.updates.watch.handler(({ signal }) => {
      const { state, onChange } = updates();
      return changes(state, onChange, signal);
    }),
    check: os.updates.check.handler(async () => done(await updates().check())),
    download: os.updates.download.handler(() => done(updates().download())),
    install: os.updates.install.handler(() => done(updates().install())),
    undoneSeen: os.updates.undoneSeen.handler(() => done(updates().undoneSeen())),
  };
}
