/** Session state and what streams now → the items of the middle column. Pure. */

import { cardIn } from '../../../../renderer/cards/card-view.tsx';
import type { Card } from '../../../../shared/cards/card.ts';
import { defined } from '../../../../shared/defined.ts';
import type { RunState } from '../../../../shared/events.ts';
import { type Form, formIn } from '../../../../shared/forms/forms.ts';
import type { CallView, Message, SessionState, Thought } from '../../../../shared/session-state.ts';
import type { ApprovalItem, ItemOf, LiveAnswer, Step, StepStatus, TranscriptItem } from './transcript-items.ts';

const ACTIVE: ReadonlySet<RunState> = new Set(['thinking', 'tool-calling', 'waiting-approval']);

/** A run is under way: it can be stopped, and nothing else be sent. */
function isActive(state: Pick<SessionState, 'runState'>): boolean {
  return ACTIVE.has(state.runState);
}

function statusOf(call: CallView, active: boolean): StepStatus {
  // No user was there to refuse.
  const { decision, unasked, detail } = call.approval ?? {};
  if (decision === 'denied' && unasked === undefined && detail?.asks === undefined) return 'denied';
  if (call.status === 'done') return 'done';
  if (call.status === 'failed') return call.script?.finished?.stopped === true ? 'cut' : 'failed';
  if (!active) return 'cut';
  return call.status === 'waiting-approval' ? 'waiting' : 'running';
}

function shownCard(call: CallView): Card | undefined {
  const card = cardIn(call.data);
  return card?.isShown === true ? card : undefined;
}

const CUT = ['stopped', 'interrupted', 'length'] as const;

interface Note {
  /** The first message below it has this `seq` or a later one. */
  readonly before: number;
  readonly item: ItemOf<'compaction'> | ItemOf<'catalog'> | ItemOf<'watch'>;
}

/**
 * A summary is placed where the messages it covers end. It hides what it replaces: an earlier summary, and results
 * shortened at the same place.
 */
function notesOf({ compactions, catalogChanges, watches = [] }: SessionState): Note[] {
  const summary = compactions.findLast(({ strategy }) => strategy === 'turns');
  const covered = summary?.coversSeq[1] ?? 0;
  const shown = compactions.filter(
    (one) =>
      one === summary || one.strategy === 'skills' || (one.strategy === 'tool-results' && one.coversSeq[1] > covered),
  );
  return [
    ...shown.map((compaction): Note => {
      const before = compaction.strategy === 'turns' ? compaction.coversSeq[1] + 1 : compaction.seq;
      return { before, item: { kind: 'compaction', key: `compaction-${compaction.seq}`, compaction } };
    }),
    ...catalogChanges.map(
      (change): Note => ({ before: change.seq, item: { kind: 'catalog', key: `catalog-${change.seq}`, change } }),
    ),
    ...watches.flatMap((watch) =>
      [...watch.changes, ...(watch.ended === undefined || watch.ended.reason === 'stopped' ? [] : [watch.ended])].map(
        ({ seq }): Note => ({ before: seq, item: { kind: 'watch', key: `watch-${seq}`, seq, watch } }),
      ),
    ),
  ].sort((a, b) => a.before - b.before);
}

/** Keyed by the `seq` of user messages. */
type AnsweredRequests = Pick<ReadonlyMap<number, unknown>, 'has'>;

/** Grows one list; consecutive calls share one activity item. */
class Builder {
  readonly items: TranscriptItem[] = [];
  readonly #state: SessionState;
  readonly #active: boolean;
  #turn = 0;
  #steps: Step[] = [];
  readonly #notes: Note[];
  readonly #answered: AnsweredRequests;

  constructor(state: SessionState, answered: AnsweredRequests) {
    this.#state = state;
    this.#answered = answered;
    this.#notes = notesOf(state);
    this.#active = isActive(state);
  }

  add(message: Message): void {
    this.#notesBefore(message.seq);
    if (message.role === 'user') {
      this.flush();
      this.endTurn();
      this.#turn = message.seq;
      const { seq, at, text, form: reply, attachments } = message;
      const form = reply === undefined ? undefined : this.#formOf(reply.callId);
      this.items.push(
        reply === undefined || form === undefined
          ? { kind: 'user', key: `user-${seq}`, seq, at, text, ...(attachments === undefined ? {} : { attachments }) }
          : { kind: 'form-answer', key: `user-${seq}`, seq, at, form, reply },
      );
    } else if (message.role === 'assistant') this.#answer(message);
  }

