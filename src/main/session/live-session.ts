/** A session in memory: its log, fold, listeners and current run. Appends first, then publishes. */
import type { DeclaredTool } from '../../shared/context-views.ts';
import type { SessionSettings } from '../../shared/contract.ts';
import type {
  Agent,
  CatalogEntry,
  Delta,
  DeltaBody,
  Diagnostic,
  Dialect,
  EventBody,
  KnownEvent,
  Route,
  SessionEvent,
  SkillTool,
  ToolDefinition,
} from '../../shared/events.ts';
import { detailed } from '../../shared/messages/failure.ts';
import { advance, type SessionLog, startLog } from '../../shared/reducer.ts';
import type { SessionState } from '../../shared/session-state.ts';
import type { ApprovalAnswer, ModelPort, ToolHost, ToolPort } from '../agent/ports.ts';
import type { ContextEngine } from '../context/engine.ts';
import type { Clock } from '../lib/timing.ts';
import type { SkillSection } from '../skills/sections.ts';
import type { Store } from '../store/store.ts';
import { endsAnswer, Streaming } from './streaming.ts';

/** Computes what a load adds to the context: the skill's tools under their final names, and the tokens of it all. */
export async function sizeSkill(
  deps: SessionDeps,
  state: SessionState,
  skill: { readonly id: string; readonly instructions: string; readonly declared: readonly DeclaredTool[] },
): Promise<{ readonly tokens: number; readonly tools: readonly SkillTool[] }> {
  const { id, instructions, declared } = skill;
  const builtIn = declared.length === 0 ? [] : (await deps.fixedPrompt(state)).tools.map((tool) => tool.name);
  const tools = declared.length === 0 ? [] : await deps.context.skillTools(state, id, declared, builtIn);
  const text = await deps.context.skillTokens(state, id, instructions);
  return { tools, tokens: tools.reduce((sum, tool) => sum + (tool.tokens ?? 0), text) };
}

// Dependencies of the session commands on the rest of the core; `core/core.ts` provides them.

type FixedPrompt = {
  readonly basePrompt: string;
  readonly workspaceSection: string;
  readonly tools: readonly ToolDefinition[];
};

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
  /** State when last read from disk. A broken skill is `usable`; reading it reports the fault. */
  availability(id: string, scope?: SkillScope): SkillAvailability;
  /**
   * The section that a load adds to the context, in the dialect's format.
   * @param sections titles; those alone, or with none the beginning. Absent: the whole skill.
   */
  instructions(id: string, dialect: Dialect, sections?: readonly string[]): Promise<string>;
  /** The body, divided by its headings. */
  sections(id: string): Promise<SkillSection>;
  /** The skill's own tools; `faults` has the reason for each omitted one, with file and line. */
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
  /** Absent: unchanged. */
  readonly route?: Route;
  /** `null`: removed. Absent: unchanged. */
  readonly agent?: Agent | null;
}

export interface AppDefaults {
  readonly model: string;
  readonly route: Route;
  /** Tokens; absent if unknown. */
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
  /** Skills of the session's environment and folders, limited to those that its agent may use. */
  skillsOf(state: SessionState): SkillSource;
  newId(): string;
  /** The app's current settings for a new session, overridden by these. */
  defaults(given?: SessionSettings): SessionDefaults;
  /**
   * Resolves every name in a session's settings: the agent with all its settings, the model's id.
   * @param state of an existing session. @throws SkilldeckError `bad-input` listing the existing names.
   */
  resolveSettings(given: SessionSettings, state?: SessionState): SettledSettings;
  /** Settings an existing session would get now, except for its pinned ones. */
  currentDefaults(state: SessionState): AppDefaults;
  /** Context size in tokens, as reported by the session's endpoint; undefined if it reported none. */
  serverContext(state: SessionState): number | undefined;
  /** Loads over all sessions, by skill. Absent: not known. */
  skillUses?(): ReadonlyMap<string, number>;
  /** True where an answer's missed skill is logged. */
  notesMissedSkills(): boolean;
  /** Asks the endpoint, unless it was asked recently. Never throws; takes a few seconds at most. */
  learnLimits(state: SessionState): Promise<void>;
  workspaceOf(sessionId: string): string;
  /** The fixed words and tools of a session's requests, as this version of the app has them. */
  fixedPrompt(state: SessionState): Promise<FixedPrompt>;
  /**
   * Connects the session's MCP servers, and says what of them is another now than the session logged. Never rejects.
   * @param again also one that failed before.
   */
  connectServers?(state: SessionState, signal: AbortSignal, again: boolean): Promise<readonly EventBody[]>;
  /** Message that a call of an MCP server's prompt stands for; undefined for any other text. @throws SkilldeckError `bad-input`. */
  promptOf?(state: SessionState, text: string): Promise<string | undefined>;
  /** The endpoint that the session's settings name. Throws `config-invalid` with what to set. */
  model(state: SessionState): Promise<ModelPort>;
  tools(host: ToolHost): ToolPort;
  /** Reads the end of a script's output from disk, for recovery after a crash. */
  terminal(sessionId: string, callId: string): Promise<string>;
  /** Copies the workspace files that `events` produced and that still exist, for a branch. */
  copyWorkspace(copy: {
    readonly from: string;
    readonly to: string;
    readonly events: readonly SessionEvent[];
    readonly later: readonly SessionEvent[];
  }): Promise<void>;
  /** A bug caught at the end of a run: goes to the log file. */
  reportBug(error: unknown): void;
}

