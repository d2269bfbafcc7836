import { windowCommands } from './app/commands.ts';
import type { AppData } from './app-data.ts';
import { archiveCommands } from './archive/commands.ts';
import type { CommandContext } from './command-context.ts';
import { contextCommands } from './context/commands.ts';
import { mapCommands } from './context/context-map.ts';
import { whatIfCommands } from './context/context-what-if.ts';
import { evalCommands } from './evals/commands.ts';
import { draftingCommands } from './evals/drafting.ts';
import { improvingCommands } from './evals/improving.ts';
import { tryCommands } from './evals/try-commands.ts';
import { fileCommands } from './files/commands.ts';
import { judgingCommands } from './judging/commands.ts';
import { libraryCommands } from './library/commands.ts';
import { mcpCommands } from './mcp/commands.ts';
import { profileCommands } from './profile/commands.ts';
import { repositoryCommands } from './repositories/commands.ts';
import type { ReviewActions } from './review/commands.ts';
import { attachmentCommands } from './session/attachment-commands.ts';
import { chatCommands } from './session/chat-commands.ts';
import { sessionCommands } from './session/commands.ts';
import { authorCommands } from './skills/author-commands.ts';
import { skillCommands } from './skills/commands.ts';
import { telemetryCommands } from './telemetry/commands.ts';
import { updateCommands } from './updates/commands.ts';

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
