import type { ApiDeps } from '../api-deps.ts';
import type { Implementer } from './implement-contract.ts';

export function appRoutes(os: Implementer, deps: ApiDeps) {
  return {
    info: os.app.info.handler(() => deps.info),
    doctor: os.app.doctor.handler(() => deps.doctor()),
  };
}
