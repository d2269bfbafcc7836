/** Every command, in the order of `--help`. */
import {
  archiveCommands,
  compactCommand,
  contextCommand,
  costsCommands,
  doctorCommand,
  draftCommand,
  envCommands,
  evalCommand,
  exportCommand,
  importCommand,
  improveCommand,
  judgingCommands,
  keepCommands,
  libraryCommand,
  lintCommand,
  mcpCommands,
  modelsCommands,
  reposCommands,
  searchCommand,
  secretsCommands,
  sessionsCommand,
  skillsCommands,
  skillsImportCommands,
  skillsKeepCommands,
  skillsPreviewCommand,
  skillsSwitchCommands,
  trustCommand,
  verifyCommand,
} from '../../../../features-cli.ts';
import type { CliWords } from '../../../../shared/messages/en/cli.ts';
import type { CommandSpec } from '../command.ts';
import { type Outline, outlineOf } from '../complete.ts';
import type { Help } from '../run-options.ts';
import { completionCommands } from './completion-command.ts';
import { runCommand } from './run-command.ts';
import { startCommands } from './start-command.ts';

export const GROUPS: Readonly<Record<string, Help>> = {
  models: ({ models }) => models.help.models,
  skills: ({ help }) => help.skills,
  sessions: ({ help }) => help.sessions,
  review: ({ judging }) => judging.help.review,
  env: ({ env }) => env.help.env,
  secrets: ({ secrets }) => secrets.help.secrets,
  repos: ({ repos }) => repos.help.repos,
  archive: ({ archive }) => archive.help.archive,
  mcp: ({ mcp }) => mcp.help.mcp,
};

export const COMMANDS: readonly CommandSpec[] = [
  ...startCommands,
  runCommand,
  ...modelsCommands,
  ...skillsCommands,
  skillsPreviewCommand,
  lintCommand,
  evalCommand,
  improveCommand,
  draftCommand,
  ...skillsImportCommands,
  ...skillsKeepCommands,
  ...skillsSwitchCommands,
  libraryCommand,
  ...keepCommands,
  ...costsCommands,
  sessionsCommand,
  searchCommand,
  exportCommand,
  importCommand,
  compactCommand,
  verifyCommand,
  ...judgingCommands,
  ...envCommands,
  trustCommand,
  ...secretsCommands,
  ...reposCommands,
  ...archiveCommands,
  ...mcpCommands,
  contextCommand,
  doctorCommand,
  ...completionCommands((words) => wholeOutline(words)),
];

const wholeOutline = (words: CliWords): Outline => outlineOf(COMMANDS, GROUPS, words);
