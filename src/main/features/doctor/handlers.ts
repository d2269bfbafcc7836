import type { Implementer } from '../../api/implement-contract.ts';
import type { Core } from '../../core/core.ts';
import { forgetCrashes, markCrashesSeen, unseenCrashes } from '../../lib/crash-records.ts';
import { crashReport } from './crash-report.ts';
import { examine } from './doctor.ts';

export function appHandlers(os: Implementer, core: Core) {
  return {
    info: os.app.info.handler(() => {
      const crashes = unseenCrashes(core.home);
      return crashes === 0 ? core.info : { ...core.info, crashes };
    }),
    crashes: os.app.crashes.handler(() => {
      markCrashesSeen(core.home);
      return crashReport(core);
    }),
    crashesSeen: os.app.crashesSeen.handler(() => {
      markCrashesSeen(core.home);
      return {};
    }),
    forgetCrashes: os.app.forgetCrashes.handler(() => {
      forgetCrashes(core.home);
      return {};
    }),
    doctor: os.app.doctor.handler(() => examine(core)),
  };
}
