/** The loop's dependencies. It has no other access to disk, screen or settings. */

import type { JsonValue } from '../../shared/defined.ts';
import type {
  ApprovalDetail,
  Decision,
  DeltaBody,
  EventBody,
  EventOf,
  KnownEvent,
  PrefixKept,
  TokenTable,
  ToolCall,
  Usage,
  Wire,
} from '../../shared/events.ts';
import type { ChangedFact, FormAnswers } from '../../shared/forms/forms.ts';
import type { ExplainedFailure, FailureReason, Refusal } from '../../shared/messages/failure.ts';
import type { SessionState } from '../../shared/session-state.ts';
import type { Clock } from '../lib/timing.ts';

/** A request, ready to post. `json` is the body, byte for byte; `sha256` is over its UTF-8 bytes. */
export interface PreparedRequest {
  readonly json: string;
  readonly sha256: string;
  readonly model: string;
  readonly wire: Wire;
  readonly tokens: TokenTable;
  /** Against the request before it; absent for a session's first. */
  readonly prefix?: PrefixKept;
}

/** Reason why a call or run failed: in English, and where known as a code and figures. */
export interface FailureNote {
  readonly message: string;
  readonly reason?: FailureReason;
  readonly figures?: Record<string, string | number>;
}

/** Nothing was sent. */
export interface ContextFull extends ExplainedFailure {
  readonly code: 'context-full';
}

/** Failure codes of a model call, as logged in `model-failed`. */
export type ModelFailureCode =
  | 'unreachable'
  | 'timeout'
  | 'answer-stalled'
  | 'answer-too-large'
  | 'rate-limited'
  | 'server-error'
  | 'unauthorized'
  | 'not-found'
  | 'bad-request'
  | 'context-too-long'
  | 'redirected'
  | 'not-a-stream'
  | 'cut-off'
  | 'content-filter';

/** Tokens by the provider's own count; each absent where it did not say. */
export interface TooLong {
  /** The most that it takes. */
  readonly limit?: number;
  /** Tokens of the refused request, as the provider counted them. */
  readonly asked?: number;
}

/** Optional fields of the body, and tools. */
export type RefusedParts = NonNullable<EventOf<'model-failed'>['refused']>;

export type ModelOutcome =
  | {
      readonly kind: 'answer';
      readonly text: string;
      readonly toolCalls: readonly ToolCall[];
      /** Absent where the model showed none. */
      readonly reasoning?: string;
      /** Returned to the provider unread. */
      readonly opaque?: JsonValue;
      readonly finishReason: string;
      readonly usage?: Usage;
      readonly ms: number;
    }
  | {
      readonly kind: 'failure';
      readonly code: ModelFailureCode;
      /** Explains to the user in English what happened and what to do next; contains no key and no prompt. */
      readonly message: string;
      /** The same as a code and figures, for words in the user's language; absent where there is only a message. */
      readonly reason?: FailureReason;
      readonly figures?: Record<string, string | number>;
      /** Milliseconds to wait before another try; absent where another try cannot help. */
      readonly retryInMs?: number;
      /** For `bad-request`: parts of the request that the provider names as the fault. */
      readonly refused?: RefusedParts;
      /** For `context-too-long`: the figures the provider gave. */
      readonly tooLong?: TooLong;
    }
  | { readonly kind: 'stopped'; readonly text: string; readonly reasoning?: string; readonly ms: number };

export type ModelDelta =
  | { readonly type: 'text' | 'reasoning'; readonly text: string }
  | { readonly type: 'tool-call'; readonly index: number; readonly name: string };

export interface ModelPort {
  /** It can be asked for a summary of old turns; absent: it cannot (the demo model). */
  readonly writesSummaries?: boolean;
  /**
   * One try. Never throws; an abort of `signal` ends it at once with `stopped`, with the text that had come.
   * @param attempt 1 for the first try: the wait that it proposes after a failure grows with it, up to a cap.
   */
  stream(
    request: PreparedRequest,
    attempt: number,
    onDelta: (delta: ModelDelta) => void,
    signal: AbortSignal,
  ): Promise<ModelOutcome>;
}

export interface ToolResult {
  readonly ok: boolean;
  readonly content: string;
  readonly data?: unknown;
  /** Id of the bundled skill whose trusted script made `data`. */
  readonly dataOf?: string | undefined;
  /** True if policy or the user refused it. */
  readonly refused?: boolean;
  /** Reason why it was not carried out, for the user; `content` tells the model. */
  readonly refusal?: Refusal;
  /** The model waits for the person: when the calls of this answer are done, the run is completed. */
  readonly endsRun?: boolean;
}

