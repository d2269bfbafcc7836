/** The core: what it holds for its features. Built by `create-core.ts`; see there for the order. */
import type { AppInfo } from '../../shared/contract.ts';
import type { Diagnostic, EventBody, TokenTable, ToolDefinition } from '../../shared/events.ts';
import type { ContainerSettings, SandboxWish } from '../../shared/sandbox.ts';
import type { SessionState } from '../../shared/session-state.ts';
import type { AppOptions, Updates } from '../api.ts';
import type { RunWith } from '../context/dialects.ts';
import type { ContextEngine } from '../context/engine.ts';
import type { Log } from '../lib/crash-records.ts';
import type { Disposables } from '../lib/timing.ts';
import type { WireRequest } from '../models/wires/wire.ts';
import type { Runner } from '../runner/runner.ts';
import type { MediaFiles } from '../runner/workspace/media.ts';
import type { SessionCommands } from '../session/commands.ts';
import type { SessionDeps } from '../session/live-session.ts';
import type { Prices } from '../session/requests.ts';
import type { SkillSwitches, TrustedFolders } from '../settings/grants.ts';
import type { LimitsFile } from '../settings/route.ts';
import type { Repositories } from '../settings/servers.ts';
import type { SettingsStore } from '../settings/settings.ts';
import type { SkillSecrets } from '../settings/skill-secrets.ts';
import type { SkillImports } from '../skills/import/skill-imports.ts';
import type { SkillWatcher } from '../skills/skill-watcher.ts';
import type { SkillLibrary } from '../skills/types.ts';
import type { SharedEntry } from '../store/reading.ts';
import type { Store } from '../store/store.ts';
import type { ServersForTools, SkillWorkshop } from '../tools/define-tool.ts';
import type { ToolRegistry } from '../tools/registry.ts';
import type { EnvironmentSkills } from './environment-sessions.ts';
import type { ModelSource } from './model-source.ts';
import type { SkillPackages } from './skill-packages.ts';
import type { ProjectTrust } from './skill-parts.ts';
import type { SkillRules } from './skill-rules.ts';
import type { SkillStock } from './skill-source.ts';
import type { Workspaces } from './workspaces.ts';

/** Tools from outside the app, such as those of MCP servers. */
export interface ToolSource extends ServersForTools {
  definitions(state: SessionState): readonly ToolDefinition[];
  /** Same as `SessionDeps.promptOf`. */
  promptOf(state: SessionState, text: string): Promise<string | undefined>;
  /** Connects what the session uses. @returns what the session has not been told. Never rejects. */
  news(state: SessionState, signal: AbortSignal, again: boolean): Promise<readonly EventBody[]>;
}

/** Called after each append with the number of its first event. Must not throw. */
type AppendListener = (session: string, firstSeq: number) => void;

/**
 * Ports of the core that features fill, each in its handlers, before the core starts. Without a feature its port keeps
 * the default: no tools, no listener, no shared sessions, no workshop.
 */
export interface FeaturePorts {
  toolSource: ToolSource;
  readonly appendListeners: Set<AppendListener>;
  /** Sessions that a team shares, as last seen. */
  sharedSessions: () => readonly SharedEntry[];
  workshop: (() => Promise<SkillWorkshop>) | undefined;
}

export interface Core {
  readonly ports: FeaturePorts;
  /** Ends the runs that a killed process left. Once, after the features have filled the ports. */
  start(): Promise<void>;

  // The host's wishes, and what every part uses.
  readonly options: AppOptions;
  readonly access: AppOptions['access'];
  readonly host: AppInfo['host'];
  /** Absolute: the data folder. */
  readonly home: string;
  readonly info: AppInfo;
  /** The oldest Node that it runs on, as MAJOR.MINOR. */
  readonly needsNode: string;
  readonly log: Log;
  readonly disposables: Disposables;
  reportBug(error: unknown): void;
  diagnostics(): Diagnostic[];
  isUnused(): boolean;

  // Settings.
  readonly settings: SettingsStore;
  readonly folders: TrustedFolders;
  readonly project: ProjectTrust;
  readonly secrets: SkillSecrets;
  readonly repositories: Repositories;
  readonly limits: LimitsFile;
  /** True where the person granted it, everywhere or in the session. */
  isGranted(key: string, sessionId: string): boolean;

  // Sessions and what they are made of.
  readonly store: Store;
  readonly sessions: SessionCommands;
  /** Ports for trying a skill out: switches and missing requirements do not hide it. */
  readonly previews: SessionDeps;
  readonly openSessions: OpenSessions;
  readonly context: ContextEngine & {
    /** Pictures and PDFs by their hash. */
    readonly dataOf: WireRequest['dataOf'];
    /** Token table with the figures that the model's answers corrected. */
    table(state: SessionState): Promise<TokenTable>;
  };
  readonly models: ModelSource;
  readonly prices: Prices;
  readonly tools: ToolRegistry;
  /** True if a user can fill in a form. */
  asks(): boolean;

  // Skills.
  readonly bundledRoot: string;
  readonly skills: EnvironmentSkills;
  readonly library: SkillLibrary;
  readonly switches: SkillSwitches;
  readonly rules: SkillRules;
  readonly stock: SkillStock;
  readonly watch: SkillWatcher;
  readonly packages: SkillPackages;
  readonly imports: SkillImports;

  // Programs and files.
  readonly runner: Runner;
  readonly runWith: RunWith;
  readonly sandbox: SandboxWish;
  readonly container: ContainerSettings | undefined;
  readonly media: MediaFiles;
  readonly workspaces: Workspaces;
  /** Paths that an export without private data does not name. */
  readonly exportFolders: readonly string[];

  // The host's own means.
  readonly printPdf: AppOptions['printPdf'];
  readonly updates: Updates | undefined;
}

export interface OpenSessions {
  isOpen(sessionId: string): boolean;
  /** Marks the session open while the stream is read. */
  during<T>(sessionId: string, stream: AsyncGenerator<T, void, void>): AsyncGenerator<T, void, void>;
}
