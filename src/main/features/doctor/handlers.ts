import { appContract } from '../../../shared/contract/app.ts';
import { implementContract } from '../../api/implement-contract.ts';
import type { Core } from '../../core/core.ts';
import { forgetCrashes, markCrashesSeen, unseenCrashes } from '../../lib/crash-records.ts';
import { crashReport } from './crash-report.ts';
import { examine } from './doctor.ts';

export function appHandlers(core: Core) {
  const os = implementContract(appContract, core.reportBug);
  return {
    info: os.info.handler(() => {
      const crashes = unseenCrashes(core.home);
      return crashes === 0 ? core.info : { ...core.info, crashes };
    }),
    crashes: os.crashes.handler(() => {
      markCrashesSeen(core.home);
      return crashReport(core);
    }),
    crashesSeen: os.crashesSeen.handler(() => {
      markCrashesSeen(core.home);
      return {};
    }),
    forgetCrashes: os.forgetCrashes.handler(() => {
      forgetCrashes(core.home);
      return {};
    }),
    doctor: os.doctor.handler(() => examine(core)),
  };
}
