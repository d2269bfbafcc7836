/** The features over the core, a family of the contract a line: those that fill ports of the core, and those made at their first call. */
import type { Router } from '@orpc/server';
import { archiveHandlers } from './features/archive/main/handlers.ts';
import { chatHandlers, formHandlers } from './features/chat/main.ts';
import { appHandlers } from './features/doctor/main/handlers.ts';
import { mcpHandlers } from './features/mcp/main/handlers.ts';
import { repositoryHandlers } from './features/repositories/main/handlers.ts';
import { sessionHandlers } from './features/sessions/main.ts';
import {
  environmentHandlers,
  grantHandlers,
  secretHandlers,
  settingsHandlers,
  trustHandlers,
} from './features/settings/main.ts';
import { telemetryHandlers } from './features/telemetry/main/handlers.ts';
import { watchHandlers } from './features/watches/main.ts';
import { atFirstCall } from './main/api.ts';
import type { Core } from './main/core/core.ts';
import type { Contract } from './shared/contract.ts';

const later = () => import('./features-later.ts');

export function featureHandlers(core: Core): Router<Contract, Record<never, never>> {
  core.ports.workshop = async () => (await later()).createWorkshop(core);
  return {
    app: appHandlers(core),
    sessions: sessionHandlers(core),
    chat: chatHandlers(core),
    forms: formHandlers(core),
    skills: atFirstCall(async () => (await later()).LATER.skills(core)),
    author: atFirstCall(async () => (await later()).LATER.author(core)),
    context: atFirstCall(async () => (await later()).LATER.context(core)),
    cards: atFirstCall(async () => (await later()).LATER.cards(core)),
    profile: atFirstCall(async () => (await later()).LATER.profile(core)),
    review: atFirstCall(async () => (await later()).LATER.review(core)),
    judging: atFirstCall(async () => (await later()).LATER.judging(core)),
    transfer: atFirstCall(async () => (await later()).LATER.transfer(core)),
    archive: archiveHandlers(core),
    grants: grantHandlers(core),
    secrets: secretHandlers(core),
    mcp: mcpHandlers(core),
    repositories: repositoryHandlers(core),
    trust: trustHandlers(core),
    artifacts: atFirstCall(async () => (await later()).LATER.artifacts(core)),
    workspace: atFirstCall(async () => (await later()).LATER.workspace(core)),
    terminal: atFirstCall(async () => (await later()).LATER.terminal(core)),
    environments: environmentHandlers(core),
    evals: atFirstCall(async () => (await later()).LATER.evals(core)),
    settings: settingsHandlers(core),
    telemetry: telemetryHandlers(core),
    updates: atFirstCall(async () => (await later()).LATER.updates(core)),
    watches: watchHandlers(core),
  };
}
