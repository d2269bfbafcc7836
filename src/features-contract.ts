/** The contracts of the features: a line each. */
export { archiveContract } from './features/archive/contract.ts';
export { authorContract } from './features/authoring/contract.ts';
export { cardsContract, profileContract } from './features/bookings/contract.ts';
export { formsContract } from './features/chat/contract.ts';
export { evalsContract } from './features/evals/contract.ts';
export { judgingContract } from './features/judging/contract.ts';
export { mcpContract } from './features/mcp/contract.ts';
export { repositoriesContract } from './features/repositories/contract.ts';
export { reviewContract } from './features/review/contract.ts';
export { environmentsContract, secretsContract, trustContract } from './features/settings/contract.ts';
export { telemetryContract } from './features/telemetry/contract.ts';
export { terminalContract } from './features/terminal/contract.ts';
