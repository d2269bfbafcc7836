import type { ApiDeps } from '../../api/api-deps.ts';
import { done, type Implementer } from '../../api/implement-contract.ts';

export function artifactRoutes(os: Implementer, deps: ApiDeps) {
  const { workspaces } = deps;
  return {
    list: os.artifacts.list.handler(({ input }) => workspaces.artifacts(input.sessionId)),
    read: os.artifacts.read.handler(async ({ input }) => ({
      name: input.name,
      ...(await deps.artifact(input.sessionId, input.name, input.version)),
    })),
    remove: os.artifacts.remove.handler(({ input }) =>
      done(workspaces.removeArtifact(input.sessionId, input.name, input.version)),
    ),
    restore: os.artifacts.restore.handler(async ({ input }) =>
      done(await workspaces.restoreArtifact(input.sessionId, input.name, input.version)),
    ),
  };
}

export function workspaceRoutes(os: Implementer, { workspaces }: ApiDeps) {
  return {
    files: os.workspace.files.handler(({ input }) => workspaces.files(input.sessionId)),
    read: os.workspace.read.handler(({ input }) => workspaces.read(input.sessionId, input.path, input.maxBytes)),
    reveal: os.workspace.reveal.handler(({ input }) => workspaces.reveal(input.sessionId, input.path)),
    usage: os.workspace.usage.handler(() => workspaces.usage()),
    configure: os.workspace.configure.handler(({ input }) => done(workspaces.configure(input))),
    clean: os.workspace.clean.handler(async ({ input }) => ({ ...(await workspaces.clean(input.olderThanDays)) })),
  };
}
