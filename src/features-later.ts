/** The families of the contract that are loaded when one of them is first called. None fills a port of the core when it is made. */
import { authorHandlers } from './features/authoring/main.ts';
import { cardHandlers, profileHandlers } from './features/bookings/main.ts';
import { contextHandlers, previewHandler } from './features/context/main/handlers.ts';
import { createWorkshop, evalHandlers } from './features/evals/main/handlers.ts';
import { artifactHandlers, workspaceHandlers } from './features/files/main.ts';
import { judgingHandlers } from './features/judging/main/handlers.ts';
import { reading, reviewHandlers } from './features/review/main/handlers.ts';
import { skillHandlers } from './features/skills/main/handlers.ts';
import { terminalHandlers } from './features/terminal/main.ts';
import { exportHandlers, transferHandlers } from './features/transfer/main/handlers.ts';
import { updateHandlers } from './features/updates/main.ts';
import type { Core } from './main/core/core.ts';

export { createWorkshop };

export const LATER = {
  skills: (core: Core) => ({ ...skillHandlers(core), preview: previewHandler(core) }),
  author: authorHandlers,
  context: contextHandlers,
  cards: cardHandlers,
  profile: profileHandlers,
  review(core: Core) {
    const read = reading(core);
    return { ...reviewHandlers(core, read), ...exportHandlers(core, (id) => read('verify', [id])) };
  },
  judging: judgingHandlers,
  transfer: transferHandlers,
  artifacts: artifactHandlers,
  workspace: workspaceHandlers,
  terminal: terminalHandlers,
  evals: evalHandlers,
  updates: updateHandlers,
};
