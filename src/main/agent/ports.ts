/** What the loop needs from outside. The loop knows no disk, no screen and no settings; these are its only doors. */
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
import type { JsonValue } from '../../shared/json.ts';
import type { SessionState } from '../../shared/session-state.ts';
import type { Clock } from '../lib/clock.ts';

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

/** Failure codes of a model call, as they stand in `model-failed`. */
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
  /** What the request came to. */
  readonly asked?: number;
}

export type ModelOutcome =
  | {
      readonly kind: 'answer';
      readonly text: string;
      readonly toolCalls: readonly ToolCall[];
      /** Absent where the model showed none. */
      readonly reasoning?: string;
      /** To be returned unread. */
      readonly opaque?: JsonValue;
      readonly finishReason: string;
      readonly usage?: Usage;
      readonly ms: number;
    }
  | {
      readonly kind: 'failure';
      readonly code: ModelFailureCode;
      /** What happened and what to do next, for a person; no key and no prompt in it. */
      readonly message: string;
      /** Milliseconds to wait before another try; absent where another try cannot help. */
      readonly retryInMs?: number;
      /** Of `context-too-long`, what the provider said of it. */
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
  /** What the model is given. */
  readonly content: string;
  /** What the screen is given besides. */
  readonly data?: unknown;
  /** The bundled skill whose own trusted script made `data`. */
  readonly dataOf?: string | undefined;
  /** Where it was policy or the person that said no. */
  readonly refused?: boolean;
  /** The model waits for the person: when the calls of this answer are done, the run is completed. */
  readonly endsRun?: boolean;
}

/** Whether a prepared call may run: at once, never, or after a person's answer. */
export type ApprovalNeed =
  | { readonly kind: 'allowed' }
  | { readonly kind: 'refused'; readonly message: string }
  | {
      readonly kind: 'ask';
      readonly action: EventOf<'approval-requested'>['action'];
      readonly detail: ApprovalDetail;
      /** What to tell the model when the person says no. */
      readonly refusal: string;
      /** What to tell the model where nobody could be asked. */
      readonly unasked: string;
    };

/** A call whose arguments are right. */
export interface PreparedCall {
  /** Decides, and may first run a preview that changes nothing. A `ToolResult` ends the call (the preview failed). Never throws. */
  approval(signal: AbortSignal): Promise<ApprovalNeed | ToolResult>;
  /** Tells the policy what the person decided (`session`, `always`). */
  remember(decision: Decision): void;
  /** Never throws; an abort ends it, with what it had. */
  execute(signal: AbortSignal): Promise<ToolResult>;
}

/** The session that tools work for. */
export interface ToolHost {
  readonly sessionId: string;
  state(): SessionState;
  /** On the disk when it returns, then published. */
  append(...bodies: readonly EventBody[]): readonly KnownEvent[];
  publish(delta: DeltaBody): void;
  /** Budget checks and events are theirs. A failure is a result that says what would have worked. */
  readonly skills: {
    load(id: string): Promise<ToolResult>;
    unload(id: string): Promise<ToolResult>;
    loadReference(id: string, path: string): Promise<ToolResult>;
    unloadReference(id: string, path: string): Promise<ToolResult>;
  };
}

export interface ToolPort {
  /** An unknown tool or bad arguments give a result that says what would have worked. Never throws. */
  prepare(call: ToolCall): Promise<PreparedCall | ToolResult>;
  /** At the end of a run, whatever that was: ends what calls left running and logs their ends. Never rejects. */
  close?(): Promise<void>;
}

interface ContextPort {
  /** Brings the catalog and the fixed prompt up to date (appending what changed). Called before each request. May await disk. */
  refresh(): Promise<void>;
  /**
   * The next request from the state as it is, compacted first where it has to be, or why none may be sent. A stop during
   * a summary ends it with `stopped`; `iteration` is the one under which a summary's request is logged.
   */
  prepare(
    iteration: number,
    signal: AbortSignal,
  ): Promise<PreparedRequest | { readonly code: 'context-full'; readonly message: string } | 'stopped'>;
  /** Whether anything can still be compacted, however full the context is. */
  canCompact(): Promise<boolean>;
  /** After the provider refused a request as too long: compacts until it is clearly smaller, or nothing more can be done. */
  compactFor(refusal: TooLong, signal: AbortSignal): Promise<'done' | 'stopped'>;
  /** After an answered request: load modes `once`, corrections of the estimate. */
  answered?(): Promise<void>;
}

interface LogPort {
  /** The fold up to now. */
  state(): SessionState;
  /** On the disk when it returns, then published. Throws only where the disk does. */
  append(...bodies: readonly EventBody[]): readonly KnownEvent[];
  /** Shown, not stored as an event; text of the answer is kept as a draft so that a crash loses none of it. */
  publish(delta: DeltaBody): void;
}

interface ApprovalPort {
  /** Waits for the person. An abort resolves to `denied`, a host without anyone to ask to `unasked`; never throws. */
  ask(callId: string, signal: AbortSignal): Promise<Decision | 'unasked'>;
}

export interface AgentPorts {
  readonly log: LogPort;
  readonly context: ContextPort;
  readonly model: ModelPort;
  readonly tools: ToolPort;
  readonly approvals: ApprovalPort;
  readonly clock: Clock;
}
