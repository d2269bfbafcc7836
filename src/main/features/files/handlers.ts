import { artifactsContract, workspaceContract } from '../../../shared/contract/files.ts';
import { done, implementContract } from '../../api/implement-contract.ts';
import type { Core } from '../../core/core.ts';
import { readArtifact } from './read-artifact.ts';

export function artifactHandlers({ runner, sessions, workspaces, reportBug }: Core) {
  const os = implementContract(artifactsContract, reportBug);
  return {
    list: os.list.handler(({ input }) => workspaces.artifacts(input.sessionId)),
    read: os.read.handler(async ({ input }) => ({
      name: input.name,
      ...(await readArtifact(runner, sessions.get(input.sessionId).state, input.name, input.version)),
    })),
    remove: os.remove.handler(({ input }) =>
      done(workspaces.removeArtifact(input.sessionId, input.name, input.version)),
    ),
    restore: os.restore.handler(async ({ input }) =>
      done(await workspaces.restoreArtifact(input.sessionId, input.name, input.version)),
    ),
  };
}

export function workspaceHandlers({ workspaces, reportBug }: Core) {
  const os = implementContract(workspaceContract, reportBug);
  return {
    files: os.files.handler(({ input }) => workspaces.files(input.sessionId)),
    read: os.read.handler(({ input }) => workspaces.read(input.sessionId, input.path, input.maxBytes)),
    reveal: os.reveal.handler(({ input }) => workspaces.reveal(input.sessionId, input.path)),
    usage: os.usage.handler(() => workspaces.usage()),
    configure: os.configure.handler(({ input }) => done(workspaces.configure(input))),
    clean: os.clean.handler(async ({ input }) => ({ ...(await workspaces.clean(input.olderThanDays)) })),
  };
}
