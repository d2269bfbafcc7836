import type { RecordGroup } from '../../../shared/cards/records.ts';
import type { CrashReport } from '../../../shared/contract/app.ts';
import type { Grant } from '../../../shared/contract/grants.ts';
import type { TrustView } from '../../../shared/contract/trust.ts';
import type { ModelTest, Settings } from '../../../shared/contract.ts';
import { defined } from '../../../shared/defined.ts';
import type { CommandContext } from '../command-context.ts';
import type { InspectorTab, OpenDialog, WindowData } from './state.ts';

export interface WindowActions {
  /** One tab of the column beside the conversation; opening the column is the window's own. */
  showInspector(tab: InspectorTab): void;
  /** Opens over the window and replaces any open dialog; `undefined` closes it. */
  openDialog(dialog: OpenDialog | undefined): void;

  /** New conversations get it; those that are there keep theirs. */
  switchEnvironment(name: string): Promise<boolean>;
  /** @param from environment whose files and skills are copied. */
  createEnvironment(name: string, from?: string): Promise<boolean>;
  /** @returns what `restoreEnvironment` takes. */
  removeEnvironment(name: string): Promise<string | undefined>;
  restoreEnvironment(entry: string): Promise<boolean>;
  /** Agent of the new conversation; `none` for none, `undefined` for the settings' default. */
  chooseAgent(name: string | undefined): void;

  setSettings(change: Partial<Settings> & { readonly apiKey?: string }): Promise<boolean>;
  testModel(input: {
    readonly baseUrl: string;
    readonly model: string;
    readonly apiKey?: string;
  }): Promise<ModelTest | undefined>;

  /** Grants beyond one call; undefined if they could not be read, which has been reported. */
  listGrants(): Promise<readonly Grant[] | undefined>;
  /** Holds from the next run on. */
  withdrawGrant(key: string): Promise<boolean>;
  restoreGrant(key: string): Promise<boolean>;

  /** Undefined where it could not be read, which has been said. */
  readTrust(): Promise<TrustView | undefined>;
  /** `null` forgets the decision. Without a folder, the current one. */
  setTrust(trusted: boolean | null, dir?: string): Promise<TrustView | undefined>;

  /** Unexpected ends, which then count as seen. Undefined where they could not be read, which has been reported. */
  crashReport(): Promise<CrashReport | undefined>;
  crashesSeen(): Promise<void>;
  forgetCrashes(): Promise<boolean>;

  /** Undefined where they could not be read, which has been said. */
  records(): Promise<readonly RecordGroup[] | undefined>;
  /** Those that were never shown, which count as shown then. */
  claimReminders(ids: readonly string[]): Promise<readonly string[]>;
}

/** @param refresh what depends on the environment or on the agent of the conversation to come. */
export function windowCommands(
  { connection, data, attempt, done }: CommandContext<WindowData>,
  refresh: () => void,
): WindowActions {
  const { app, cards, environments, grants, settings, trust } = connection.client;
  return {
    showInspector: (inspector) => data.setState({ inspector }),
    openDialog: (dialog) => data.setState({ dialog }),
    switchEnvironment: (name) =>
      done(async () => {
        data.setState({ environments: await environments.switch({ name }), newAgent: undefined });
        refresh();
      }),
    createEnvironment: (name, from) =>
      done(async () => {
        const made = from === undefined ? environments.create({ name }) : environments.copy({ from, name });
        data.setState({ environments: await made });
      }),
    removeEnvironment: (name) => attempt(async () => (await environments.remove({ name })).entry),
    restoreEnvironment: (entry) =>
      done(async () => data.setState({ environments: await environments.restore({ what: entry }) })),
    chooseAgent(name) {
      data.setState({ newAgent: name });
      refresh();
    },
    setSettings: (change) => done(async () => data.setState({ settings: await settings.set(change) })),
    testModel: (input) => attempt(() => settings.testModel(input)),
    listGrants: () => attempt(() => grants.list({})),
    withdrawGrant: (key) => done(() => grants.withdraw({ key })),
    restoreGrant: (key) => done(() => grants.restore({ key })),
    readTrust: () => attempt(() => trust.get({})),
    setTrust: (trusted, dir) => attempt(() => trust.set({ trusted, ...defined({ dir }) })),
    crashReport: () => attempt(() => app.crashes({})),
    async crashesSeen() {
      data.setState(({ info }) => ({ info: info && { ...info, crashes: undefined } }));
      await attempt(() => app.crashesSeen({}));
    },
    forgetCrashes: () => done(() => app.forgetCrashes({})),
    records: () => attempt(() => cards.records({})),
    claimReminders: async (ids) => (await attempt(() => cards.claimReminders({ ids: [...ids] }))) ?? [],
  };
}
