/** What a session's log adds up to. Immutable: a changed state is a new object that shares what did not change. */

import type { Activity } from './activity.ts';
import type { Attachment } from './attachments.ts';
import type {
  Agent,
  ApprovalDetail,
  ApprovalMode,
  CatalogEntry,
  Decision,
  Diagnostic,
  Dialect,
  DiskState,
  EventOf,
  Limits,
  LoadMode,
  Pinned,
  Placement,
  PrefixKept,
  Route,
  RunState,
  SkillTool,
  TokenTable,
  ToolCall,
  ToolDefinition,
  Usage,
  Wire,
} from './events.ts';
import type { FormReply } from './forms/forms.ts';
import type { JsonValue } from './json.ts';
import type { TerminalQuestion } from './terminal.ts';

/** What came with an answer besides its words and calls. */
export interface Thought {
  readonly text?: string;
  /** For the provider alone. */
  readonly opaque?: JsonValue;
  /** As reported. */
  readonly tokens?: number;
  /** Milliseconds; absent where nobody measured. */
  readonly ms?: number;
}

/** The sender of an answer: what it attached is returned only to the same. */
export interface Origin {
  readonly wire: Wire;
  readonly endpoint: string;
  readonly model: string;
}

export type Message =
  | {
      readonly role: 'user';
      readonly seq: number;
      readonly at: string;
      readonly text: string;
      /** Of a form's answer, which `text` says in words. */
      readonly form?: FormReply;
      readonly attachments?: readonly Attachment[];
    }
  | {
      readonly role: 'assistant';
      readonly seq: number;
      readonly at: string;
      readonly iteration: number;
      readonly text: string;
      readonly toolCalls: readonly ToolCall[];
      readonly finishReason: string;
      readonly thought?: Thought;
      /** Where `thought` and the calls' `extra` came from; absent where there is neither. */
      readonly from?: Origin;
    }
  | {
      readonly role: 'tool';
      readonly seq: number;
      readonly at: string;
      readonly callId: string;
      readonly name: string;
      readonly ok: boolean;
      readonly content: string;
    };

export interface LoadedReference {
  readonly path: string;
  readonly tokens: number;
  readonly sha256: string;
  readonly text: string;
  /** Of the event that loaded it. */
  readonly seq: number;
}

export interface LoadedSkill {
  readonly id: string;
  readonly tokens: number;
  readonly sha256: string;
  /** The section as it stands in the context. */
  readonly instructions: string;
  readonly seq: number;
  readonly by: 'agent' | 'user';
  readonly references: readonly LoadedReference[];
  /** Its own tools, offered while it is loaded. */
  readonly tools: readonly SkillTool[];
  /** Only the person unloads it. */
  readonly pinned: boolean;
  /** Where its folder is no longer what was loaded. `tokens`: what loading it again would add. */
  readonly onDisk?: { readonly state: Exclude<DiskState, 'current'>; readonly tokens?: number | undefined } | undefined;
}

export interface ScriptView {
  readonly command: string;
  readonly cwd: string;
  readonly interpreter: string;
  readonly sandbox?: string;
  /** It waits for somebody to type. */
  readonly question?: TerminalQuestion;
  readonly finished?: Pick<
    EventOf<'script-finished'>,
    'exitCode' | 'timedOut' | 'truncated' | 'ms' | 'outputs' | 'stopped' | 'limit'
  >;
}

export interface ApprovalView {
  readonly action: EventOf<'approval-requested'>['action'];
  readonly detail: ApprovalDetail;
  readonly seq: number;
  readonly decision?: Decision;
  /** Nobody was there to be asked. */
  readonly unasked?: true;
}

/** One tool call, from the model's asking to its result. */
export interface CallView {
  readonly callId: string;
  readonly name: string;
  readonly arguments: string;
  readonly startedAt: string;
  readonly status: 'running' | 'waiting-approval' | 'done' | 'failed';
  readonly content?: string;
  readonly data?: unknown;
  readonly ms?: number;
  readonly script?: ScriptView;
  /** The skill's own sentence for this step. */
  readonly activity?: Activity;
  readonly approval?: ApprovalView;
}

export interface ArtifactView {
  readonly name: string;
  readonly version: number;
  readonly mime: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly seq: number;
  readonly at: string;
  readonly callId?: string | undefined;
  /** When the person deleted it; its number is not given again. */
  readonly deletedAt?: string | undefined;
}

/** A compaction in force: it changes what is sent, never what is kept. */
export interface Compaction {
  /** Of its event. */
  readonly seq: number;
  readonly strategy: EventOf<'context-compacted'>['strategy'];
  /** First and last `seq` of the messages that it stands for. */
  readonly coversSeq: readonly [number, number];
  /** What stands in their place; for `tool-results` each result has its own. */
  readonly summary?: string | undefined;
  /** Tokens of the request before and after. */
  readonly before: number;
  readonly after: number;
  readonly messages?: number | undefined;
  readonly writtenBy?: EventOf<'context-compacted'>['writtenBy'];
  readonly trigger?: EventOf<'context-compacted'>['trigger'];
  readonly instruction?: string | undefined;
  /** Why the model's own summary was not taken. */
  readonly fallback?: EventOf<'context-compacted'>['fallback'];
  /** `seq` of messages within `coversSeq` that stayed whole: they were pinned, or the person's last. Absent in old logs. */
  readonly kept?: readonly number[] | undefined;
  /** Of `skills`: what an undo brings back. */
  readonly unloaded?: LoadedSkill | undefined;
}

