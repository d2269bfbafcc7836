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

/** Content by the kind of item. */
interface Kinds {
  readonly user: {
    readonly seq: number;
    readonly at: string;
    readonly text: string;
    readonly attachments?: readonly Attachment[];
  };
  readonly assistant: {
    /** Absent while it streams. */
    readonly seq?: number;
    readonly at?: string;
    readonly text: string;
    readonly streaming: boolean;
    readonly cut?: 'stopped' | 'interrupted' | 'length';
    /** Its claims that no source holds. */
    readonly check?: AnswerCheck;
    /** The last answer of the session, with no run under way: it can be asked for again. */
    readonly last: boolean;
    /** The last words of an answer that was tried again: `seq` of the message that it answers. */
    readonly turn?: number;
  };
  /** The model's reasoning before its answer. */
  readonly thought: {
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
  };
  /** Placeholder for a retried answer without words, so that the other versions can be reached. */
  readonly answers: { readonly turn: number };
  readonly activity: { readonly steps: readonly Step[] };
  /** `newest`: the latest of its kind: "the second one" means one of its items. */
  readonly card: { readonly callId: string; readonly card: Card; readonly newest: boolean };
  readonly approval: {
    readonly call: CallView;
    readonly approval: ApprovalView;
    /** Effect of an approval, in the words of the skill's own script. */
    readonly quote: Card | undefined;
    /** A run is waiting for the answer. An undecided question that is not open was cut off with its run. */
    readonly open: boolean;
  };
  /** A form that the model asked; `open`: it waits for its answers, else the conversation continued in words. */
  readonly form: { readonly callId: string; readonly form: Form; readonly open: boolean };
  /** The user's form answer, replacing the message that gives it in words. */
  readonly 'form-answer': {
    readonly seq: number;
    readonly at: string;
    readonly form: Form;
    readonly reply: FormReply;
  };
  readonly retrying: { readonly failure: ModelFailure };
  readonly ended: { readonly end: RunEnd };
  /** Marks where older messages end for the model. */
  readonly compaction: { readonly compaction: Compaction };
  /** Skills came or went. */
  readonly catalog: { readonly change: CatalogChange };
  /** A change that a watch found, or its end; `seq` of that event. */
  readonly watch: { readonly seq: number; readonly watch: WatchView };
  /** `writing`: names of tools whose calls the model is writing; `summarising`: older messages come first. */
  readonly progress: { readonly writing: readonly string[]; readonly summarising: boolean };
  /** The user's note on the item above. */
  readonly note: { readonly note: NoteView };
}

/** `key`: stable while an answer streams and after it is stored, so that nothing is remounted. */
export type ItemOf<K extends keyof Kinds> = { readonly kind: K; readonly key: string } & Kinds[K];

export type ApprovalItem = ItemOf<'approval'>;
export type TranscriptItem = { readonly [K in keyof Kinds]: ItemOf<K> }[keyof Kinds];

export interface LiveAnswer {
  readonly iteration: number;
  readonly text: string;
  readonly thought?: Pick<ItemOf<'thought'>, 'text' | 'since' | 'ms'>;
  readonly writing: readonly string[];
}
