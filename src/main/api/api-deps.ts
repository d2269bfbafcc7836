/** What the contract's handlers need of the core. `compose/` puts it together. */

import type { KeptAttachments } from '../../shared/attachments.ts';
import type { BookingCard } from '../../shared/cards.ts';
import type { AppInfo, DoctorReport, LintReport, ModelList, ModelTest, SkillView } from '../../shared/contract.ts';
import type { Diagnostic } from '../../shared/events.ts';
import type { TerminalRecording, TerminalSize } from '../../shared/terminal.ts';
import type { SettingsStore } from '../config/settings.ts';
import type { Author } from '../features/authoring/author-commands.ts';
import type { ContextViews } from '../features/context-views/context-views.ts';
import type { ContextDeps } from '../features/context-views/show-context.ts';
import type { Environments } from '../features/environments/environment-commands.ts';
import type { Workspaces } from '../features/files/workspace-commands.ts';
import type { GrantCommands } from '../features/grants/handlers.ts';
import type { SecretCommands } from '../features/secrets/handlers.ts';
import type { TrustCommands } from '../features/trust/handlers.ts';
import type { SessionCommands } from '../session/commands.ts';
import type { Prices } from '../session/requests/prices.ts';
import type { SkillImports } from '../skill-import/skill-imports.ts';
import type { Store } from '../store/store.ts';

/** Whose skills: a session's, or those of one that is not made yet, with that agent. */
export interface SkillsOf {
  readonly sessionId?: string | undefined;
  readonly agent?: string | undefined;
}

export interface ApiDeps {
  readonly info: AppInfo;
  readonly sessions: SessionCommands;
  readonly settings: SettingsStore;
  readonly environments: Environments;
  readonly store: Pick<
    Store,
    | 'search'
    | 'hits'
    | 'library'
    | 'bookingEvents'
    | 'rows'
    | 'lastSeq'
    | 'has'
    | 'file'
    | 'takeIn'
    | 'sweep'
    | 'skillUsage'
  >;
  readonly context: ContextDeps;
  readonly views: ContextViews;
  readonly author: Author;
  readonly prices: Prices;
  readonly attachments: KeptAttachments;
  /** @param listing `model`: whose encoding counts; without one nothing is read. `only`: ids. */
  listSkills(
    listing: { readonly model: string | undefined; readonly only?: readonly string[] | undefined },
    of: SkillsOf,
  ): Promise<{ skills: SkillView[]; diagnostics: Diagnostic[] }>;
  /** @throws SkilldeckError `skill-not-found` (lists the ids), `skill-broken`. */
  showSkill(skill: string, model: string, of: SkillsOf): Promise<SkillView>;
  /** Called after every change of the skills on the disk and of the switches. */
  onSkillsChange(listener: () => void): () => void;
  /** For an environment, or for everything. @throws SkilldeckError `skill-not-found`, `bad-input`, `config-invalid`. */
  switchSkill(asked: {
    readonly skill: string;
    readonly enabled: boolean | null;
    readonly environment?: string | undefined;
  }): Promise<void>;
  /** @throws SkilldeckError `bad-input` where a folder is not there. */
  lintSkills(input: { dirs?: readonly string[] | undefined; fix?: boolean | undefined }): Promise<LintReport>;
  readonly skillImports: SkillImports;
  readonly grants: GrantCommands;
  readonly secrets: SecretCommands;
  readonly trust: TrustCommands;
  doctor(): Promise<DoctorReport>;
  readonly models: {
    test(asked: Parameters<SettingsStore['connection']>[0]): Promise<ModelTest>;
    list(): Promise<ModelList>;
  };
  /** @throws SkilldeckError `artifact-not-found`. The latest version where none is named. */
  artifact(sessionId: string, name: string, version: number | undefined): Promise<{ mime: string; base64: string }>;
  readonly workspaces: Workspaces;
  /** Of the store of record, whichever conversation made them. */
  storedBookings(): Promise<readonly BookingCard[]>;
  /** Raw terminal text of a call, '' where there is none. */
  terminal(sessionId: string, callId: string): Promise<string>;
  /** The same with its times. */
  recording(sessionId: string, callId: string): Promise<TerminalRecording>;
  /** Of a run that is under way. */
  liveTerminal(sessionId: string, callId: string): LiveTerminal | undefined;
  /** @throws SkilldeckError `not-supported`, with what to do instead. */
  printPdf(page: string): Promise<Uint8Array>;
  reportBug(error: unknown): void;
}

export interface LiveTerminal {
  /** Resolves when it is typed. */
  type(data: string, by: 'user'): Promise<void>;
  resize(size: TerminalSize): void;
}
