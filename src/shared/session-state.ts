/** State folded from a session's log. Immutable: a changed state is a new object that shares the unchanged parts. */

import type { Activity } from './activity.ts';
import type { Attachment } from './attachments.ts';
import type { JsonValue } from './defined.ts';
import type {
  Agent,
  AnswerCheck,
  ApprovalDetail,
  CallRefusal,
  CatalogEntry,
  CutResult,
  Diagnostic,
  DiskState,
  EventOf,
  Pinned,
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
import type { ChangedFact, FormReply } from './forms/forms.ts';
import type { McpFault } from './mcp-faults.ts';
import type { WatchView } from './reducer/watches.ts';
import type { TerminalQuestion } from './terminal.ts';

/** Reasoning of an answer, apart from its words and calls. */
export interface Thought {
  readonly text?: string;
  /** Only for the provider. */
  readonly opaque?: JsonValue;
  /** Count reported by the provider. */
  readonly tokens?: number;
  /** Milliseconds; absent if not measured. */
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
      /** For a form's answer, which `text` gives in words. */
      readonly form?: FormReply;
      readonly fact?: ChangedFact;
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
      /** Absent where all of it is supported by sources, and in old logs. */
      readonly check?: AnswerCheck;
      readonly thought?: Thought;
      /** Origin of `thought` and the calls' `extra`; absent if there is neither. */
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
      /** Only in a window: `content` is the head of it. */
      readonly cut?: CutResult;
    };

export type LoadedReference = Pick<EventOf<'reference-loaded'>, 'path' | 'tokens' | 'sha256' | 'text' | 'seq'>;

export interface LoadedSkill {
  readonly id: string;
  readonly tokens: number;
  readonly sha256: string;
  /** The section as it is in the context. */
  readonly instructions: string;
  readonly seq: number;
  readonly by: 'agent' | 'user';
  /** Titles of the sections that are loaded; absent: the whole skill. */
  readonly sections?: readonly string[] | undefined;
  /** The person's, after `/name` in the last message that called it; they fill its placeholders. */
  readonly words?: string | undefined;
  readonly references: readonly LoadedReference[];
  /** Its own tools, offered while it is loaded. */
  readonly tools: readonly SkillTool[];
  /** Only the person unloads it. */
  readonly pinned: boolean;
  /** Set if its folder differs from what was loaded. `tokens`: change in context size if reloaded. */
  readonly onDisk?: { readonly state: Exclude<DiskState, 'current'>; readonly tokens?: number | undefined } | undefined;
}

export interface ScriptView
  extends Readonly<Pick<EventOf<'script-started'>, 'command' | 'cwd' | 'interpreter' | 'sandbox'>> {
  /** Set while it waits for typed input. */
  readonly question?: TerminalQuestion;
  readonly finished?: Pick<
    EventOf<'script-finished'>,
    'exitCode' | 'timedOut' | 'truncated' | 'ms' | 'outputs' | 'stopped' | 'limit'
  >;
}

export interface ApprovalView
  extends Readonly<Partial<Pick<EventOf<'approval-resolved'>, 'decision' | 'unasked' | 'words' | 'fact' | 'answers'>>> {
  readonly action: EventOf<'approval-requested'>['action'];
  readonly detail: ApprovalDetail;
  readonly seq: number;
}

/** One tool call, from the model's asking to its result. */
export interface CallView {
  readonly callId: string;
  readonly name: string;
  readonly arguments: string;
  readonly startedAt: string;
  readonly status: 'running' | 'waiting-approval' | 'done' | 'failed';
  readonly content?: string;
  /** Only in a window: `content` is the head of the result of the event `seq`. */
  readonly cut?: CutResult & { readonly seq: number };
  readonly attachments?: readonly Attachment[];
  readonly data?: unknown;
  readonly refusal?: CallRefusal | undefined;
  readonly ms?: number;
  readonly script?: ScriptView;
  /** The skill's own sentence for this step. */
  readonly activity?: Activity;
  readonly approval?: ApprovalView;
}

export interface ArtifactView
  extends Pick<EventOf<'artifact-saved'>, 'name' | 'version' | 'mime' | 'bytes' | 'sha256' | 'seq' | 'at' | 'callId'> {
  /** When the person deleted it; its number is not given again. */
  readonly deletedAt?: string | undefined;
}

/** A compaction in force: it changes what is sent, never what is kept. */
export interface Compaction extends Omit<EventOf<'context-compacted'>, 'type' | 'v' | 'at' | 'session' | 'coversSeq'> {
  /** First and last `seq` of the messages that it replaces. */
  readonly coversSeq: readonly [number, number];
  /** `seq` of messages within `coversSeq` that stayed whole: they were pinned, or the person's last. Absent in old logs. */
  readonly kept?: readonly number[] | undefined;
  /** For `skills`: the skill that an undo restores. */
  readonly unloaded?: LoadedSkill | undefined;
}

/** Usage of one model's answered requests, summaries included. Rewound requests count too: they were paid for. */
export interface ModelUsage {
  readonly model: string;
  readonly answers: number;
  /** Our estimates for the answers with reported usage. */
  readonly estimated: number;
  readonly promptTokens: number;
  readonly cachedPromptTokens: number;
  /** Prompt tokens written to the provider's cache; absent where none were reported. */
  readonly cacheWriteTokens?: number;
  readonly completionTokens: number;
  /** Part of `completionTokens`; absent if none were reported. */
  readonly reasoningTokens?: number;
  /** Answers that came without a usage. */
  readonly unreported: number;
  /** US dollars, where the source of an imported session says so. */
  readonly cost?: number;
}

export type CatalogChange = Pick<EventOf<'catalog-changed'>, 'seq' | 'at' | 'added' | 'removed'>;

export type RunEnd = Pick<EventOf<'run-finished'>, 'state' | 'code' | 'message' | 'reason' | 'figures' | 'seq'>;

export type ModelFailure = Pick<
  EventOf<'model-failed'>,
  'code' | 'message' | 'reason' | 'figures' | 'willRetry' | 'retryInMs' | 'seq' | 'at'
>;

/** The person's own words beside an event. */
export interface NoteView {
  readonly id: string;
  /** `seq` of what it is about. */
  readonly on: number;
  readonly text: string;
  readonly at: string;
  readonly changedAt?: string;
  /** The writer, where it came from an archive. */
  readonly by?: string;
}

export interface SessionMarks {
  readonly pinned: boolean;
  readonly archived: boolean;
  readonly tags: readonly string[];
}

/** Settings of the session: those that it was made with, or the changed ones. */
type Made = Readonly<
  Pick<EventOf<'session-created'>, 'forkedFrom' | 'kind' | 'foreign' | 'environment' | 'dialect' | 'model'> &
    Pick<EventOf<'session-created'>, 'limits' | 'loadMode' | 'placement' | 'approve' | 'workspace'>
>;

export interface SessionState extends Made {
  readonly id: string;
  readonly lastSeq: number;
  readonly createdAt: string;
  readonly title: string;
  readonly titledBy: 'user' | 'app' | 'none';
  readonly deleted: boolean;
  readonly marks: SessionMarks;
  /** Ordered by the events they belong to. */
  readonly notes: readonly NoteView[];
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
  /** Skills chosen for the list. Absent: not chosen yet, as in old logs; without `skills`, all. */
  readonly listing?: { readonly seq: number; readonly skills?: readonly string[] | undefined; readonly budget: number };
  readonly messages: readonly Message[];
  /** Switches set for this session only, by skill. */
  readonly skillSwitches: Readonly<Record<string, boolean>>;
  /** In the order of loading. */
  readonly loadedSkills: readonly LoadedSkill[];
  /** Keys of lasting grants from this session that the user revoked. */
  readonly withdrawnGrants?: readonly string[];
  /** Tools of others that the provider refused by name. */
  readonly refusedTools?: readonly string[];
  /** MCP servers in the log, as they were last. */
  readonly toolServers?: readonly {
    readonly server: string;
    readonly state: EventOf<'tool-server-changed'>['state'];
    readonly fault?: McpFault | undefined;
  }[];
  /** Packages that runs read, a set for each skill and ecosystem. */
  readonly packages?: readonly Pick<EventOf<'packages-provided'>, 'skill' | 'ecosystem' | 'packages' | 'bytes'>[];
  readonly watches?: readonly WatchView[];
  /** Skills that answers passed over; `seq` of the event that says so. */
  readonly missedSkills?: readonly { readonly id: string; readonly seq: number }[];
  readonly runState: RunState;
  /** Answered requests of the current run. */
  readonly iteration: number;
  readonly calls: Readonly<Record<string, CallView>>;
  /** Size of the latest request. */
  readonly lastRequest?: {
    readonly tokens: TokenTable;
    readonly sha256: string;
    readonly seq: number;
    readonly prefix?: PrefixKept | undefined;
  };
  /** Reported by the provider for the latest answer. */
  readonly lastUsage?: Usage;
  /** The latest failure since the last answer, shown while retrying. */
  readonly failure?: ModelFailure;
  readonly artifacts: readonly ArtifactView[];
  readonly compactions: readonly Compaction[];
  /** Skills added or removed during the conversation: shown in the chat (seeds/003). */
  readonly catalogChanges: readonly CatalogChange[];
  /** `seq` of each, ascending. */
  readonly pinnedMessages: readonly number[];
  /** The skill unloaded last, for a compaction that names freeing space as the reason. */
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
