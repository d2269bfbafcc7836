/**
 * The one contract between the screen and the core, over a message port under Electron and a WebSocket in the
 * browser host. Both sides validate by these schemas. Expected failures are the `errors` below; nothing else throws.
 */
import { featureContracts } from '../features-contract.ts';
import { appContract } from './contract/app.ts';
import { chatContract } from './contract/chat.ts';
import { contextContract } from './contract/context.ts';
import { artifactsContract, workspaceContract } from './contract/files.ts';
import { grantsContract } from './contract/grants.ts';
import { sessionsContract } from './contract/sessions.ts';
import { settingsContract } from './contract/settings.ts';
import { skillsContract } from './contract/skills.ts';
import { updatesContract } from './contract/updates.ts';

export * from './contract/app.ts';
export * from './contract/chat.ts';
export * from './contract/context.ts';
export * from './contract/sessions.ts';
export * from './contract/settings.ts';
export * from './contract/skills.ts';

export const contract = {
  app: appContract,
  sessions: sessionsContract,
  chat: chatContract,
  skills: skillsContract,
  context: contextContract,
  grants: grantsContract,
  artifacts: artifactsContract,
  workspace: workspaceContract,
  settings: settingsContract,
  updates: updatesContract,
  ...featureContracts,
};

export type Contract = typeof contract;
