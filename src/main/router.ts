/** The contract's handlers put together, a family a line. */
import type { Router } from '@orpc/server';
import {
  appHandlers,
  archiveHandlers,
  artifactHandlers,
  authorHandlers,
  cardHandlers,
  chatHandlers,
  contextHandlers,
  createWorkshop,
  environmentHandlers,
  evalHandlers,
  exportHandlers,
  formHandlers,
  grantHandlers,
  judgingHandlers,
  mcpHandlers,
  previewHandler,
  profileHandlers,
  reading,
  repositoryHandlers,
  reviewHandlers,
  secretHandlers,
  sessionHandlers,
  settingsHandlers,
  skillHandlers,
  telemetryHandlers,
  terminalHandlers,
  transferHandlers,
  trustHandlers,
  updateHandlers,
  workspaceHandlers,
} from '../features-main.ts';
import type { Contract } from '../shared/contract.ts';
import type { Core } from './core/core.ts';

export function createRouter(core: Core): Router<Contract, Record<never, never>> {
  core.workshop.open = async () => createWorkshop(core);
  const read = reading(core);
  return {
    app: appHandlers(core),
    sessions: sessionHandlers(core),
    chat: chatHandlers(core),
    forms: formHandlers(core),
    skills: { ...skillHandlers(core), preview: previewHandler(core) },
    author: authorHandlers(core),
    context: contextHandlers(core),
    cards: cardHandlers(core),
    profile: profileHandlers(core),
    review: { ...reviewHandlers(core, read), ...exportHandlers(core, (id) => read('verify', [id])) },
    judging: judgingHandlers(core),
    transfer: transferHandlers(core),
    archive: archiveHandlers(core),
    grants: grantHandlers(core),
    secrets: secretHandlers(core),
    mcp: mcpHandlers(core),
    repositories: repositoryHandlers(core),
    trust: trustHandlers(core),
    artifacts: artifactHandlers(core),
    workspace: workspaceHandlers(core),
    terminal: terminalHandlers(core),
    environments: environmentHandlers(core),
    evals: evalHandlers(core),
    settings: settingsHandlers(core),
    telemetry: telemetryHandlers(core),
    updates: updateHandlers(core),
  };
}
