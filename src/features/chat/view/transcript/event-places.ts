/** Finds the item of the conversation that an event belongs to. Pure. */

import type { SessionEvent } from '../../../../shared/events.ts';
import type { NoteView, SessionState } from '../../../../shared/session-state.ts';
import { type Deed, deedOf } from '../step-words.ts';
import type { Step, TranscriptItem } from './transcript-items.ts';

// Leaves out of the simple view how an answer came about.

/** Steps that only prepare others: they read, and nothing on the computer is other than before. */
const PREPARING: ReadonlySet<Deed['key']> = new Set([
  'loadSkill',
  'unloadSkill',
  'readReference',
  'selectDocs',
  'listSkills',
  'listDocs',
  'grep',
  'listDir',
  'readFile',
  'pollSession',
  'useTool',
]);

/** One that asks something is always shown: the person has to answer. */
const isShown = ({ call, status }: Step): boolean =>
  call.activity !== undefined ||
  call.script?.question !== undefined ||
  status === 'waiting' ||
  !PREPARING.has(deedOf(call).key);

export function simpleItems(items: readonly TranscriptItem[]): readonly TranscriptItem[] {
  return items.flatMap((item): TranscriptItem[] => {
    switch (item.kind) {
      case 'thought':
      case 'compaction':
      case 'catalog':
        return [];
      case 'activity': {
        const steps = item.steps.filter(isShown);
        return steps.length === 0 ? [] : [{ ...item, steps }];
      }
      default:
        return [item];
    }
  });
}

/** `seq` at which an item starts, if it has one; others belong to the item above. */
function startOf(item: TranscriptItem, asked: ReadonlyMap<string, number>): number | undefined {
  switch (item.kind) {
    case 'user':
      return item.seq;
    case 'assistant':
    case 'thought':
      return item.seq ?? Number.POSITIVE_INFINITY;
    case 'activity':
      return asked.get(item.steps[0]?.call.callId ?? '');
    case 'catalog':
      return item.change.seq;
    case 'retrying':
      return item.failure.seq;
    case 'ended':
      return item.end.seq;
    case 'progress':
      return Number.POSITIVE_INFINITY;
    default:
      return undefined;
  }
}

/** `seq` of the answer that requested each call. */
function askedAt({ messages }: SessionState): ReadonlyMap<string, number> {
  const asked = new Map<string, number>();
  for (const message of messages) {
    if (message.role === 'assistant') for (const { id } of message.toolCalls) asked.set(id, message.seq);
  }
  return asked;
}

/** Puts each note below what it is about. `notes` are in the order of their events. */
export function withNotes(
  items: readonly TranscriptItem[],
  state: SessionState,
  notes: readonly NoteView[],
): readonly TranscriptItem[] {
  if (notes.length === 0) return items;
  const asked = askedAt(state);
  const waiting = [...notes];
  const placed: TranscriptItem[] = [];
  const put = (before: number) => {
    for (let note = waiting[0]; note !== undefined && note.on < before; note = waiting[0]) {
      placed.push({ kind: 'note', key: `note-${note.id}`, note });
      waiting.shift();
    }
  };
  for (const item of items) {
    put(startOf(item, asked) ?? Number.NEGATIVE_INFINITY);
    placed.push(item);
  }
  put(Number.POSITIVE_INFINITY);
  return placed;
}

/** Finds the item that shows an event, and the call if it is part of a step; undefined if none does. */
export function placeOfEvent(
  items: readonly TranscriptItem[],
  event: SessionEvent | undefined,
  isThought = false,
): { readonly index: number; readonly callId?: string } | undefined {
  if (event === undefined) return undefined;
  const isOwn = (item: TranscriptItem) => 'seq' in item && item.seq === event.seq;
  const exact = items.findIndex((item) => isOwn(item) && (item.kind === 'thought') === isThought);
  const own = exact >= 0 ? exact : items.findIndex(isOwn);
  if (own >= 0) return { index: own };
  const callId = 'callId' in event ? event.callId : undefined;
  if (callId === undefined) return undefined;
  const index = items.findIndex(
    (item) => item.kind === 'activity' && item.steps.some(({ call }) => call.callId === callId),
  );
  return index < 0 ? undefined : { index, callId };
}