  /** Places notes between the messages, by the time of their events. */
  #notesBefore(seq: number): void {
    for (let note = this.#notes[0]; note !== undefined && note.before <= seq; note = this.#notes[0]) {
      this.flush();
      this.items.push(note.item);
      this.#notes.shift();
    }
  }

  #answer(message: Extract<Message, { role: 'assistant' }>): void {
    const { seq, iteration, text, at, finishReason, toolCalls, thought, check } = message;
    if (thought !== undefined) this.#thought(`thought-${this.#turn}-${iteration}`, seq, thought);
    if (text.trim() !== '') {
      this.flush();
      const base = { kind: 'assistant', key: this.answerKey(iteration), seq, at, text } as const;
      const marks = defined({ cut: CUT.find((one) => one === finishReason), check });
      this.items.push({ ...base, streaming: false, last: false, ...marks });
    }
    for (const { id, name, arguments: args } of toolCalls) {
      const call = Object.hasOwn(this.#state.calls, id) ? this.#state.calls[id] : undefined;
      if (call !== undefined) this.#call(call);
      else if (!this.#active) {
        const never: CallView = { callId: id, name, arguments: args, startedAt: at, status: 'running' };
        this.#steps.push({ call: never, status: 'queued' });
      }
    }
  }

  /** One that the provider neither shows nor counts says nothing. */
  #thought(key: string, seq: number, { text = '', tokens = 0, ms }: Thought): void {
    if (text.trim() === '' && tokens === 0) return;
    this.flush();
    const measured = { ...(ms === undefined ? {} : { ms }), ...(tokens === 0 ? {} : { tokens }) };
    this.items.push({ kind: 'thought', key, seq, text, streaming: false, ...measured });
  }

  #formOf(callId: string): Form | undefined {
    return Object.hasOwn(this.#state.calls, callId) ? formIn(this.#state.calls[callId]?.data) : undefined;
  }

  /** An open form represents its call; an answered one is shown with its answer. */
  #form(callId: string, form: Form): void {
    this.flush();
    const { messages } = this.#state;
    const asked = messages.findIndex((message) => message.role === 'tool' && message.callId === callId);
    const later = messages.slice(asked + 1).filter((message) => message.role === 'user');
    if (later.some((message) => message.form?.callId === callId)) return;
    this.items.push({ kind: 'form', key: `form-${callId}`, callId, form, open: later.length === 0 });
  }

  #call(call: CallView): void {
    const form = formIn(call.data);
    if (form !== undefined) {
      this.#form(call.callId, form);
      return;
    }
    this.#steps.push({ call, status: statusOf(call, this.#active) });
    const asked = this.#question(call);
    const card = shownCard(call);
    if (asked === undefined && card === undefined) return;
    this.flush();
    if (asked !== undefined) this.items.push(asked);
    if (card !== undefined)
      this.items.push({ kind: 'card', key: `card-${call.callId}`, callId: call.callId, card, newest: false });
  }

  /** A decided command is described by its step; a quote keeps its card as the record. */
  #question(call: CallView): ApprovalItem | undefined {
    const { approval } = call;
    if (approval === undefined) return undefined;
    const quote = cardIn(approval.detail.preview);
    const open = approval.decision === undefined && call.status === 'waiting-approval' && this.#active;
    if (quote === undefined && !open) return undefined;
    return { kind: 'approval', key: `approval-${call.callId}`, call, approval, quote, open };
  }

  answerKey(iteration: number): string {
    return `answer-${this.#turn}-${iteration}`;
  }

  /** One that was answered more than once has the way to its other answers below its last words. */
  endTurn(): void {
    const turn = this.#turn;
    if (!this.#answered.has(turn)) return;
    const at = this.items.findLastIndex((item) => item.kind === 'assistant' || isOwn(item));
    const words = this.items[at];
    if (words?.kind === 'assistant') this.items[at] = { ...words, turn };
    else this.items.push({ kind: 'answers', key: `answers-${turn}`, turn });
  }

  /** Between the wish to try again and its run there is no answer yet. */
  endLastTurn(): void {
    if ((this.#state.lastRun?.seq ?? 0) > this.#turn) this.endTurn();
  }

  end(): void {
    this.flush();
    this.#notesBefore(Number.POSITIVE_INFINITY);
  }

  flush(): void {
    const first = this.#steps[0];
    if (first === undefined) return;
    const activity: ItemOf<'activity'> = { kind: 'activity', key: `activity-${first.call.callId}`, steps: this.#steps };
    this.items.push(activity);
    this.#steps = [];
  }
}

/** The person's own turn. */
export const isOwn = ({ kind }: TranscriptItem): boolean => kind === 'user' || kind === 'form-answer';

/** The newest card of each kind, and the last answer of a session at rest. */
function markLast(items: TranscriptItem[], atRest: boolean): void {
  const newest = new Map(
    items.flatMap((item, index) => (item.kind === 'card' ? [[item.card.kind, index] as const] : [])),
  );
  for (const index of newest.values()) {
    const item = items[index];
    if (item?.kind === 'card') items[index] = { ...item, newest: true };
  }
  const at = items.findLastIndex((item) => item.kind === 'assistant' || isOwn(item));
  const answer = items[at];
  if (atRest && answer?.kind === 'assistant') items[at] = { ...answer, last: true };
}

/** Item after the last of `before`: says how the run ended, unless `before` already does. */
function ending(state: SessionState, before: TranscriptItem | undefined): TranscriptItem[] {
  const { failure, lastRun } = state;
  if (isActive(state)) {
    return failure?.willRetry === true ? [{ kind: 'retrying', key: `retry-${failure.seq}`, failure }] : [];
  }
  if (lastRun === undefined || lastRun.state === 'completed' || lastRun.state === 'idle') return [];
  if (lastRun.state === 'stopped' && before?.kind === 'assistant' && before.cut === 'stopped') return [];
  return [{ kind: 'ended', key: `ended-${lastRun.seq}`, end: lastRun }];
}

/**
 * Everything that is stored. Add what streams with `withLive`.
 * @param answered the person's messages that were answered more than once.
 */
export function buildTranscript(
  state: SessionState,
  answered: AnsweredRequests = new Set(),
): readonly TranscriptItem[] {
  const builder = new Builder(state, answered);
  for (const message of state.messages) builder.add(message);
  builder.end();
  const { items } = builder;
  markLast(items, !isActive(state) && state.summarising === undefined);
  items.push(...ending(state, items.at(-1)));
  if (!isActive(state)) builder.endLastTurn();
  return items;
}

const lastTurn = (state: SessionState) => state.messages.findLast((message) => message.role === 'user')?.seq ?? 0;

/** True if an item below the last message already shows progress, so that no "thinking" line is needed. */
function speaks(items: readonly TranscriptItem[]): boolean {
  const since = items.slice(items.findLastIndex((item) => isOwn(item) || item.kind === 'assistant') + 1);
  return since.some((item) => {
    if (item.kind === 'retrying' || (item.kind === 'approval' && item.open)) return true;
    return item.kind === 'activity' && item.steps.some(({ status }) => status === 'running' || status === 'waiting');
  });
}

function liveThought(
  items: readonly TranscriptItem[],
  key: string,
  thought: LiveAnswer['thought'] | undefined,
): ItemOf<'thought'> | undefined {
  if (thought === undefined || thought.text.trim() === '') return undefined;
  if (items.findLast(({ kind }) => kind === 'thought')?.key === key) return undefined;
  return { kind: 'thought', key, ...thought, streaming: thought.ms === undefined };
}

/**
 * The stored items and, after them, the answer that streams or the sign that one is being waited for.
 * @param compacting by hand, with no run under way.
 */
export function withLive(
  items: readonly TranscriptItem[],
  state: SessionState,
  live: LiveAnswer | undefined,
  compacting = false,
): readonly TranscriptItem[] {
  if (!isActive(state)) {
    return compacting ? [...items, { kind: 'progress', key: 'progress', writing: [], summarising: true }] : items;
  }
  const text = live?.text ?? '';
  const writing = live?.writing ?? [];
  const place = `${lastTurn(state)}-${live?.iteration ?? 0}`;
  const key = `answer-${place}`;
  const thought = liveThought(items, `thought-${place}`, live?.thought);
  const added: TranscriptItem[] = thought === undefined ? [] : [thought];
  const stored = items.findLast((item) => isOwn(item) || item.kind === 'assistant')?.key === key;
  if (text !== '' && !stored) added.push({ kind: 'assistant', key, text, streaming: true, last: false });
  const answering = added.some(({ kind }) => kind === 'assistant') && writing.length === 0;
  const summarising = state.summarising !== undefined;
  if (!answering && thought?.streaming !== true && !speaks(items))
    added.push({ kind: 'progress', key: 'progress', writing, summarising });
  return added.length === 0 ? items : [...items, ...added];
}
