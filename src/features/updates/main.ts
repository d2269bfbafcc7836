import { changes, done, implementContract } from '../../main/api.ts';
import type { Core } from '../../main/core/core.ts';
import { updatesContract } from '../../shared/contract/updates.ts';
import { detailed } from '../../shared/messages/failure.ts';

export function updateHandlers(core: Core) {
  const os = implementContract(updatesContract, core.reportBug);
  const updates = () => {
    if (core.updates === undefined) throw detailed('not-supported', 'updates-elsewhere');
    return core.updates;
  };
  return {
    watch: os.watch.handler(({ signal }) => {
      const { state, onChange } = updates();
      return changes(state, onChange, signal);
    }),
    check: os.check.handler(async () => done(await updates().check())),
    download: os.download.handler(() => done(updates().download())),
    install: os.install.handler(() => done(updates().install())),
    undoneSeen: os.undoneSeen.handler(() => done(updates().undoneSeen())),
  };
}
