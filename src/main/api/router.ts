/** The contract's handlers put together; each family is a file of `routes/`, each handler a line or two over a command of the core. */
import type { ApiDeps } from './api-deps.ts';
import { createLookedAt } from './looked-at.ts';
import { appRoutes } from './routes/app.ts';
import { authorRoutes } from './routes/author.ts';
import { chatRoutes } from './routes/chat.ts';
import { contextRoutes } from './routes/context.ts';
import { environmentsRoutes } from './routes/environments.ts';
import { artifactRoutes, workspaceRoutes } from './routes/files.ts';
import { bookingsRoutes, formsRoutes } from './routes/forms.ts';
import { grantRoutes } from './routes/grants.ts';
import { implementContract } from './routes/implement-contract.ts';
import { reviewRoutes } from './routes/review.ts';
import { secretRoutes } from './routes/secrets.ts';
import { sessionsRoutes } from './routes/sessions.ts';
import { settingsRoutes } from './routes/settings.ts';
import { skillsRoutes } from './routes/skills.ts';
import { terminalRoutes } from './routes/terminal.ts';
import { transferRoutes } from './routes/transfer.ts';
import { trustRoutes } from './routes/trust.ts';

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
