/** The handlers of the features, a feature a line. */
export { archiveHandlers } from './features/archive/main/handlers.ts';
export { authorHandlers } from './features/authoring/main.ts';
export { cardHandlers, profileHandlers } from './features/bookings/main.ts';
export { chatHandlers, formHandlers } from './features/chat/main.ts';
export { contextHandlers, previewHandler } from './features/context/main/handlers.ts';
export { appHandlers } from './features/doctor/main/handlers.ts';
export { evalHandlers } from './features/evals/main/handlers.ts';
export { createWorkshop } from './features/evals/main/workshop.ts';
export { artifactHandlers, workspaceHandlers } from './features/files/main.ts';
export { judgingHandlers } from './features/judging/main/handlers.ts';
export { mcpHandlers } from './features/mcp/main/handlers.ts';
export { repositoryHandlers } from './features/repositories/main/handlers.ts';
export { reading, reviewHandlers } from './features/review/main/handlers.ts';
export { sessionHandlers } from './features/sessions/main.ts';
export {
  environmentHandlers,
  grantHandlers,
  secretHandlers,
  settingsHandlers,
  trustHandlers,
} from './features/settings/main.ts';
export { skillHandlers } from './features/skills/main/handlers.ts';
export { telemetryHandlers } from './features/telemetry/main/handlers.ts';
export { terminalHandlers } from './features/terminal/main.ts';
export { exportHandlers, transferHandlers } from './features/transfer/main/handlers.ts';
export { updateHandlers } from './features/updates/main.ts';