export interface Listener {
  events(events: readonly SessionEvent[]): void;
  delta(delta: Delta): void;
  /** The run has ended, but its end could not be logged. */
  failed?(error: unknown): void;
}

export type SessionStore = Pick<Store, 'events' | 'append' | 'saveDraft'>;

export class LiveSession {
  readonly id: string;
  readonly #store: SessionStore;
  readonly #listeners = new Set<Listener>();
  readonly #waiting = new Map<string, (answer: ApprovalAnswer) => void>();
  readonly #streaming: Streaming;
  #log: SessionLog;
  #run: { readonly abort: AbortController; readonly done: Promise<void> } | undefined;

  constructor(id: string, store: SessionStore, events: readonly SessionEvent[] = store.events(id)) {
    this.id = id;
    this.#store = store;
    this.#log = startLog(id, events);
    this.#streaming = new Streaming({
      session: id,
      saveDraft: (draft) => store.saveDraft(id, draft),
      emit: (delta) => {
        for (const listener of this.#listeners) listener.delta(delta);
      },
    });
  }

  get state(): SessionState {
    return this.#log.state;
  }

  get events(): readonly SessionEvent[] {
    return this.#log.events;
  }

  get running(): boolean {
    return this.#run !== undefined;
  }

  /** Writes to the disk, updates the fold, then notifies the listeners. */
  append(...bodies: readonly EventBody[]): readonly KnownEvent[] {
    if (bodies.length === 0) return [];
    // The event stores the complete answer, so the draft, which can be long, is not written again before it.
    const endsDraft = bodies.some(endsAnswer);
    if (!endsDraft) this.#streaming.flush();
    const events = this.#store.append(this.id, bodies);
    if (endsDraft) this.#streaming.show();
    this.#log = advance(this.#log, events);
    this.#streaming.settle(events);
    for (const listener of this.#listeners) listener.events(events);
    return events;
  }

  /** Reports to listeners that the end of the run could not be stored, which no event can say. */
  fail(error: unknown): void {
    for (const listener of [...this.#listeners]) listener.failed?.(error);
  }

  publish(delta: DeltaBody): void {
    this.#streaming.push(delta);
  }

  /** Replays to the listener the events after `afterSeq` and the current stream, then forwards everything live. */
  listen(afterSeq: number, listener: Listener): () => void {
    this.#streaming.flush();
    const missed = this.#log.events.filter((event) => event.seq > afterSeq);
    if (missed.length > 0) listener.events(missed);
    for (const delta of this.#streaming.current()) listener.delta(delta);
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Resolves with the user's answer, with `unasked` if the host cannot ask anyone, or with `denied` on abort. */
  waitForDecision(callId: string, signal: AbortSignal): Promise<ApprovalAnswer> {
    return new Promise((resolve) => {
      const settle = (answer: ApprovalAnswer) => {
        this.#waiting.delete(callId);
        signal.removeEventListener('abort', deny);
        resolve(answer);
      };
      const deny = () => settle('denied');
      if (signal.aborted) return deny();
      signal.addEventListener('abort', deny, { once: true });
      this.#waiting.set(callId, settle);
    });
  }

  /** @throws SkilldeckError `approval-not-found` if no call waits for this answer (any more). */
  decide(callId: string, answer: ApprovalAnswer): void {
    const settle = this.#waiting.get(callId);
    if (settle === undefined) throw detailed('approval-not-found', 'approval-over');
    settle(answer);
  }

  /** @throws SkilldeckError `session-busy` while a run is under way. */
  assertIdle(): void {
    if (this.#run === undefined) return;
    throw detailed('session-busy', 'still-working');
  }

  /**
   * Starts the one run of this session. `work` must not throw; the host of last resort reports it if it does.
   * @returns a promise that settles when the session is idle again.
   */
  startRun(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    this.assertIdle();
    const abort = new AbortController();
    const done = work(abort.signal).finally(() => {
      this.#run = undefined;
    });
    this.#run = { abort, done };
    return done;
  }

  /** Asks the run to stop and waits until it has. @returns false if no run was in progress. */
  async stop(): Promise<boolean> {
    const run = this.#run;
    if (run === undefined) return false;
    run.abort.abort();
    await run.done;
    return true;
  }
}
