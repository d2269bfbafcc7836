import type { SessionSummary } from '../../../shared/contract.ts';
import type { SessionLog } from '../../../shared/reducer.ts';

/** The draft of the session that does not exist yet: it is made with its first message. */
export const NEW_DRAFT = 'new';

/** `none`: a new conversation. `missing`: the core knows no such session. */
export type SessionStatus = 'none' | 'loading' | 'ready' | 'missing';

/** Streamed data, not stored. Each part is cleared when the event that stores it arrives. */
export interface Live {
  /** Iteration of the request being answered; 0 if none. */
  readonly iteration: number;
  /** The answer so far. */
  readonly text: string;
  /** The model's reasoning so far. */
  readonly reasoning: string;
  /** When it began to think, and how long it thought once words or calls followed. */
  readonly thinking?: { readonly since: string; readonly ms?: number } | undefined;
  /** Names of the tool calls being written, in order. */
  readonly toolCalls: readonly string[];
  /** Keyed by call: script output so far, control sequences included. Kept until the next run. */
  readonly terminals: Readonly<Record<string, string>>;
}

export const NO_LIVE: Live = { iteration: 0, text: '', reasoning: '', toolCalls: [], terminals: {} };

/** A chosen file that is not sent yet: only the page has it. */
export interface HeldFile {
  readonly id: string;
  readonly file: File;
}

export interface SessionData {
  /** In the core's order: newest first, without deleted ones. `undefined` until loaded. */
  readonly sessions: readonly SessionSummary[] | undefined;
  readonly selected: string | undefined;
  readonly sessionStatus: SessionStatus;
  readonly log: SessionLog | undefined;
  /** Its end alone, to be shown until the whole of a long one is there. */
  readonly latest: SessionLog | undefined;
  readonly live: Live;
  /** Keyed by session id or `NEW_DRAFT`. Survives a reload. */
  readonly drafts: Readonly<Record<string, string>>;
  /** Keyed by session id or `NEW_DRAFT`: files to send with the next message. */
  readonly held: Readonly<Record<string, readonly HeldFile[]>>;
  /** Message being sent: from pressing Send until it is on disk. */
  readonly sending: string | undefined;
}

export const NO_SESSION: SessionData = {
  sessions: undefined,
  selected: undefined,
  sessionStatus: 'none',
  log: undefined,
  latest: undefined,
  live: NO_LIVE,
  drafts: {},
  held: {},
  sending: undefined,
};
