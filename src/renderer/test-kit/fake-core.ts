/** A core in memory behind the contract's own shape: for looking at the screen and for tests of the store. */

import type { PastEval } from '../../features/evals/contract.ts';
import type { McpServerView } from '../../features/mcp/contract.ts';
import type { TelemetryView } from '../../features/telemetry/contract.ts';
import type { ListedWatch } from '../../features/watches/contract.ts';
import type { RecordGroup } from '../../shared/cards/records.ts';
import type { UpdateState } from '../../shared/contract/updates.ts';
import type { SessionSummary, SettingsView, SkillView } from '../../shared/contract.ts';
import type { Form } from '../../shared/forms/forms.ts';
import type { Connection } from '../client.ts';
import { fakeArchive } from './core/fake-archive.ts';
import { fakeChat } from './core/fake-chat.ts';
import { fakeContext } from './core/fake-context.ts';
import { fakeFiles } from './core/fake-files.ts';
import { fakeJudging } from './core/fake-judging.ts';
import { fakeMcp } from './core/fake-mcp.ts';
import { fakeProfile } from './core/fake-profile.ts';
import { fakeRepositories } from './core/fake-repositories.ts';
import { fakeReview } from './core/fake-review.ts';
import { fakeSessions } from './core/fake-sessions.ts';
import { fakeSettings } from './core/fake-settings.ts';
import { fakeSkills } from './core/fake-skills.ts';
import { FakeState } from './core/fake-state.ts';
import { fakeTelemetry } from './core/fake-telemetry.ts';
import { fakeUpdates } from './core/fake-updates.ts';
import { fakeWatches } from './core/fake-watches.ts';
import { onlySome } from './core/refused.ts';
import type { LogBuilder } from './log-builder.ts';
import { SKILLS } from './skills.ts';

export { DEFAULT_SETTINGS } from './core/fake-settings.ts';
export { refused } from './core/refused.ts';

export interface FakeCoreOptions {
  readonly logs?: readonly LogBuilder[];
  readonly summaries?: readonly SessionSummary[];
  readonly settings?: Partial<SettingsView>;
  readonly skills?: readonly SkillView[];
  readonly mcpServers?: readonly McpServerView[];
  readonly records?: readonly RecordGroup[];
  /** Request forms of the skills. */
  readonly requests?: readonly Form[];
  readonly telemetry?: Partial<TelemetryView>;
  readonly updates?: Partial<UpdateState>;
  readonly watches?: readonly ListedWatch[];
  /** Evals of every skill. */
  readonly past?: readonly PastEval[];
  /** Plays the answer to a message; without it nothing answers. */
  readonly onSend?: (core: FakeState, sessionId: string, text: string) => void;
}

export class FakeCore extends FakeState {
  readonly connection: Connection;
  readonly reminded = new Set<string>();

  constructor({
    logs = [],
    summaries = [],
    settings,
    skills = SKILLS,
    mcpServers = [],
    records = [],
    requests = [],
    telemetry,
    updates,
    watches = [],
    past = [],
    onSend,
  }: FakeCoreOptions = {}) {
    super(logs, summaries);
    this.connection = {
      client: onlySome({
        ...fakeSettings(settings),
        ...fakeSessions(this),
        ...fakeChat(this, onSend),
        ...fakeSkills(this, skills),
        ...fakeContext(this),
        ...fakeReview(this),
        ...fakeJudging(),
        ...fakeFiles(this),
        ...fakeMcp(mcpServers),
        ...fakeRepositories(),
        ...fakeTelemetry(telemetry),
        ...fakeArchive(),
        ...fakeUpdates(updates),
        ...fakeWatches(watches),
        evals: { interrupted: async () => [], past: async () => [...past] },
        ...fakeProfile(requests),
        cards: {
          records: async () => [...records],
          claimReminders: async ({ ids }) => ids.filter((id) => !this.reminded.has(id) && this.reminded.add(id)),
        },
      }),
      status: () => this.status,
      onStatus: (listener) => {
        this.listeners.add(listener);
        return () => this.listeners.delete(listener);
      },
    };
  }
}
