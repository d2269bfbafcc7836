/** Dependencies of the session commands on the rest of the core; `app.ts` provides them. */

import type { CompactionStep, DeclaredTool, LoadPlan, SummaryTask } from '../../shared/context-views.ts';
import type { SessionSettings } from '../../shared/contract.ts';
import type {
  Agent,
  CatalogEntry,
  Diagnostic,
  Dialect,
  EventBody,
  PrefixKept,
  Route,
  SessionEvent,
  SkillTool,
  SummaryFallback,
  ToolDefinition,
} from '../../shared/events.ts';
import type { LoadedSkill, SessionState } from '../../shared/session-state.ts';
import type { ContextFull, ModelPort, PreparedRequest, ToolHost, ToolPort } from '../agent/ports.ts';
import type { Clock } from '../lib/timing.ts';
import type { Store } from '../store/store.ts';

type FixedPrompt = {
  readonly basePrompt: string;
  readonly workspaceSection: string;
  readonly tools: readonly ToolDefinition[];
};

/** The context engine, as the session commands use it. Counting may load an encoding, so it is asynchronous. */
interface ContextEngine {
  /** Makes ready for a session's first request, which would otherwise wait a tenth of a second for its count. */
  expect(model: string): Promise<void>;
  /** The next request of a state, or why none may be sent. */
  prepare(state: SessionState): Promise<PreparedRequest | ContextFull>;
  /** Part of the later request that the earlier one already had. `events`: the log, at least up to the later state. */
  prefixKept(earlier: SessionState, later: SessionState, events: readonly SessionEvent[]): Promise<PrefixKept>;
  /** Tokens that a loaded skill uses in the session's requests, including its heading, by the model's encoding. */
  skillTokens(state: SessionState, skill: string, instructions: string): Promise<number>;
  referenceTokens(state: SessionState, skill: string, path: string, text: string): Promise<number>;
  /**
   * A skill's own tools, named as the model is offered them from the load on, each with what it adds to a request.
   * @param builtIn names of the dialect's own tools: none of them is taken.
   */
  skillTools(
    state: SessionState,
    skill: string,
    declared: readonly DeclaredTool[],
    builtIn: readonly string[],
  ): Promise<SkillTool[]>;
  /** `tokens` of the skill's section and its tools. */
  planSkillLoad(
    state: SessionState,
    skill: { readonly id: string; readonly tokens: number; readonly tools: readonly SkillTool[] },
  ): Promise<LoadPlan>;
  /** Loaded skills that have gone idle as the person's `text` is about to be added. */
  idleSkills(state: SessionState, text: string): readonly LoadedSkill[];
  /** The skills for the list of the next request, where not all of them fit. `uses`: loads so far, by skill. */
  chooseList(
    state: SessionState,
    uses?: () => ReadonlyMap<string, number>,
  ): Promise<{ readonly skills?: readonly string[]; readonly of: number; readonly budget: number }>;
  planReferenceLoad(state: SessionState, skill: string, path: string, tokens: number): Promise<LoadPlan>;
  /** Tokens of the next request. */
  total(state: SessionState): Promise<number>;
  /**
   * The next step of compaction, or undefined where none is needed or possible. Needed is it over 80% of the context;
   * with `tokens` to be loaded, over the 90% that a load may fill.
   */
  nextCompaction(state: SessionState, tokens?: number): Promise<CompactionStep | undefined>;
  /** Next step that would reduce the request, at any fill. */
  openCompaction(state: SessionState): Promise<CompactionStep | undefined>;
  /** Steps of a manual compaction, in order: results and turns, never skills. Empty if there is nothing to do. */
  handCompaction(state: SessionState, instruction?: string): Promise<readonly CompactionStep[]>;
  afterStep(state: SessionState, step: CompactionStep): SessionState;
  /** True if enough was added since the model's last summary to request another. */
  isWorthAsking(state: SessionState): boolean;
  /** A request that asks the model for a summary; undefined where the context is too small for one. */
  summaryRequest(state: SessionState, task: SummaryTask): Promise<PreparedRequest | undefined>;
  /** The model's answer as a summary, with the key facts that it lacks; or why it cannot be one. */
  acceptSummary(
    state: SessionState,
    task: SummaryTask,
    answer: { readonly text: string; readonly finishReason: string },
  ): Promise<{ readonly summary: string } | { readonly refused: SummaryFallback }>;
}

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
