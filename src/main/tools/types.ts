/** A tool, and what it is given. */
import type { CommandLists } from '../../shared/approvals/command-lists.ts';
import type { ApprovalMode } from '../../shared/events.ts';
import type { Confinement } from '../../shared/sandbox.ts';
import type { SessionState } from '../../shared/session-state.ts';
import type { SkillList } from '../../shared/skill-list.ts';
import type { ApprovalNeed, PreparedCall, ToolHost as SessionToolHost, ToolResult } from '../agent/ports.ts';
import type { Runner } from '../runner/runner.ts';
import type { SkillLibrary, SkillSummary } from '../skills/types.ts';
import type { GrantStore, SessionGrants } from './approval/grants.ts';
import type { LiveTerminals } from './shell/live-terminals.ts';
import type { RunningPrograms } from './shell/running-programs.ts';

/** A folder that the person gave to the session. */
export interface AttachedFolder {
  /** Absolute. */
  readonly path: string;
  readonly writable: boolean;
}

/** The session that calls the tools, with what a host may add. */
export interface ToolHost extends SessionToolHost {
  readonly attached?: (() => readonly AttachedFolder[]) | undefined;
  /** Overrides the state's mode if a host sets its own (`--approve` of one run). */
  readonly approve?: (() => ApprovalMode) | undefined;
}

/** Secrets that the person gave to skills. */
export interface SecretsForTools {
  /** Keyed by variable name: values for a run of that skill's own script. */
  of(skill: SkillSummary): Promise<Readonly<Record<string, string>>>;
  /** Secrets of all skills: no output may contain them. */
  values(): Promise<readonly string[]>;
}

/** A tool of an MCP server, as one call finds it. */
export interface ServerTool {
  readonly server: string;
  readonly tool: {
    readonly name: string;
    /** The server's own word; nothing checks it. */
    readonly hints: { readonly readOnly: boolean; readonly destructive: boolean };
  };
  /** Elsewhere than on this computer: at `host`. */
  readonly http: boolean;
  readonly host?: string;
  readonly sandbox: Confinement;
  /** Access in the sandbox. */
  readonly hosts: readonly string[];
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  /** Version of the program or address, and of all that the tool says of itself. */
  readonly version: string;
  /** Throws what `words` can say, and on abort. */
  call(
    args: Readonly<Record<string, unknown>>,
    how: {
      readonly signal: AbortSignal;
      onProgress(progress: { progress: number; total?: number; message?: string }): void;
    },
  ): Promise<{
    readonly ok: boolean;
    readonly text: string;
    readonly files: readonly { readonly name: string; readonly bytes: Uint8Array }[];
  }>;
}

export interface ServerWish {
  readonly server: string;
  readonly skill: string;
  /** Absent where no file defines the server. */
  readonly grantKey?: string;
  /** Host of a remote server. */
  readonly host?: string;
  /** `false`: it runs without one. */
  readonly sandbox: boolean;
}

/** MCP servers, as calls need them. */
export interface ServersForTools {
  /** Connects what is turned on. Never rejects. */
  connect(state: SessionState, signal: AbortSignal, again: boolean): Promise<void>;
  find(state: SessionState, offered: string): ServerTool | undefined;
  /** The wish of a skill to use a server that is off, which a call of this name stands for. */
  wish(state: SessionState, offered: string): ServerWish | undefined;
  /** Reason why the server cannot be used now, in words. */
  fault(environment: string, server: string): string | undefined;
  words(error: unknown): string;
}

export interface Trial {
  /** An id, or an absolute folder. */
  readonly skill: string;
  readonly version: number | undefined;
  readonly cases: readonly string[] | undefined;
  readonly runs: number;
  readonly withAndWithout: boolean;
  readonly maxTokens: number;
}

export interface Edit {
  readonly path: string;
  readonly old: string;
  readonly new: string;
}

/** Trials and edits of skills. */
export interface SkillWorkshop {
  /** Runs of a trial. @throws SkilldeckError */
  plan(trial: Trial, state: SessionState): Promise<{ readonly skill: string; readonly runs: number }>;
  /** Expected failures are results. */
  evaluate(trial: Trial, state: SessionState, signal: AbortSignal): Promise<ToolResult>;
  propose(asked: {
    readonly skill: string;
    readonly reason: string;
    readonly edits: readonly Edit[];
    readonly from?: number | undefined;
  }): Promise<ToolResult>;
}

/** Shared by all sessions. */
export interface ToolParts {
  readonly runner: Runner;
  readonly library: SkillLibrary;
  /** The folder of the bundled skills: only what is really in it has their trust. */
  readonly bundledRoot: string;
  /** Storage of `always` grants; absent: treated as `session`. */
  readonly always?: GrantStore | undefined;
  /** Storage of `session` grants; absent: kept until the program ends. */
  readonly ofSessions?: GrantStore | undefined;
  /** The person's lists of programs, as an environment has them now; absent: none. */
  readonly commandLists?: ((environment: string) => CommandLists) | undefined;
  /** Variables that the user set for a skill's own scripts; absent: none. */
  readonly skillVariables?: ((environment: string, skill: string) => Readonly<Record<string, string>>) | undefined;
  /** Absent: there are none. */
  readonly secrets?: SecretsForTools | undefined;
  /** Absent: there are none. */
  readonly servers?: ServersForTools | undefined;
  /** Undefined until there is one; absent: there is none. */
  readonly workshop?: (() => Promise<SkillWorkshop | undefined>) | undefined;
  /** Absolute path of `rg`; absent: our own search. */
  readonly ripgrep?: string | undefined;
  /** Seconds without input or output after which a program started by `skill_exec` ends. Default 120. */
  readonly idleSeconds?: number | undefined;
}

export interface ToolContext extends ToolParts {
  readonly host: ToolHost;
  readonly callId: string;
  readonly grants: SessionGrants;
  readonly programs: RunningPrograms;
  readonly terminals: LiveTerminals;
}

/** A call ready to run: its approval request and its action. Both may throw `ToolFailure`. */
export interface ReadyCall {
  /** Absent: nothing does. */
  readonly approval?: (signal: AbortSignal) => Promise<ApprovalNeed | ToolResult>;
  readonly remember?: PreparedCall['remember'];
  readonly execute: (signal: AbortSignal) => Promise<ToolResult>;
}

export interface Tool {
  readonly name: string;
  /** The first sentence is what the system message lists. */
  readonly description: string;
  /** `skills`: offered only where there are skills. */
  readonly group: 'skills' | 'workspace';
  /** JSON Schema of the arguments. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Parts that depend on the skills that the model sees. */
  readonly forList?: ((list: SkillList) => Partial<Pick<Tool, 'description' | 'parameters'>>) | undefined;
  /** @param json as the model wrote it. @throws ToolFailure for bad arguments. */
  ready(json: string, context: ToolContext): ReadyCall;
}
