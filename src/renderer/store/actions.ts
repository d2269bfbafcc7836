import {
  archiveCommands,
  draftingCommands,
  evalCommands,
  improvingCommands,
  judgingCommands,
  libraryCommands,
  mcpCommands,
  profileCommands,
  repositoryCommands,
  telemetryCommands,
  tryCommands,
  updateCommands,
} from '../../features-store.ts';
import type { AppData } from './app-data.ts';
import type { CommandContext } from './command-context.ts';
import { contextCommands, mapCommands, whatIfCommands } from './context.ts';
import { authorCommands } from './slices/author-commands.ts';
import { attachmentCommands, chatCommands } from './slices/chat-commands.ts';
import { fileCommands } from './slices/files.ts';
import type { ReviewActions } from './slices/review-commands.ts';
import { sessionCommands } from './slices/session.ts';
import { skillCommands } from './slices/skills-commands.ts';
import { windowCommands } from './slices/window-commands.ts';

/**
 * Everything a person can do, slice by slice. None throws: an expected failure is shown as a toast in the core's own
 * words, and the action answers `false` (or `undefined`).
 */
export type Actions = ReturnType<typeof allActions>;

export function allActions(context: CommandContext<AppData>, review: ReviewActions, refresh: () => void) {
  const skillActions = skillCommands(context);
  const contextActions = contextCommands(context);
  return {
    ...windowCommands(context, refresh),
    ...sessionCommands(context),
    ...chatCommands(context),
    ...contextActions,
    ...skillActions,
    ...review,
    map: mapCommands(context),
    whatIf: whatIfCommands(context, { ...skillActions, ...contextActions }),
    author: authorCommands(context),
    evals: evalCommands(context),
    improving: improvingCommands(context),
    drafting: draftingCommands(context),
    tries: tryCommands(context),
    library: libraryCommands(context),
    judging: judgingCommands(context),
    profile: profileCommands(context),
    files: fileCommands(context),
    /** Files that go with the next message. */
    attachments: attachmentCommands(context),
    mcp: mcpCommands(context),
    telemetry: telemetryCommands(context),
    repositories: repositoryCommands(context),
    archive: archiveCommands(context),
    updates: updateCommands(context),
  };
}
