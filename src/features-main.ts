/** The features over the core, a family of the contract a line. Each fills the core's ports that it serves. */
import type { Router } from '@orpc/server';
import { archiveHandlers } from './features/archive/main/handlers.ts';
import { authorHandlers } from './features/authoring/main.ts';
import { cardHandlers, profileHandlers } from './features/bookings/main.ts';
import { chatHandlers, formHandlers } from './features/chat/main.ts';
import { contextHandlers, previewHandler } from './features/context/main/handlers.ts';
import { appHandlers } from './features/doctor/main/handlers.ts';
import { evalHandlers } from './features/evals/main/handlers.ts';
import { artifactHandlers, workspaceHandlers } from './features/files/main.ts';
import { judgingHandlers } from './features/judging/main/handlers.ts';
import { mcpHandlers } from './features/mcp/main/handlers.ts';
import { repositoryHandlers } from './features/repositories/main/handlers.ts';
import { reading, reviewHandlers } from './features/review/main/handlers.ts';
import { sessionHandlers } from './features/sessions/main.ts';
import {
  environmentHandlers,
  grantHandlers,
  secretHandlers,
  settingsHandlers,
  trustHandlers,
} from './features/settings/main.ts';
import { skillHandlers } from './features/skills/main/handlers.ts';
import { telemetryHandlers } from './features/telemetry/main/handlers.ts';
import { terminalHandlers } from './features/terminal/main.ts';
import { exportHandlers, transferHandlers } from './features/transfer/main/handlers.ts';
import { updateHandlers } from './features/updates/main.ts';
import { watchHandlers } from './features/watches/main.ts';
import type { Core } from './main/core/core.ts';
import type { Contract } from './shared/contract.ts';

export function featureHandlers(core: Core): Router<Contract, Record<never, never>> {
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
    watches: watchHandlers(core),
  };
}
