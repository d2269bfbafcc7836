/** What the session commands need from the rest of the core; `app.ts` provides it. */

import type { CompactionStep, LoadPlan } from '../../shared/context-plans.ts';
import type { CatalogEntry, Diagnostic, Dialect, EventBody, ToolDefinition } from '../../shared/events.ts';
import type { SessionState } from '../../shared/session-state.ts';
import type { ModelPort, PreparedRequest, ToolHost, ToolPort } from '../agent/ports.ts';
import type { Clock } from '../lib/clock.ts';
import type { Store } from '../store/store.ts';

export type FixedPrompt = {
  readonly basePrompt: string;
  readonly workspaceSection: string;
  readonly tools: readonly ToolDefinition[];
};

/** The context engine, as the session commands use it. Counting may load an encoding, so it is asynchronous. */
export interface ContextEngine {
  /** The next request of a state, or why none may be sent. */
  prepare(state: SessionState): Promise<PreparedRequest | { readonly code: 'context-full'; readonly message: string }>;
  /** Tokens that the skill takes in the session's requests once it is loaded, heading and all, by the model's encoding. */
  skillTokens(state: SessionState, skill: string, instructions: string): Promise<number>;
  referenceTokens(state: SessionState, skill: string, path: string, text: string): Promise<number>;
  planSkillLoad(state: SessionState, skill: string, tokens: number): Promise<LoadPlan>;
  planReferenceLoad(state: SessionState, skill: string, path: string, tokens: number): Promise<LoadPlan>;
  /** Tokens of the next request. */
  total(state: SessionState): Promise<number>;
  /**
   * The next step of compaction, or undefined where none is needed or possible. Needed is it over 80 % of the context;
   * with `tokens` to be loaded, over the 90 % that a load may fill.
   */
  nextCompaction(state: SessionState, tokens?: number): Promise<CompactionStep | undefined>;
}

/** Throws `SkilldeckError`: `skill-not-found` (lists the ids), `skill-broken`, `reference-not-found` (lists the files). */
export interface SkillSource {
  catalog(): Promise<{ readonly skills: readonly CatalogEntry[]; readonly diagnostics: readonly Diagnostic[] }>;
  /** The section that a load adds to the context, as the dialect has it. */
  instructions(id: string, dialect: Dialect): Promise<string>;
  /** `path` as given by the model; the answer has the reference's own path. */
  reference(id: string, path: string): Promise<{ readonly path: string; readonly text: string }>;
}

export type SessionDefaults = Omit<
  Extract<EventBody, { type: 'session-created' }>,
  'type' | 'workspace' | 'title' | 'pinned'
>;

export interface SessionDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly context: ContextEngine;
  readonly skills: SkillSource;
  newId(): string;
  /** The app's settings now, for a new session (of that dialect, where one is given for it) and for what an old one has not pinned. */
  defaults(dialect?: Dialect): SessionDefaults;
  workspaceOf(sessionId: string): string;
  /** The fixed words and tools of a session's requests, as this version of the app has them. */
  fixedPrompt(state: SessionState): FixedPrompt;
  /** The endpoint that the session's settings name. Throws `config-invalid` with what to set. */
  model(state: SessionState): Promise<ModelPort>;
  tools(host: ToolHost): ToolPort;
  /** The last that a call's script printed, from disk: for recovery after a crash. */
  terminal(sessionId: string, callId: string): Promise<string>;
  /** A bug caught at the end of a run: goes to the log file. */
  reportBug(error: unknown): void;
}
