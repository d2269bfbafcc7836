import type { ApiDeps } from '../router.ts';
import type { Implementer } from './implement-contract.ts';

export function artifactRoutes(os: Implementer, deps: ApiDeps) {
  return {
    read: os.artifacts.read.handler(async ({ input }) => ({
      name: input.name,
      ...(await deps.artifact(input.sessionId, input.name, input.version)),
    })),
  };
}

export function terminalRoutes(os: Implementer, deps: ApiDeps) {
  return {
    read: os.terminal.read.handler(async ({ input }) => ({
      data: await deps.terminal(input.sessionId, input.callId),
    })),
    recording: os.terminal.recording.handler(({ input }) => deps.recording(input.sessionId, input.callId)),
  };
}
