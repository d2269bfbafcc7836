/** The contract's handlers put together, a family a line. Each is loaded when the first of its procedures is called. */
import type { Router } from '@orpc/server';
import { lazy, unlazy } from '@orpc/server';
import type { Contract } from '../shared/contract.ts';
import type { Core } from './core/core.ts';

export async function createRouter(core: Core): Promise<Router<Contract, Record<never, never>>> {
  core.workshop.open = async () => (await import('./features/evals/improving/workshop.ts')).createWorkshop(core);
  const router = {
    app: once(async () => (await import('./features/doctor/handlers.ts')).appHandlers(core)),
    sessions: once(async () => (await import('./features/sessions/handlers.ts')).sessionHandlers(core)),
    chat: once(async () => (await import('./features/chat/handlers.ts')).chatHandlers(core)),
    forms: once(async () => (await import('./features/chat/handlers.ts')).formHandlers(core)),
    skills: once(async () => ({
      ...(await import('./features/skills/handlers.ts')).skillHandlers(core),
      preview: once(async () => (await import('./features/context-views/handlers.ts')).previewHandler(core)),
    })),
    author: once(async () => (await import('./features/authoring/handlers.ts')).authorHandlers(core)),
    context: once(async () => (await import('./features/context-views/handlers.ts')).contextHandlers(core)),
    cards: once(async () => (await import('./features/cards/handlers.ts')).cardHandlers(core)),
    profile: once(async () => (await import('./features/profile/handlers.ts')).profileHandlers(core)),
    review: once(async () => {
      const { reading, reviewHandlers } = await import('./features/review/handlers.ts');
      const { exportHandlers } = await import('./features/transfer/handlers.ts');
      const read = reading(core);
      return { ...reviewHandlers(core, read), ...exportHandlers(core, (id) => read('verify', [id])) };
    }),
    judging: once(async () => (await import('./features/judging/handlers.ts')).judgingHandlers(core)),
    transfer: once(async () => (await import('./features/transfer/handlers.ts')).transferHandlers(core)),
    archive: once(async () => (await import('./features/transfer/archive/handlers.ts')).archiveHandlers(core)),
    grants: once(async () => (await import('./features/grants/handlers.ts')).grantHandlers(core)),
    secrets: once(async () => (await import('./features/secrets/handlers.ts')).secretHandlers(core)),
    mcp: once(async () => (await import('./features/mcp/handlers.ts')).mcpHandlers(core)),
    repositories: once(async () => (await import('./features/repositories/handlers.ts')).repositoryHandlers(core)),
    trust: once(async () => (await import('./features/trust/handlers.ts')).trustHandlers(core)),
    artifacts: once(async () => (await import('./features/files/handlers.ts')).artifactHandlers(core)),
    workspace: once(async () => (await import('./features/files/handlers.ts')).workspaceHandlers(core)),
    terminal: once(async () => (await import('./features/terminal/handlers.ts')).terminalHandlers(core)),
    environments: once(async () => (await import('./features/environments/handlers.ts')).environmentHandlers(core)),
    evals: once(async () => (await import('./features/evals/handlers.ts')).evalHandlers(core)),
    settings: once(async () => (await import('./features/settings/handlers.ts')).settingsHandlers(core)),
    telemetry: once(async () => (await import('./features/telemetry/handlers.ts')).telemetryHandlers(core)),
    updates: once(async () => (await import('./features/updates/handlers.ts')).updateHandlers(core)),
  };
  // They work by themselves from the start: one looks for newer skills, the other shares conversations.
  if (core.access === 'write' && core.host !== 'cli')
    await Promise.all([unlazy(router.repositories), unlazy(router.archive)]);
  return router;
}

/** Handlers hold what is under way, so there is one set of them. */
function once<T>(load: () => Promise<T>) {
  let loaded: Promise<{ default: T }> | undefined;
  return lazy(() => {
    loaded ??= load().then((handlers) => ({ default: handlers }));
    return loaded;
  });
}
