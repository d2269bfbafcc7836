/** The app: its core, and the features over it behind the contract. */
import '../shared/messages/all-words.ts';
import type { AnyRouter, Router } from '@orpc/server';
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
import type { AppHandle, AppOptions } from './api.ts';
import { type Core, createCore } from './core/core.ts';
import { type Data, openData } from './core/model-source.ts';
import { createDisposables } from './lib/timing.ts';

// The contract's handlers put together, a family a line.

function createRouter(core: Core): Router<Contract, Record<never, never>> {
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

export { repairDatabase } from './store/backup/repair.ts';

/** @throws SkilldeckError `home-in-use`, `home-unusable`, `database-newer`, `database-damaged`, `bad-input`. */
export async function createApp(options: AppOptions): Promise<AppHandle> {
  const disposables = createDisposables();
  const orGiveBack = async <T>(open: () => T | Promise<T>): Promise<T> => {
    try {
      return await open();
    } catch (error) {
      await disposables.dispose();
      throw error;
    }
  };
  const data = await orGiveBack(() => openData(options, disposables));
  let router: Promise<AnyRouter> | undefined;
  return {
    home: data.home,
    isUnused: data.isUnused,
    router() {
      router ??= orGiveBack(() => build(data));
      return router;
    },
    async close() {
      // A core that is still being built opens more, which has to be closed too.
      await router?.catch(() => {});
      await disposables.dispose();
    },
  };
}

/** Builds the core after its data are open: a host can show its page in the meantime. */
const build = async (data: Data): Promise<AnyRouter> => createRouter(await createCore(data));
