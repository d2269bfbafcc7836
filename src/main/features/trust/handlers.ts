import type { TrustView } from '../../../shared/contract/trust.ts';
import type { ApiDeps } from '../../api/api-deps.ts';
import type { Implementer } from '../../api/implement-contract.ts';

export interface TrustCommands {
  get(): Promise<TrustView>;
  /** @throws SkilldeckError `bad-input` where a folder to be trusted is not there. */
  set(asked: { readonly dir?: string | undefined; readonly trusted: boolean | null }): Promise<TrustView>;
}

export function trustRoutes(os: Implementer, { trust }: ApiDeps) {
  return {
    get: os.trust.get.handler(() => trust.get()),
    set: os.trust.set.handler(({ input }) => trust.set(input)),
  };
}