/** Decision on a prepared call: runs at once, never, or after approval. */
export type ApprovalNeed =
  | { readonly kind: 'allowed' }
  | { readonly kind: 'refused'; readonly message: string; readonly refusal: Refusal }
  | {
      readonly kind: 'ask';
      readonly action: EventOf<'approval-requested'>['action'];
      readonly detail: ApprovalDetail;
      /** Text for the model if the user declines. */
      readonly denied: string;
      /** Text for the model if no one could be asked. */
      readonly unasked: string;
      /** After an approval, `approval` decides again: what it allows first is needed for the question itself. */
      readonly leadsOn?: true;
    };

export interface PreparedCall {
  /** Decides, and may first run a preview that changes nothing; again after the approval of a question that `leadsOn`. A `ToolResult` ends the call (the preview failed). Never throws. */
  approval(signal: AbortSignal): Promise<ApprovalNeed | ToolResult>;
  /** Passes a lasting decision (`session`, `always`) to the policy. */
  remember(decision: Decision): void;
  /** Never throws; an abort ends it, with what it had. */
  execute(signal: AbortSignal, ask: AskPerson): Promise<ToolResult>;
}

/** Puts a running call's question to the person; one at a time. As `ApprovalPort.ask`. */
export type AskPerson = (detail: ApprovalDetail, signal: AbortSignal) => Promise<ApprovalAnswer>;

export interface ToolHost {
  readonly sessionId: string;
  state(): SessionState;
  /** Writes to the disk, then publishes. */
  append(...bodies: readonly EventBody[]): readonly KnownEvent[];
  publish(delta: DeltaBody): void;
  /** Budget checks and events are theirs. A failure is a result that says what would have worked. */
  readonly skills: {
    load(id: string, section?: string): Promise<ToolResult>;
    unload(id: string): Promise<ToolResult>;
    loadReference(id: string, path: string): Promise<ToolResult>;
    unloadReference(id: string, path: string): Promise<ToolResult>;
  };
}

export interface ToolPort {
  /** An unknown tool or bad arguments give a result that says what would have worked. Never throws. */
  prepare(call: ToolCall): Promise<PreparedCall | ToolResult>;
  /** Called at the end of every run: ends what calls left running and logs it. Never rejects. */
  close?(): Promise<void>;
}

interface ContextPort {
  /** Brings the catalog and the fixed prompt up to date (appending what changed). Called before each request. May await disk. */
  refresh(): Promise<void>;
  /**
   * Builds the next request from the current state, compacting first if needed, or says why none may be sent. A stop
   * during a summary resolves to `stopped`; `iteration` is the one under which a summary's request is logged.
   */
  prepare(iteration: number, signal: AbortSignal): Promise<PreparedRequest | ContextFull | 'stopped'>;
  /** True if anything can still be compacted, however full the context is. */
  canCompact(): Promise<boolean>;
  /** Compacts after the provider refused a request as too long, until it is clearly smaller or nothing is left to compact. */
  compactFor(refusal: TooLong, signal: AbortSignal): Promise<'done' | 'stopped'>;
  /** Called after an answered request: applies load mode `once` and corrects the estimate. */
  answered?(): Promise<void>;
}

interface LogPort {
  state(): SessionState;
  /** Writes to the disk, then publishes. Throws only where the disk does. */
  append(...bodies: readonly EventBody[]): readonly KnownEvent[];
  /** Shown, not stored as an event; text of the answer is kept as a draft so that a crash loses none of it. */
  publish(delta: DeltaBody): void;
}

/** Words: the user wrote them instead of deciding, and nothing runs. Answers: of a server's form. */
export type ApprovalAnswer =
  | Decision
  | 'unasked'
  | { readonly words: string; readonly fact?: ChangedFact }
  | { readonly answers: FormAnswers };

interface ApprovalPort {
  /** Waits for the user. Resolves to `denied` on abort and to `unasked` if the host has no one to ask; never throws. */
  ask(callId: string, signal: AbortSignal): Promise<ApprovalAnswer>;
}

export interface AgentPorts {
  readonly log: LogPort;
  readonly context: ContextPort;
  readonly model: ModelPort;
  readonly tools: ToolPort;
  readonly approvals: ApprovalPort;
  readonly clock: Clock;
}
