import {
  archiveCommands,
  draftingCommands,
  evalCommands,
  judgingCommands,
  libraryCommands,
  mcpCommands,
  profileCommands,
  repositoryCommands,
  telemetryCommands,
  tryCommands,
  updateCommands,
  watchCommands,
} from '../../features-store.ts';
import type { Settings } from '../../shared/contract.ts';
import type { AppData } from './app-data.ts';
import type { CommandContext } from './command-context.ts';
import { contextCommands, mapCommands, whatIfCommands } from './context.ts';
import { attachmentCommands, chatCommands } from './slices/chat-commands.ts';
import { fileCommands } from './slices/files.ts';
import type { ReviewActions } from './slices/review-commands.ts';
import { sessionCommands } from './slices/session.ts';
import { authorCommands, skillCommands } from './slices/skills-commands.ts';
import type { InspectorTab, OpenDialog, WindowData } from './slices/window-state.ts';

/** @param refresh what depends on the environment or on the agent of the conversation to come. */
function windowCommands({ connection, data, attempt, done }: CommandContext<WindowData>, refresh: () => void) {
  const { app, cards, environments, grants, settings, trust } = connection.client;
  return {
    /** One tab of the column beside the conversation; opening the column is the window's own. */
    showInspector: (inspector: InspectorTab) => data.setState({ inspector }),
    /** Opens over the window and replaces any open dialog; `undefined` closes it. */
    openDialog: (dialog: OpenDialog | undefined) => data.setState({ dialog }),
    /** New conversations get it; those that are there keep theirs. */
    switchEnvironment: (name: string) =>
      done(async () => {
        data.setState({ environments: await environments.switch({ name }), newAgent: undefined });
        refresh();
      }),
    /** @param from environment whose files and skills are copied. */
    createEnvironment: (name: string, from?: string) =>
      done(async () => {
        const made = from === undefined ? environments.create({ name }) : environments.copy({ from, name });
        data.setState({ environments: await made });
      }),
    /** @returns what `restoreEnvironment` takes. */
    removeEnvironment: (name: string) => attempt(async () => (await environments.remove({ name })).entry),
    restoreEnvironment: (entry: string) =>
      done(async () => data.setState({ environments: await environments.restore({ what: entry }) })),
    /** Agent of the new conversation; `none` for none, `undefined` for the settings' default. */
    chooseAgent(name: string | undefined) {
      data.setState({ newAgent: name });
      refresh();
    },
    setSettings: (change: Partial<Settings> & { readonly apiKey?: string }) =>
      done(async () => data.setState({ settings: await settings.set(change) })),
    testModel: (input: { readonly baseUrl: string; readonly model: string; readonly apiKey?: string }) =>
      attempt(() => settings.testModel(input)),
    /** Grants beyond one call; undefined if they could not be read, which has been reported. */
    listGrants: () => attempt(() => grants.list({})),
    /** Holds from the next run on. */
    withdrawGrant: (key: string) => done(() => grants.withdraw({ key })),
    restoreGrant: (key: string) => done(() => grants.restore({ key })),
    /** Undefined where it could not be read, which has been said. */
    readTrust: () => attempt(() => trust.get({})),
    /** `null` forgets the decision. Without a folder, the current one; without `shown`, all skills that are there. */
    setTrust: (trusted: boolean | null, of: { readonly dir?: string; readonly shown?: string[] } = {}) =>
      attempt(() => trust.set({ trusted, ...of })),
    /** Unexpected ends, which then count as seen. Undefined where they could not be read, which has been reported. */
    crashReport: () => attempt(() => app.crashes({})),
    async crashesSeen() {
      data.setState(({ info }) => ({ info: info && { ...info, crashes: undefined } }));
      await attempt(() => app.crashesSeen({}));
    },
    forgetCrashes: () => done(() => app.forgetCrashes({})),
    /** Undefined where they could not be read, which has been said. */
    records: () => attempt(() => cards.records({})),
    /** Those that were never shown, which count as shown then. */
    claimReminders: async (ids: readonly string[]) =>
      (await attempt(() => cards.claimReminders({ ids: [...ids] }))) ?? [],
  };
}

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
    watches: watchCommands(context),
  };
}
