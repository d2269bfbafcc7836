import type { AppInfo, ContextView, SessionSummary, SettingsView, SkillView } from '../../shared/contract.ts';
import type { EnvironmentsView } from '../../shared/environments.ts';
import type { Diagnostic } from '../../shared/events.ts';
import type { SessionLog } from '../../shared/reducer.ts';
import type { Client, ConnectionStatus } from './app/connection.ts';
import type { FileRef } from './app/workspace-commands.ts';
import type { OpenMap } from './context/context-map.ts';
import type { WhatIfState } from './context/context-what-if.ts';
import type { LibraryData } from './library/library-data.ts';
import type { ReviewData } from './review/review-data.ts';
import type { HeldFile } from './session/attachment-commands.ts';

/** The draft of the session that does not exist yet: it is made with its first message. */
export const NEW_DRAFT = 'new';

/** `none`: a new conversation. `missing`: the core knows no such session. */
export type SessionStatus = 'none' | 'loading' | 'ready' | 'missing';

/** What streams past and is not stored. Each part is empty again when the event that stores it has come. */
export interface Live {
  /** Of the request that is being answered; 0 where none is. */
  readonly iteration: number;
  /** The answer so far. */
  readonly text: string;
  /** What the model has thought so far. */
  readonly reasoning: string;
  /** When it began to think, and how long it thought once words or calls followed. */
  readonly thinking?: { readonly since: string; readonly ms?: number } | undefined;
  /** Names of the tool calls being written, in order. */
  readonly toolCalls: readonly string[];
  /** By call: what its script printed so far, control sequences included. Kept until the next run. */
  readonly terminals: Readonly<Record<string, string>>;
}

export const NO_LIVE: Live = { iteration: 0, text: '', reasoning: '', toolCalls: [], terminals: {} };

type LoadedOnDisk = NonNullable<Awaited<ReturnType<Client['skills']['list']>>['loaded']>[number];

export interface SkillsView {
  readonly skills: readonly SkillView[];
  readonly diagnostics: readonly Diagnostic[];
  /** Of the selected session: its loaded skills beside their folders. */
  readonly loaded?: readonly LoadedOnDisk[] | undefined;
}

/** The next request of the selected session, or the first of a new one, as the core would build it now. */
interface NextRequest {
  /** The last event it takes into account. */
  readonly seq: number;
  readonly view: ContextView;
}

/** Of the settings. */
export type SettingsTab =
  | 'model'
  | 'environments'
  | 'approvals'
  | 'limits'
  | 'prices'
  | 'appearance'
  | 'notices'
  | 'data';

/** Of the column beside the conversation. */
export type InspectorTab = 'context' | 'files';

/** The one dialog that stands over the window. */
export type OpenDialog =
  | { readonly name: 'settings'; readonly tab: SettingsTab }
  /** `at`: the request that was sent at, or due after, that event. */
  | { readonly name: 'request'; readonly at?: number }
  | { readonly name: 'file'; readonly file: FileRef }
  /** Of these conversations. */
  | { readonly name: 'export-sessions' | 'tags'; readonly sessions: readonly string[] }
  | { readonly name: 'bookings' | 'palette' | 'shortcuts' | 'compact' | 'new-skill' | 'import-skill' };

export interface AppData extends ReviewData, LibraryData {
  readonly dialog: OpenDialog | undefined;
  readonly inspector: InspectorTab;
  readonly connection: ConnectionStatus;
  readonly info: AppInfo | undefined;
  readonly settings: SettingsView | undefined;
  /** With what is wrong in the settings' files. */
  readonly environments: EnvironmentsView | undefined;
  /** Chosen for the conversation to come; `undefined`: as the settings say. */
  readonly newAgent: string | undefined;
  /** As the core sends it: newest first, deleted ones left out. `undefined` until it has come. */
  readonly sessions: readonly SessionSummary[] | undefined;
  /** Id of the skill in the author's view, which then stands in place of the chat. */
  readonly author: string | undefined;
  readonly selected: string | undefined;
  readonly sessionStatus: SessionStatus;
  /** Of the selected session. */
  readonly log: SessionLog | undefined;
  readonly live: Live;
  readonly skills: SkillsView | undefined;
  readonly nextRequest: NextRequest | undefined;
  /** The map of the context, which then stands in place of the chat. */
  readonly map: OpenMap | undefined;
  readonly whatIf: WhatIfState;
  /** By session id, or `NEW_DRAFT`. Survive a reload. */
  readonly drafts: Readonly<Record<string, string>>;
  /** By session id, or `NEW_DRAFT`: files that go with the next message. */
  readonly held: Readonly<Record<string, readonly HeldFile[]>>;
  /** What is being sent: from pressing send until it is on the disk. */
  readonly sending: string | undefined;
  /** Sessions that this window is compacting, from the person's word until it is done or stopped. */
  readonly compacting: readonly string[];
  /** The system's own theme, followed while the setting is `system`. */
  readonly systemDark: boolean;
}