/** What one model's answered requests took, summaries included. Requests of a rewound part count too: they were paid. */
export interface ModelUsage {
  readonly model: string;
  readonly answers: number;
  /** Our estimates for the answers whose usage was reported. */
  readonly estimated: number;
  readonly promptTokens: number;
  readonly cachedPromptTokens: number;
  /** Prompt tokens written to the provider's cache; absent where none were reported. */
  readonly cacheWriteTokens?: number;
  readonly completionTokens: number;
  /** Of `completionTokens`; absent where none were reported. */
  readonly reasoningTokens?: number;
  /** Answers that came without a usage. */
  readonly unreported: number;
}

export interface CatalogChange {
  readonly seq: number;
  readonly at: string;
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

export interface RunEnd {
  readonly state: RunState;
  readonly code?: string | undefined;
  readonly message?: string | undefined;
  readonly seq: number;
}

export interface ModelFailure {
  readonly code: string;
  readonly message: string;
  readonly willRetry: boolean;
  readonly retryInMs?: number | undefined;
  readonly seq: number;
  readonly at: string;
}

/** The person's own words beside an event. */
export interface NoteView {
  readonly id: string;
  /** `seq` of what it is about. */
  readonly on: number;
  readonly text: string;
  readonly at: string;
  readonly changedAt?: string;
}

/** How the person keeps a session. */
export interface SessionMarks {
  readonly pinned: boolean;
  readonly archived: boolean;
  readonly tags: readonly string[];
}

export interface SessionState {
  readonly id: string;
  readonly lastSeq: number;
  readonly createdAt: string;
  readonly title: string;
  readonly titledBy: 'user' | 'app' | 'none';
  readonly deleted: boolean;
  readonly marks: SessionMarks;
  /** In the order of what they are about. */
  readonly notes: readonly NoteView[];
  readonly forkedFrom?: EventOf<'session-created'>['forkedFrom'];
  readonly foreign?: EventOf<'session-created'>['foreign'];
  readonly environment: string;
  readonly dialect: Dialect;
  readonly model: string;
  readonly limits: Limits;
  readonly loadMode: LoadMode;
  readonly placement: Placement;
  readonly approve: ApprovalMode;
  readonly workspace: string;
  readonly pinned: Pinned;
  /** Absent: the app's own words, every tool and every skill. */
  readonly agent?: Agent | undefined;
  /** Absent in logs written before there was more than one wire. */
  readonly route?: Route;
  readonly basePrompt: string;
  readonly workspaceSection: string;
  readonly tools: readonly ToolDefinition[];
  readonly catalog: readonly CatalogEntry[];
  readonly diagnostics: readonly Diagnostic[];
  readonly messages: readonly Message[];
  /** By skill, what was switched for this session alone. */
  readonly skillSwitches: Readonly<Record<string, boolean>>;
  /** In the order in which they were loaded. */
  readonly loadedSkills: readonly LoadedSkill[];
  /** Keys of grants that went on from a yes in this session and ended by the person's hand. */
  readonly withdrawnGrants?: readonly string[];
  readonly runState: RunState;
  /** Answered requests of the current run. */
  readonly iteration: number;
  readonly calls: Readonly<Record<string, CallView>>;
  /** Of the latest request. */
  readonly lastRequest?: {
    readonly tokens: TokenTable;
    readonly sha256: string;
    readonly seq: number;
    readonly prefix?: PrefixKept | undefined;
  };
  /** As reported by the provider for the latest answer. */
  readonly lastUsage?: Usage;
  /** The latest failure since the last answer, shown while retrying. */
  readonly failure?: ModelFailure;
  readonly artifacts: readonly ArtifactView[];
  readonly compactions: readonly Compaction[];
  /** Skills that came or went during the conversation: told in the chat (seeds/003). */
  readonly catalogChanges: readonly CatalogChange[];
  /** `seq` of each, ascending. */
  readonly pinnedMessages: readonly number[];
  /** The skill unloaded last, for a compaction that says it was for room. */
  readonly lastUnloaded?: LoadedSkill;
  /** The request that waits for its answer. */
  readonly openRequest?: { readonly model: string; readonly estimated: number } | undefined;
  /** The model is being asked for a summary; of its `request-sent`. */
  readonly summarising?: { readonly seq: number; readonly iteration: number; readonly at: string } | undefined;
  /** By model, in the order of first use. */
  readonly usage: readonly ModelUsage[];
  readonly lastRun?: RunEnd;
  readonly unknownEvents: number;
}
