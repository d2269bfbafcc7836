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

/** Streamed data, not stored. Each part is cleared when the event that stores it arrives. */
export interface Live {
  /** Iteration of the request being answered; 0 if none. */
  readonly iteration: number;
  /** The answer so far. */
  readonly text: string;
  /** The model's reasoning so far. */
  readonly reasoning: string;
  /** When it began to think, and how long it thought once words or calls followed. */
  readonly thinking?: { readonly since: string; readonly ms?: number } | undefined;
  /** Names of the tool calls being written, in order. */
  readonly toolCalls: readonly string[];
  /** Keyed by call: script output so far, control sequences included. Kept until the next run. */
  readonly terminals: Readonly<Record<string, string>>;
}

export const NO_LIVE: Live = { iteration: 0, text: '', reasoning: '', toolCalls: [], terminals: {} };

type LoadedOnDisk = NonNullable<Awaited<ReturnType<Client['skills']['list']>>['loaded']>[number];

export interface SkillsView {
  readonly skills: readonly SkillView[];
  readonly diagnostics: readonly Diagnostic[];
  /** For the selected session: its loaded skills beside their folders. */
  readonly loaded?: readonly LoadedOnDisk[] | undefined;
}

/** The next request of the selected session, or the first of a new one, as the core would build it now. */
interface NextRequest {
  /** The last event it takes into account. */
  readonly seq: number;
  readonly view: ContextView;
}

export type SettingsTab =
  | 'model'
  | 'environments'
  | 'approvals'
  | 'limits'
  | 'prices'
  | 'appearance'
  | 'notices'
  | 'data';

/** Tabs of the column beside the conversation. */
export type InspectorTab = 'context' | 'files';

/** The dialog open over the window; at most one. */
export type OpenDialog =
  | { readonly name: 'settings'; readonly tab: SettingsTab }
  /** `at`: the request that was sent at, or due after, that event. */
  | { readonly name: 'request'; readonly at?: number }
  | { readonly name: 'file'; readonly file: FileRef }
  /** Sessions to act on. */
  | { readonly name: 'export-sessions' | 'tags'; readonly sessions: readonly string[] }
  | { readonly name: 'bookings' | 'palette' | 'shortcuts' | 'compact' | 'new-skill' | 'import-skill' };

export interface AppData extends ReviewData, LibraryData {
  readonly dialog: OpenDialog | undefined;
  readonly inspector: InspectorTab;
  readonly connection: ConnectionStatus;
  readonly info: AppInfo | undefined;
  readonly settings: SettingsView | undefined;
  /** Includes problems in the settings files. */
  readonly environments: EnvironmentsView | undefined;
  /** Chosen for the conversation to come; `undefined`: as the settings say. */
  readonly newAgent: string | undefined;
  /** In the core's order: newest first, without deleted ones. `undefined` until loaded. */
  readonly sessions: readonly SessionSummary[] | undefined;
  /** Id of the skill in the author's view, which replaces the chat. */
  readonly author: string | undefined;
  readonly selected: string | undefined;
  readonly sessionStatus: SessionStatus;
  /** Log of the selected session. */
  readonly log: SessionLog | undefined;
  readonly live: Live;
  readonly skills: SkillsView | undefined;
  readonly nextRequest: NextRequest | undefined;
  /** Context map, which replaces the chat. */
  readonly map: OpenMap | undefined;
  readonly whatIf: WhatIfState;
  /** Keyed by session id or `NEW_DRAFT`. Survives a reload. */
  readonly drafts: Readonly<Record<string, string>>;
  /** Keyed by session id or `NEW_DRAFT`: files to send with the next message. */
  readonly held: Readonly<Record<string, readonly HeldFile[]>>;
  /** Message being sent: from pressing Send until it is on disk. */
  readonly sending: string | undefined;
  /** Sessions that this window is compacting, from the person's word until it is done or stopped. */
  readonly compacting: readonly string[];
  /** The system's own theme, followed while the setting is `system`. */
  readonly systemDark: boolean;
}
