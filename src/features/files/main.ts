import { done, implementContract } from '../../main/api.ts';
import type { Core } from '../../main/core/core.ts';
import type { Runner } from '../../main/runner/runner.ts';
import { artifactsContract, workspaceContract } from '../../shared/contract/files.ts';
import { detailed } from '../../shared/messages/failure.ts';
import type { SessionState } from '../../shared/session-state.ts';

/** @throws SkilldeckError `artifact-not-found`. The latest version where none is named. */
async function readArtifact(
  runner: Runner,
  state: SessionState,
  name: string,
  version: number | undefined,
): Promise<{ mime: string; base64: string }> {
  const artifact = state.artifacts.findLast(
    (candidate) => candidate.name === name && (version === undefined || candidate.version === version),
  );
  if (artifact === undefined) {
    const names = [...new Set(state.artifacts.map((other) => other.name))].join(', ');
    const code = version !== undefined ? 'result-version' : names === '' ? 'result-none' : 'result-missing';
    throw detailed('artifact-not-found', code, { file: name, version: version ?? '', files: names });
  }
  const content = await runner.artifacts.read(artifact.sha256);
  if (content === undefined) throw detailed('artifact-not-found', 'result-lost', { file: name });
  return { mime: artifact.mime, base64: content.toString('base64') };
}

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
