import type { ApiDeps } from '../../api/api-deps.ts';
import type { Implementer } from '../../api/implement-contract.ts';

export function appRoutes(os: Implementer, deps: ApiDeps) {
  return {
    info: os.app.info.handler(() => deps.info),
    doctor: os.app.doctor.handler(() => deps.doctor()),
  };
}
