import { implementContract } from '../../../main/api.ts';
import type { Core } from '../../../main/core/core.ts';
import { forgetCrashes, markCrashesSeen, unseenCrashes } from '../../../main/lib/crash-records.ts';
import { appContract } from '../../../shared/contract/app.ts';

/** Every program asks for `info` first: what examines and redacts is loaded by who asks for that. */
export function appHandlers(core: Core) {
  const os = implementContract(appContract, core.reportBug);
  return {
    info: os.info.handler(() => {
      const crashes = unseenCrashes(core.home);
      return crashes === 0 ? core.info : { ...core.info, crashes };
    }),
    crashes: os.crashes.handler(async () => {
      const { crashReport } = await import('./crash-report.ts');
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
    doctor: os.doctor.handler(async () => (await import('./doctor.ts')).examine(core)),
  };
}
