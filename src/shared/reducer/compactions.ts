/** Steps of the fold: what a compaction covers, what stays whole under it, and its undo. */
import type { EventOf } from '../events.ts';
import { keptWhole } from '../pinned-messages.ts';
import type { Compaction, SessionState } from '../session-state.ts';

export function messagePinned(state: SessionState, event: EventOf<'message-pin-changed'>): SessionState {
  const others = state.pinnedMessages.filter((seq) => seq !== event.message);
  const pinnedMessages = event.pinned ? [...others, event.message].sort((a, b) => a - b) : others;
  return { ...state, pinnedMessages };
}

export function compaction(state: SessionState, event: EventOf<'context-compacted'>): Compaction {
  const { type: _type, v: _v, at: _at, session: _session, ...said } = event;
  if (said.strategy === 'skills') {
    const { lastUnloaded } = state;
    return { ...said, ...(lastUnloaded?.seq === said.coversSeq[0] ? { unloaded: lastUnloaded } : {}) };
  }
  // Logs from before pins do not count the messages: there all of the range are covered, and the requests stay as sent.
  if (said.messages === undefined) return said;
  const [from, to] = said.coversSeq;
  return { ...said, kept: [...keptWhole(state)].filter((seq) => seq >= from && seq <= to) };
}

/** The earlier request comes back byte for byte, an unloaded skill in its old place too. */
export function undone(state: SessionState, seq: number): SessionState {
  const gone = state.compactions.find((one) => one.seq === seq);
  const compactions = state.compactions.filter((one) => one.seq !== seq);
  const back = gone?.unloaded;
  if (back === undefined || state.loadedSkills.some((skill) => skill.id === back.id)) return { ...state, compactions };
  return { ...state, compactions, loadedSkills: [...state.loadedSkills, back].sort((a, b) => a.seq - b.seq) };
}
