import { done, type Implementer } from '../../api/implement-contract.ts';
import type { Core } from '../../core/core.ts';
import { readArtifact } from './read-artifact.ts';

export function artifactHandlers(os: Implementer, { runner, sessions, workspaces }: Core) {
  return {
    list: os.artifacts.list.handler(({ input }) => workspaces.artifacts(input.sessionId)),
    read: os.artifacts.read.handler(async ({ input }) => ({
      name: input.name,
      ...(await readArtifact(runner, sessions.get(input.sessionId).state, input.name, input.version)),
    })),
    remove: os.artifacts.remove.handler(({ input }) =>
      done(workspaces.removeArtifact(input.sessionId, input.name, input.version)),
    ),
    restore: os.artifacts.restore.handler(async ({ input }) =>
      done(await workspaces.restoreArtifact(input.sessionId, input.name, input.version)),
    ),
  };
}

export function workspaceHandlers(os: Implementer, { workspaces }: Core) {
  return {
    files: os.workspace.files.handler(({ input }) => workspaces.files(input.sessionId)),
    read: os.workspace.read.handler(({ input }) => workspaces.read(input.sessionId, input.path, input.maxBytes)),
    reveal: os.workspace.reveal.handler(({ input }) => workspaces.reveal(input.sessionId, input.path)),
    usage: os.workspace.usage.handler(() => workspaces.usage()),
    configure: os.workspace.configure.handler(({ input }) => done(workspaces.configure(input))),
    clean: os.workspace.clean.handler(async ({ input }) => ({ ...(await workspaces.clean(input.olderThanDays)) })),
  };
}
