/** The contract's handlers put together; each family is a file of `routes/`, each handler a line or two over a command of the core. */
import type { ApiDeps } from './api/api-deps.ts';
import { implementContract } from './api/implement-contract.ts';
import { authorRoutes } from './features/authoring/handlers.ts';
import { bookingsRoutes, formsRoutes } from './features/cards/handlers.ts';
import { chatRoutes } from './features/chat/handlers.ts';
import { contextRoutes } from './features/context-views/handlers.ts';
import { appRoutes } from './features/doctor/handlers.ts';
import { environmentsRoutes } from './features/environments/handlers.ts';
import { artifactRoutes, workspaceRoutes } from './features/files/handlers.ts';
import { grantRoutes } from './features/grants/handlers.ts';
import { reviewRoutes } from './features/review/handlers.ts';
import { secretRoutes } from './features/secrets/handlers.ts';
import { sessionsRoutes } from './features/sessions/handlers.ts';
import { createLookedAt } from './features/sessions/looked-at.ts';
import { settingsRoutes } from './features/settings/handlers.ts';
import { skillsRoutes } from './features/skills/handlers.ts';
import { terminalRoutes } from './features/terminal/handlers.ts';
import { transferRoutes } from './features/transfer/handlers.ts';
import { trustRoutes } from './features/trust/handlers.ts';

export function createRouter(deps: ApiDeps) {
  const os = implementContract(deps.reportBug);
  const lookedAt = createLookedAt(deps.sessions, deps.onSkillsChange, deps.reportBug);
  deps.workspaces.spare(lookedAt.isOpen);

  return os.router({
    app: appRoutes(os, deps),
    sessions: sessionsRoutes(os, deps, lookedAt),
    chat: chatRoutes(os, deps),
    skills: skillsRoutes(os, deps),
    author: authorRoutes(os, deps),
    context: contextRoutes(os, deps),
    forms: formsRoutes(os, deps),
    bookings: bookingsRoutes(os, deps),
    review: reviewRoutes(os, deps),
    transfer: transferRoutes(os, deps),
    grants: grantRoutes(os, deps),
    secrets: secretRoutes(os, deps),
    trust: trustRoutes(os, deps),
    artifacts: artifactRoutes(os, deps),
    workspace: workspaceRoutes(os, deps),
    terminal: terminalRoutes(os, deps),
    environments: environmentsRoutes(os, deps),
    settings: settingsRoutes(os, deps),
  });
}
