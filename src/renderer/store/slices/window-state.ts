import type { AppInfo, SettingsView } from '../../../shared/contract.ts';
import type { EnvironmentsView } from '../../../shared/environments.ts';
import type { ConnectionStatus } from '../../client.ts';
import type { FileRef } from './files.ts';

/** Drafts on the person's own machine: a half-written message survives a reload. */
const KEY = 'skilldeck.drafts';

/** Characters; a pasted book is kept in memory only. */
const LONGEST = 100_000;

export interface DraftStorage {
  load(): Readonly<Record<string, string>>;
  save(drafts: Readonly<Record<string, string>>): void;
}

export function localDrafts(storage: Pick<Storage, 'getItem' | 'setItem'>): DraftStorage {
  return {
    load() {
      try {
        const parsed: unknown = JSON.parse(storage.getItem(KEY) ?? '{}');
        if (typeof parsed !== 'object' || parsed === null) return {};
        return Object.fromEntries(
          Object.entries(parsed).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
        );
      } catch {
        return {};
      }
    },
    save(drafts) {
      try {
        const kept = Object.entries(drafts).filter(([, text]) => text !== '' && text.length <= LONGEST);
        storage.setItem(KEY, JSON.stringify(Object.fromEntries(kept)));
      } catch {
        // A full or forbidden storage costs only the survival of the draft, not the draft.
      }
    },
  };
}

export const noDrafts: DraftStorage = { load: () => ({}), save: () => {} };

// Drafts of other things than a message, by keys that no session has: none has a slash in its id.
export const formDraftKey = (sessionId: string, callId: string): string => `form/${sessionId}/${callId}`;
/** The message that waits for a run to end. */
export const queuedKey = (sessionId: string): string => `queued/${sessionId}`;

/** Tabs of the settings, in the dialog's order. */
export const SETTINGS_TABS = [
  'model',
  'approvals',
  'mcp',
  'limits',
  'prices',
  'appearance',
  'notices',
  'environments',
  'network',
  'telemetry',
  'archive',
  'data',
] as const;
export type SettingsTab = (typeof SETTINGS_TABS)[number];

/** Tabs of the column beside the conversation. */
export type InspectorTab = 'context' | 'files';

/** The dialog open over the window; at most one. */
export type OpenDialog =
  | { readonly name: 'settings'; readonly tab: SettingsTab }
  | { readonly name: 'file'; readonly file: FileRef }
  | { readonly name: 'export-sessions' | 'tags' | 'share'; readonly sessions: readonly string[] }
  /** A conversation that becomes a skill. */
  | { readonly name: 'draft-skill'; readonly session: string }
  /** `address`: is looked at at once. */
  | { readonly name: 'import-skill'; readonly address?: string }
  | { readonly name: 'palette' | 'shortcuts' | 'compact' | 'new-skill' | 'crashes' | 'repositories' };

export interface WindowData {
  readonly dialog: OpenDialog | undefined;
  readonly inspector: InspectorTab;
  readonly connection: ConnectionStatus;
  readonly info: AppInfo | undefined;
  readonly settings: SettingsView | undefined;
  /** Includes problems in the settings files. */
  readonly environments: EnvironmentsView | undefined;
  /** Chosen for the conversation to come; `undefined`: as the settings say. */
  readonly newAgent: string | undefined;
  /** The system's own theme, followed while the setting is `system`. */
  readonly systemDark: boolean;
}

export const NEW_WINDOW: WindowData = {
  dialog: undefined,
  inspector: 'context',
  connection: 'connecting',
  info: undefined,
  settings: undefined,
  environments: undefined,
  newAgent: undefined,
  systemDark: false,
};

/** Input for a conversation that is created now. */
export const newSessionOf = ({ newAgent }: Pick<WindowData, 'newAgent'>): { agent?: string } =>
  newAgent === undefined ? {} : { agent: newAgent };

/** Agent of the conversation to come. */
export const agentOf = ({
  newAgent,
  environments,
}: Pick<WindowData, 'newAgent' | 'environments'>): { agent?: string } => {
  const agent = newAgent ?? environments?.agent ?? undefined;
  return agent === undefined ? {} : { agent };
};
