/** Dependencies of the session commands on the rest of the core; `core/core.ts` provides them. */

import type { DeclaredTool } from '../../shared/context-views.ts';
import type { SessionSettings } from '../../shared/contract.ts';
import type {
  Agent,
  CatalogEntry,
  Diagnostic,
  Dialect,
  EventBody,
  Route,
  SessionEvent,
  ToolDefinition,
} from '../../shared/events.ts';
import type { SessionState } from '../../shared/session-state.ts';
import type { ModelPort, ToolHost, ToolPort } from '../agent/ports.ts';
import type { ContextEngine } from '../context/engine.ts';
import type { Clock } from '../lib/timing.ts';
import type { Store } from '../store/store.ts';

type FixedPrompt = {
  readonly basePrompt: string;
  readonly workspaceSection: string;
  readonly tools: readonly ToolDefinition[];
};

/** Session state that determines which skills it may use. */
export type SkillScope = Pick<SessionState, 'environment' | 'skillSwitches'>;

/** Decides whether a session may use a skill; `message` and `notes` are for the model and the user. */
export type SkillAvailability =
  /** `notes`: what it may lack on this machine. */
  | { readonly kind: 'usable'; readonly notes: readonly string[] }
  | { readonly kind: 'off' | 'unusable' | 'missing'; readonly message: string };

/** Throws `SkilldeckError`: `skill-not-found` (lists the ids), `skill-broken`, `reference-not-found` (lists the files). */
export interface SkillSource {
  /** Excludes skills that are turned off, also by a given session, or that cannot work on this machine. */
  catalog(
    scope?: SkillScope,
  ): Promise<{ readonly skills: readonly CatalogEntry[]; readonly diagnostics: readonly Diagnostic[] }>;
  /** State at the last look; a broken skill is `usable`, and reading it reports why. */
  availability(id: string, scope?: SkillScope): SkillAvailability;
  /** The section that a load adds to the context, as the dialect has it. */
  instructions(id: string, dialect: Dialect): Promise<string>;
  /** The tools that the skill itself brings; `faults` says of each that is left out why, with file and line. */
  tools(id: string): Promise<{ readonly tools: readonly DeclaredTool[]; readonly faults: readonly string[] }>;
  /** Paths of the references that can be loaded. */
  documents(id: string): Promise<readonly string[]>;
  /** `path` as given by the model; the answer has the reference's own path. */
  reference(id: string, path: string): Promise<{ readonly path: string; readonly text: string }>;
}

export type SessionDefaults = Omit<
  Extract<EventBody, { type: 'session-created' }>,
  'type' | 'workspace' | 'title' | 'pinned'
>;

export interface SettledSettings {
  readonly settings: SessionSettings;
  /** Absent: as it was. */
  readonly route?: Route;
  /** `null`: none any more. Absent: as it was. */
  readonly agent?: Agent | null;
}

export interface Followed {
  readonly model: string;
  readonly route: Route;
  /** Tokens; absent where nothing says it. */
  readonly maxContext?: number;
  /** Current version from its file; absent if none is set or the file is gone: the session then keeps its own. */
  readonly agent?: Agent;
}

export interface SessionDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly context: ContextEngine;
  /** Skills of the app's environment; work on a session uses that session's (`scoped`). */
  readonly skills: SkillSource;
  /** Those of the session's environment, of the folders given for it, and within what its agent may use. */
  skillsOf(state: SessionState): SkillSource;
  newId(): string;
  /** The app's settings now, for a new session for which these are given. */
  defaults(given?: SessionSettings): SessionDefaults;
  /**
   * Resolves every name in a session's settings: the agent with all its settings, the model's id.
   * @param state of an existing session. @throws SkilldeckError `bad-input` listing the existing names.
   */
  resolveSettings(given: SessionSettings, state?: SessionState): SettledSettings;
  /** Settings an existing session would get now, except for its pinned ones. */
  currentDefaults(state: SessionState): Followed;
  /** Tokens that the session's endpoint said it holds; undefined where it said nothing. */
  serverContext(state: SessionState): number | undefined;
  /** Loads over all sessions, by skill. Absent: not known. */
  skillUses?(): ReadonlyMap<string, number>;
  /** Asks the endpoint, where it was not asked lately. Never throws; takes some seconds at most. */
  learnLimits(state: SessionState): Promise<void>;
  workspaceOf(sessionId: string): string;
  /** The fixed words and tools of a session's requests, as this version of the app has them. */
  fixedPrompt(state: SessionState): Promise<FixedPrompt>;
  /**
   * Connects the session's MCP servers, and says what of them is another now than the session logged. Never rejects.
   * @param again also one that failed before.
   */
  connectServers?(state: SessionState, signal: AbortSignal, again: boolean): Promise<readonly EventBody[]>;
  /** The endpoint that the session's settings name. Throws `config-invalid` with what to set. */
  model(state: SessionState): Promise<ModelPort>;
  tools(host: ToolHost): ToolPort;
  /** The last that a call's script printed, from disk: for recovery after a crash. */
  terminal(sessionId: string, callId: string): Promise<string>;
  /** Copies the files for a branch: all that `events` left in the workspace, as far as they still exist. */
  copyWorkspace(copy: {
    readonly from: string;
    readonly to: string;
    readonly events: readonly SessionEvent[];
    /** Later events of the log. */
    readonly later: readonly SessionEvent[];
  }): Promise<void>;
  /** A bug caught at the end of a run: goes to the log file. */
  reportBug(error: unknown): void;
}
