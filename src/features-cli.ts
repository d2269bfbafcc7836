/** The commands of the features, a feature a line. */

export { archiveCommands } from './features/archive/cli.ts';
export { lintCommand } from './features/authoring/cli.ts';
export { contextCommand } from './features/context/cli.ts';
export { doctorCommand } from './features/doctor/cli.ts';
export { draftCommand } from './features/evals/cli/draft-command.ts';
export { evalCommand } from './features/evals/cli/eval-command.ts';
export { improveCommand } from './features/evals/cli/improve-command.ts';
export { judgingCommands } from './features/judging/cli.ts';
export { mcpCommands } from './features/mcp/cli.ts';
export { reposCommands } from './features/repositories/cli.ts';
export { costsCommands } from './features/review/cli/costs-command.ts';
export { libraryCommand, searchCommand } from './features/review/cli/library-command.ts';
export { verifyCommand } from './features/review/cli/verify-command.ts';
export { sessionsCommand } from './features/sessions/cli.ts';
export {
  envCommands,
  modelsCommands,
  secretsCommands,
  trustCommand,
} from './features/settings/cli.ts';
export {
  skillsCommands,
  skillsImportCommands,
  skillsKeepCommands,
  skillsSwitchCommands,
} from './features/skills/cli/skills-command.ts';
export { skillsPreviewCommand } from './features/skills/cli/skills-preview-command.ts';
export { exportCommand, importCommand } from './features/transfer/cli.ts';
export { watchesCommands } from './features/watches/cli.ts';
