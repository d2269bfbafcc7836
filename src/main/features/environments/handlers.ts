import type { ApiDeps } from '../../api/api-deps.ts';
import type { Implementer } from '../../api/implement-contract.ts';
import { environmentsStream } from '../../api/streams.ts';

export function environmentsRoutes(os: Implementer, { environments }: ApiDeps) {
  return {
    list: os.environments.list.handler(() => environments.view()),
    watch: os.environments.watch.handler(({ signal }) => environmentsStream(environments, signal)),
    create: os.environments.create.handler(({ input }) => environments.create(input.name)),
    copy: os.environments.copy.handler(({ input }) => environments.create(input.name, input.from)),
    switch: os.environments.switch.handler(({ input }) => environments.switchTo(input.name)),
    remove: os.environments.remove.handler(({ input }) => environments.remove(input.name)),
    restore: os.environments.restore.handler(({ input }) => environments.restore(input.what)),
  };
}
