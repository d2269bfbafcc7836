/** Items of the middle column, from top to bottom. */
import type { Attachment } from '../../../../shared/attachments.ts';
import type { Card } from '../../../../shared/cards/card.ts';
import type { AnswerCheck } from '../../../../shared/events.ts';
import type { Form, FormReply } from '../../../../shared/forms/forms.ts';
import type { WatchView } from '../../../../shared/reducer/watches.ts';
import type {
  ApprovalView,
  CallView,
  CatalogChange,
  Compaction,
  ModelFailure,
  NoteView,
  RunEnd,
} from '../../../../shared/session-state.ts';

/** `cut`: the run ended while it was under way; `queued`: asked for, never begun; `denied`: the person said no. */
export type StepStatus = 'queued' | 'running' | 'waiting' | 'done' | 'failed' | 'denied' | 'cut';

/** One tool call as one sentence. */
export interface Step {
  readonly call: CallView;
  readonly status: StepStatus;
}

interface Item {
  /** Stable while an answer streams and after it is stored, so that nothing is remounted. */
  readonly key: string;
}

interface UserItem extends Item {
  readonly kind: 'user';
  readonly seq: number;
  readonly at: string;
  readonly text: string;
  readonly attachments?: readonly Attachment[];
}
export interface AssistantItem extends Item {
  readonly kind: 'assistant';
  /** Absent while it streams. */
  readonly at?: string;
  readonly text: string;
  readonly streaming: boolean;
  readonly cut?: 'stopped' | 'interrupted' | 'length';
  /** Its claims that no source holds. */
  readonly check?: AnswerCheck;
  /** The last answer of the session, with no run under way: it can be asked for again. */
  readonly last: boolean;
  /** Absent while it streams. */
  readonly seq?: number;
  /** The last words of an answer that was tried again: `seq` of the message that it answers. */
  readonly turn?: number;
}
/** The model's reasoning before its answer. */
export interface ThoughtItem extends Item {
  readonly kind: 'thought';
  /** Absent while it streams. */
  readonly seq?: number;
  /** '' where the provider shows none of it. */
  readonly text: string;
  readonly streaming: boolean;
  /** ISO time of the first thought, while it streams. */
  readonly since?: string;
  /** Milliseconds; absent if not measured. */
  readonly ms?: number;
  /** Count reported by the provider. */
  readonly tokens?: number;
}
/** Placeholder for a retried answer without words, so that the other versions can be reached. */
interface AnswersItem extends Item {
  readonly kind: 'answers';
  readonly turn: number;
}
export interface ActivityItem extends Item {
  readonly kind: 'activity';
  readonly steps: readonly Step[];
}
interface CardItem extends Item {
  readonly kind: 'card';
  readonly callId: string;
  readonly card: Card;
  /** The latest of its kind: "the second one" means one of its items. */
  readonly newest: boolean;
}
export interface ApprovalItem extends Item {
  readonly kind: 'approval';
  readonly call: CallView;
  readonly approval: ApprovalView;
  /** Effect of an approval, in the words of the skill's own script. */
  readonly quote: Card | undefined;
  /** A run is waiting for the answer. An undecided question that is not open was cut off with its run. */
  readonly open: boolean;
}
/** A form that the model asked; `open`: it waits for its answers, else the conversation continued in words. */
interface FormItem extends Item {
  readonly kind: 'form';
  readonly callId: string;
  readonly form: Form;
  readonly open: boolean;
}
/** The user's form answer, replacing the message that gives it in words. */
export interface FormAnswerItem extends Item {
  readonly kind: 'form-answer';
  readonly seq: number;
  readonly at: string;
  readonly form: Form;
  readonly reply: FormReply;
}
interface RetryItem extends Item {
  readonly kind: 'retrying';
  readonly failure: ModelFailure;
}
interface EndItem extends Item {
  readonly kind: 'ended';
  readonly end: RunEnd;
}
/** Marks where older messages end for the model: their replacement, and how to see both sides. */
export interface CompactionItem extends Item {
  readonly kind: 'compaction';
  readonly compaction: Compaction;
}
/** Skills came or went. */
export interface CatalogItem extends Item {
  readonly kind: 'catalog';
  readonly change: CatalogChange;
}
/** A change that a watch found, or its end; `seq` of that event. */
export interface WatchItem extends Item {
  readonly kind: 'watch';
  readonly seq: number;
  readonly watch: WatchView;
}
export interface ProgressItem extends Item {
  readonly kind: 'progress';
  /** Names of tools whose calls the model is writing. */
  readonly writing: readonly string[];
  /** Older messages are being summarised first. */
  readonly summarising: boolean;
}

/** The user's note on the item above. */
interface NoteItem extends Item {
  readonly kind: 'note';
  readonly note: NoteView;
}

export type TranscriptItem =
  | UserItem
  | AssistantItem
  | ThoughtItem
  | AnswersItem
  | ActivityItem
  | CardItem
  | ApprovalItem
  | FormItem
  | FormAnswerItem
  | RetryItem
  | EndItem
  | CompactionItem
  | WatchItem
  | CatalogItem
  | NoteItem
  | ProgressItem;

export interface LiveAnswer {
  readonly iteration: number;
  readonly text: string;
  readonly thought?: Pick<ThoughtItem, 'text' | 'since' | 'ms'>;
  readonly writing: readonly string[];
}
