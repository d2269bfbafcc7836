/** The contracts of the features: a family a line. */
import { archiveContract } from './features/archive/contract.ts';
import { authorContract } from './features/authoring/contract.ts';
import { cardsContract, profileContract } from './features/bookings/contract.ts';
import { formsContract } from './features/chat/contract.ts';
import { evalsContract } from './features/evals/contract.ts';
import { judgingContract } from './features/judging/contract.ts';
import { mcpContract } from './features/mcp/contract.ts';
import { repositoriesContract } from './features/repositories/contract.ts';
import { reviewContract } from './features/review/contract.ts';
import { environmentsContract, secretsContract, trustContract } from './features/settings/contract.ts';
import { telemetryContract } from './features/telemetry/contract.ts';
import { terminalContract } from './features/terminal/contract.ts';
import { watchesContract } from './features/watches/contract.ts';
import { exportContract, transferContract } from './shared/contract/transfer.ts';

export const featureContracts = {
  archive: archiveContract,
  author: authorContract,
  cards: cardsContract,
  profile: profileContract,
  forms: formsContract,
  evals: evalsContract,
  judging: judgingContract,
  mcp: mcpContract,
  repositories: repositoriesContract,
  review: { ...reviewContract, ...exportContract },
  environments: environmentsContract,
  secrets: secretsContract,
  trust: trustContract,
  telemetry: telemetryContract,
  terminal: terminalContract,
  transfer: transferContract,
  watches: watchesContract,
};
