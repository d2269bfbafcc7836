import type { Implementer } from '../../api/implement-contract.ts';
import type { Core } from '../../core/core.ts';
import { examine } from './doctor.ts';

export function appHandlers(os: Implementer, core: Core) {
  return {
    info: os.app.info.handler(() => core.info),
    doctor: os.app.doctor.handler(() => examine(core)),
  };
}
