import type { SkillSecretView } from '../../../shared/contract/secrets.ts';
import type { ApiDeps } from '../../api/api-deps.ts';
import type { Implementer } from '../../api/implement-contract.ts';

export interface SecretCommands {
  list(): Promise<SkillSecretView[]>;
  /** @throws SkilldeckError `skill-not-found`, `bad-input`. */
  set(secret: {
    readonly skill: string;
    readonly name: string;
    readonly value: string;
  }): Promise<{ asksFor: boolean; reach: string[] }>;
  /** False where there is none. */
  remove(which: { readonly skill: string; readonly name: string }): Promise<boolean>;
}

export function secretRoutes(os: Implementer, { secrets }: ApiDeps) {
  return {
    list: os.secrets.list.handler(() => secrets.list()),
    set: os.secrets.set.handler(({ input }) => secrets.set(input)),
    remove: os.secrets.remove.handler(async ({ input }) => ({ removed: await secrets.remove(input) })),
  };
}
